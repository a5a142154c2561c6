/** Commands of the command line in this process: what one says, and its exit status. */
import { Readable, Writable } from 'node:stream'
import type { RunningService } from '@domesday/tool-testing'
import { run } from '../../plugins/tools/cli/run.ts'

export interface Ended {
  readonly code: number
  /** What it wrote, without the end of the last line. */
  readonly out: string
  readonly err: string
}

export interface Typed {
  readonly env: NodeJS.ProcessEnv
  /** The project's folder, unless said. */
  readonly cwd?: string
  /** What somebody answers who is asked; without it nobody can. */
  readonly answer?: string
  readonly input?: Readable
}

const page = (): { readonly to: Writable; readonly text: () => string } => {
  let text = ''
  const to = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _, done) => {
      text += chunk.toString()
      done()
    },
  })
  return { to, text: () => text }
}

const inputOf = ({ answer, input }: Typed): Readable =>
  answer === undefined ? (input ?? Readable.from([])) : Object.assign(Readable.from([`${answer}\n`]), { isTTY: true })

/** One that goes on until it is told to stop. */
export const begun = (typed: Typed, ...argv: readonly string[]) => {
  const [output, errors] = [page(), page()]
  let stop = (): void => {}
  const onStop = (told: () => void): void => void (stop = told)
  const { env, cwd = process.cwd() } = typed
  const terminal = { env, cwd, input: inputOf(typed), output: output.to, errors: errors.to, onStop }
  return { status: run(argv, terminal), output, errors, stop: () => stop() }
}

export const domesday = async (typed: Typed, ...argv: readonly string[]): Promise<Ended> => {
  const { status, output, errors } = begun(typed, ...argv)
  const code = await status
  return { code, out: output.text().replace(/\n$/, ''), err: errors.text().replace(/\n$/, '') }
}

/** What it printed. Rejects with what it complained of where its status is not 0. */
export const printed = async (typed: Typed, ...argv: readonly string[]): Promise<string> => {
  const { code, out, err } = await domesday(typed, ...argv)
  if (code !== 0) throw new Error(`domesday ${argv.join(' ')}: ${err}\n${out}`)
  return out
}

/** On the data and settings of a running service. */
export const commandsOn =
  (service: () => Pick<RunningService, 'dataDir' | 'configDir'>, more: NodeJS.ProcessEnv = {}) =>
  (...argv: readonly string[]): Promise<Ended> => {
    const { dataDir, configDir } = service()
    return domesday({ env: { DOMESDAY_DATA_DIR: dataDir, DOMESDAY_CONFIG_DIR: configDir, ...more } }, ...argv)
  }

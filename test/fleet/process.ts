/** Services of this project in processes of their own. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { projectRoot } from '../../core/registry/load.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const start = join(projectRoot, 'core/start.js')

export interface Started {
  readonly pid: number
  readonly isEnded: () => boolean
  /** The end of all that it printed. */
  readonly printed: () => string
  /** Resolves to the exit status; null where a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Resolves to the process and what it said once it has printed `until`; rejects where it ends before. */
const spawned = async (args: readonly string[], env: Environment, until: RegExp) => {
  // A group of its own: Ctrl-C reaches only the one that started it, which stops the others in their order.
  const child = spawn(process.execPath, [start, ...args], { env, cwd: projectRoot, detached: true })
  // Also where this process ends before it has stopped the others, such as by a second Ctrl-C.
  const end = (): void => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let printed = ''
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-100_000)))
  let said: RegExpExecArray | null = null
  while ((said = until.exec(printed)) === null) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it did not start:\n${printed}`)
    await setTimeout(20)
  }
  const started: Started = {
    pid: child.pid!,
    isEnded: () => child.exitCode !== null || child.signalCode !== null,
    printed: () => printed,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
  return { started, said }
}

export interface RunningNode extends Started {
  readonly origin: string
  readonly metricsOrigin: string
}

export const startNode = async (env: Environment): Promise<RunningNode> => {
  const { started, said } = await spawned(['--live'], env, /address +(\S+)[^]*metrics +(\S+)\/metrics/)
  return { ...started, origin: said[1]!, metricsOrigin: said[2]! }
}

export interface RunningGateway extends Started {
  readonly origin: string
}

/** `domesday gateway`. */
export const startGateway = async (env: Environment): Promise<RunningGateway> => {
  const { started, said } = await spawned(['--run', 'plugins/tools/cli/index.ts', 'gateway'], env, /^(http:\S+)$/m)
  return { ...started, origin: said[1]! }
}

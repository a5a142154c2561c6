/** Prism, as a proxy that holds every request and answer to the OpenAPI document. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { request } from 'undici'

export interface Judged {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: any
  /** What the answer has that the document does not allow. */
  readonly violations: readonly string[]
  /** Whether the document has this path with this method. */
  readonly documented: boolean
}

export interface Prism {
  call(
    path: string,
    sent?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string },
  ): Promise<Judged>
  close(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

interface Violation {
  readonly location: readonly string[]
  readonly severity: string
  readonly message: string
}
const words = ({ location, message }: Violation): string => `${location.join('.')}: ${message}`

/**
 * @param strict Prism answers for the service where a request or an answer breaks the document, and refuses what the
 * document does not allow. Otherwise it lets all pass and tells of the breaches in a header: how requests that are
 * wrong on purpose get through.
 */
export const openPrism = async (
  document: string,
  upstream: string,
  { strict }: { readonly strict: boolean },
): Promise<Prism> => {
  const port = await freePort()
  const bin = join(import.meta.dirname, 'node_modules/.bin/prism')
  const child = spawn(
    process.execPath,
    [bin, 'proxy', document, upstream, '--host', '127.0.0.1', '--port', String(port), ...(strict ? ['--errors'] : [])],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let i = 0; !(await isListening(port)); i++) {
    if (i > 300 || child.exitCode !== null) throw new Error('Prism does not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    call: async (path, { method = 'GET', headers = {}, body } = {}) => {
      const answer = await request(`http://127.0.0.1:${port}${path}`, {
        method: method as 'GET',
        headers,
        ...(body !== undefined && { body }),
      })
      const text = await answer.body.text()
      const shown = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
      const parsed = text.startsWith('{') ? (JSON.parse(text) as any) : undefined
      const own = String(parsed?.type ?? '').includes('stoplight.io')
        ? [`Prism: ${parsed.title}`, ...((parsed.validation ?? []) as Violation[]).map(words)]
        : []
      const all = JSON.parse(shown['sl-violations'] ?? '[]') as Violation[]
      const told = all.filter(({ location, severity }) => location[0] === 'response' && severity === 'Error').map(words)
      return {
        status: answer.statusCode,
        headers: shown,
        body: parsed,
        violations: [...own, ...told],
        documented: !all.some(({ message }) => message === 'Selected route not found'),
      }
    },
    close: async () => {
      child.kill()
      await ended
    },
  }
}

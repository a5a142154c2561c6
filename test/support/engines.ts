/** The engines that tests of several nodes need: found by their addresses, or on their usual ports. */
import { connect } from 'node:net'

export interface Engine {
  readonly url: string
  readonly host: string
  readonly port: number
}

export const answers = ({ host, port }: { readonly host: string; readonly port: number }): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 })
    const end = (found: boolean) => () => {
      socket.destroy()
      resolve(found)
    }
    socket.on('connect', end(true)).on('error', end(false)).on('timeout', end(false))
  })

const engine = async (variable: string, usual: string): Promise<Engine | null> => {
  const url = process.env[variable] || usual,
    parsed = URL.parse(url)
  // It may have a password, so it is not told.
  if (!parsed?.hostname) throw new RangeError(`${variable} must be an address such as ${usual}.`)
  const { hostname: host } = parsed
  const found = { url, host, port: Number(parsed.port || new URL(usual).port) }
  if (await answers(found)) return found
  console.log(`skipped: nothing answers at ${host}:${found.port}. ${variable} names another engine`)
  return null
}

/** Null, and a line that says so, where none answers. */
export const valkeyHere = (): Promise<Engine | null> => engine('VALKEY_URL', 'redis://127.0.0.1:6379')

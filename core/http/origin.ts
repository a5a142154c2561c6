/** Refuses requests that a page of another site makes in the name of an unknowing visitor. */
import type { IncomingMessage } from 'node:http'
import { Refused } from './refused.ts'

const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

const hostIn = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * Throws the 403 for a page whose origin is neither listed nor our own. `local`: only this machine can reach the
 * service, and without a proxy, so that another Host means DNS rebinding.
 */
export const mustBeOurs = (
  { headers }: IncomingMessage,
  { origins, local }: { readonly origins: readonly string[]; readonly local: boolean },
): void => {
  const { origin, host = '' } = headers
  if (local && host !== '' && !localHost.test(host))
    throw new Refused('foreign_origin', 'The Host header does not name this machine.', 'foreign_host')
  if (origin === undefined || origins.includes('*') || origins.includes(origin)) return
  // A browser says this itself, and a proxy may write another Host.
  if (headers['sec-fetch-site'] === 'same-origin' || hostIn(origin) === host) return
  throw new Refused('foreign_origin', 'Pages of other sites may not call this.', 'foreign_origin')
}

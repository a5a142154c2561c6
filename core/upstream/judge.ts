/** Reads answers: what a 2xx says, and what any other status means. */
import type { How, Reading, Reply } from '../contract/operation.ts'
import type { SourceAbout } from '../contract/source.ts'
import { frontOf, textOf, TooLarge, unpack, Unreadable } from './body.ts'
import { connectionFault, type Incoming } from './exchange.ts'
import { CallFault, messageOf } from './fault.ts'
import { readAs } from './read.ts'
import { retryAfterOf } from './slow.ts'

export type Get = Extract<How, { readonly kind: 'get' }>
export interface Digest { readonly value: unknown; readonly none: boolean; readonly bytes: number }

/** So much of the body of a failure is read, for `none` and `slow` to look at. */
const replyLimit = 65_536
/** They tell about the caller or about the hour, never about the subject: `none` does not see them. */
const notAboutSubject: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

export const isOk = (status: number): boolean => status >= 200 && status < 300

export const replyOf = async ({ status, headers, body }: Incoming): Promise<Reply> =>
  ({ status, headers, body: textOf(await frontOf(body, headers, replyLimit), headers['content-type']) })

/** The body of a 2xx as plain values. An answer without content is null, or an empty list of rows. */
export const wireOf = async (source: string, { status, headers, body }: Incoming, as: Reading, cap: number): Promise<{ readonly wire: unknown; readonly bytes: number }> => {
  try {
    const packed = await body.bytes().catch((error: unknown) => { throw connectionFault(source, error) })
    if (status === 204 || status === 205) return { wire: as === 'text' ? '' : as === 'csv' ? [] : null, bytes: 0 }
    const text = textOf(await unpack(packed, headers, cap), headers['content-type'], as)
    return { wire: await readAs(as, text), bytes: packed.length }
  } catch (error) {
    if (error instanceof TooLarge) throw new CallFault(source, 'refused', error.message)
    if (error instanceof Unreadable) throw new CallFault(source, 'garbage', error.message)
    throw error
  }
}

/** The digest that `read` makes of a 2xx. */
export const digestOf = async (source: string, how: Get, input: unknown, incoming: Incoming, cap: number): Promise<Digest> => {
  const { wire, bytes } = await wireOf(source, incoming, how.as, cap)
  try {
    return { value: how.read(wire, input), none: false, bytes }
  } catch (error) {
    throw new CallFault(source, 'garbage', `answered in a shape that could not be read: ${messageOf(error)}`)
  }
}

/** What an answer other than 2xx means: what `none` reads in it, or a fault. `env` names the credential's variables. */
export const verdictOn = (about: Pick<SourceAbout, 'id' | 'slow'>, how: Pick<Get, 'none'>, input: unknown, reply: Reply, env: readonly string[]): unknown => {
  const { status, headers } = reply
  const slow = about.slow?.(reply) ?? null
  if (slow !== null || status === 429) {
    throw new CallFault(about.id, 'slow', `asks to be called less often (${status})`, { retryAfter: slow ?? retryAfterOf(headers) })
  }
  if (status === 501) throw new CallFault(about.id, 'garbage', 'answered 501')
  if (status >= 500) throw new CallFault(about.id, 'server', `answered ${status}`, { retryAfter: retryAfterOf(headers) })
  if (status >= 400 && !notAboutSubject.has(status) && how.none !== undefined) {
    const none = readNone(about.id, () => how.none?.(reply, input), status)
    if (none !== undefined) return none
  }
  const isKey = (status === 401 || status === 403) && env.length > 0
  throw new CallFault(about.id, 'refused', isKey ? `refused the credential (${status}): look at ${env.join(', ')}` : `answered ${status}`)
}

const readNone = (source: string, none: () => unknown, status: number): unknown => {
  try {
    return none()
  } catch (error) {
    throw new CallFault(source, 'refused', `answered ${status}: ${messageOf(error)}`)
  }
}

/** Reads answers: what a 2xx says, and what any other status means. */
import { type CallHow, Passing, type BodyFormat, type Reply, type SourceAbout } from '@domesday/core'
import { isLarge, type Aside, type AsideAnswer } from './aside.ts'
import { decodeByContentType, frontOf, readAs, TooLarge, unpack, Unreadable } from '@domesday/client-formats'
import { connectionFault, type Incoming } from './exchange.ts'
import { CallFault, messageOf } from './fault.ts'
import { retryAfterOf } from './slow.ts'

export type Get = CallHow
export interface Digest {
  readonly value: unknown
  readonly none: boolean
  readonly bytes: number
}

/** So much of the body of a failure is read, for `none` and `slow` to look at. */
const replyLimit = 65_536
/** They tell about the caller or about the hour, never about the subject: `none` does not see them. */
const notAboutSubject: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

export const isOk = (status: number): boolean => status >= 200 && status < 300

export const replyOf = async ({ status, headers, body }: Incoming): Promise<Reply> => ({
  status,
  headers,
  body: decodeByContentType(await frontOf(body, headers, replyLimit), headers['content-type']),
})

/** The unpacked body of a 2xx, null where there is no content; `size` is what was sent. */
const contentOf = async (
  source: string,
  { status, headers, body }: Incoming,
  cap: number,
): Promise<{ readonly bytes: Uint8Array | null; readonly size: number }> => {
  const packed = await body.bytes().catch((error: unknown) => {
    throw connectionFault(source, error)
  })
  return status === 204 || status === 205
    ? { bytes: null, size: 0 }
    : { bytes: await unpack(packed, headers, cap), size: packed.length }
}

const asCallFault = (source: string, error: unknown): unknown => {
  if (error instanceof TooLarge) return new CallFault(source, 'refused', error.message)
  return error instanceof Unreadable ? new CallFault(source, 'garbage', error.message) : error
}
const unreadShape = (source: string, message: string): CallFault =>
  new CallFault(source, 'garbage', `answered in a shape that could not be read: ${message}`)

/** As plain values. An answer without content is null, or an empty list of rows. */
const valuesOf = (bytes: Uint8Array | null, contentType: string | undefined, as: BodyFormat): unknown => {
  if (bytes === null) return as === 'text' ? '' : as === 'csv' ? [] : null
  return readAs(as, decodeByContentType(bytes, contentType, as))
}

/** The body of a 2xx as plain values. */
export const wireOf = async (source: string, incoming: Incoming, as: BodyFormat, cap: number): Promise<unknown> => {
  try {
    const { bytes } = await contentOf(source, incoming, cap)
    return await valuesOf(bytes, incoming.headers['content-type'], as)
  } catch (error) {
    throw asCallFault(source, error)
  }
}

export interface Asked {
  readonly about: Pick<SourceAbout, 'id' | 'home'>
  readonly operation: string
  readonly how: Get
  readonly input: unknown
}

/** The digest that `read` makes of a 2xx. */
export const digestOf = async (
  { about, operation, how, input }: Asked,
  incoming: Incoming,
  cap: number,
  aside: Aside,
): Promise<Digest> => {
  try {
    const { bytes, size } = await contentOf(about.id, incoming, cap)
    const contentType = incoming.headers['content-type']
    const answer =
      bytes !== null && isLarge(how.as, bytes)
        ? await aside.read({ home: about.home, source: about.id, operation, input, bytes, contentType })
        : { bytes }
    const value =
      'bytes' in answer
        ? readHere(about.id, how, await valuesOf(answer.bytes, contentType, how.as), input)
        : valueOf(about.id, answer)
    return { value, none: false, bytes: size }
  } catch (error) {
    throw asCallFault(about.id, error)
  }
}

const readHere = (source: string, { read }: Get, wire: unknown, input: unknown): unknown => {
  try {
    return read(wire, input)
  } catch (error) {
    if (error instanceof Passing)
      throw new CallFault(source, 'server', `answered what is no answer: ${error.message}`, { retryAfter: error.after })
    throw unreadShape(source, messageOf(error))
  }
}

const valueOf = (source: string, answer: Exclude<AsideAnswer, { readonly bytes: unknown }>): unknown => {
  if ('value' in answer) return answer.value
  throw answer.fault === 'unreadable' ? new Unreadable(answer.message) : unreadShape(source, answer.message)
}

/** What an answer other than 2xx means: what `none` reads in it, or a fault. `env` names the credential's variables. */
export const verdictOn = (
  about: Pick<SourceAbout, 'id' | 'slow'>,
  how: Pick<Get, 'none'>,
  input: unknown,
  reply: Reply,
  env: readonly string[],
): unknown => {
  const { status, headers } = reply
  const slow = about.slow?.(reply) ?? null
  if (slow !== null || status === 429) {
    throw new CallFault(about.id, 'slow', `asks to be called less often (${status})`, {
      retryAfter: slow ?? retryAfterOf(headers),
    })
  }
  if (status === 501) throw new CallFault(about.id, 'garbage', 'answered 501')
  if (status >= 500)
    throw new CallFault(about.id, 'server', `answered ${status}`, { retryAfter: retryAfterOf(headers) })
  if (status >= 400 && !notAboutSubject.has(status) && how.none !== undefined) {
    const none = readNone(about.id, () => how.none?.(reply, input), status)
    if (none !== undefined) return none
  }
  const isKey = (status === 401 || status === 403) && env.length > 0
  throw new CallFault(
    about.id,
    'refused',
    isKey ? `refused the credential (${status}): look at ${env.join(', ')}` : `answered ${status}`,
  )
}

const readNone = (source: string, none: () => unknown, status: number): unknown => {
  try {
    return none()
  } catch (error) {
    throw new CallFault(source, 'refused', `answered ${status}: ${messageOf(error)}`)
  }
}

/** The response check: the digest of a 2xx, and what any other status means. */
import { type BodyFormat, type CallHow, Passing, type Reply, type SourceAbout } from '@domesday/core'
import { isLarge, type ParseWorker, type ParseOutcome } from './parse-worker.ts'
import { decodeByContentType, decompress, frontOf, readAs, TooLarge, Unreadable } from '@domesday/client-formats'
import { readChecked, type ReadAnswer } from './read-checked.ts'
import { connectionFault, type Incoming } from './exchange.ts'
import { thrownAt } from '@domesday/core/client'
import { CallFault, messageOf } from './call-fault.ts'
import { retryAfterOf } from './retry-after.ts'

export interface Digest extends ReadAnswer {
  readonly none: boolean
  readonly bytes: number
}

/** Bytes of an error's body that `none` and `slow` are given. */
const replyLimit = 65_536
/** Statuses about authorisation or load are never passed to `none`. */
const notAboutSubject: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

const kindOfStatus: Readonly<Record<number, string>> = {
  401: 'unauthorised',
  403: 'forbidden',
  404: 'not_found',
  407: 'unauthorised',
  410: 'not_found',
}

export const isOk = (status: number): boolean => status >= 200 && status < 300

export const replyOf = async ({ status, headers, body }: Incoming): Promise<Reply> => ({
  status,
  headers,
  body: decodeByContentType(await frontOf(body, headers, replyLimit), headers['content-type']),
})

/** The decompressed body of a 2xx, null where it has no content; `size` as sent. */
const contentOf = async (
  source: string,
  { status, headers, body }: Incoming,
  cap: number,
): Promise<{ readonly bytes: Uint8Array | null; readonly size: number }> => {
  const sent = await body.bytes().catch((error: unknown) => {
    throw connectionFault(source, error)
  })
  return status === 204 || status === 205
    ? { bytes: null, size: 0 }
    : { bytes: await decompressed(source, sent, headers, cap), size: sent.length }
}

const decompressed = (source: string, ...given: Parameters<typeof decompress>): ReturnType<typeof decompress> =>
  decompress(...given).catch((error: unknown) => {
    throw asCallFault(source, error, 'unreadable')
  })

/** What a body is called that is not in its format. */
const notAs = (as: BodyFormat): string => `not_${as === 'tree' ? 'xml' : as}`
/** `kind`: what a body is called that cannot be read. */
const asCallFault = (source: string, error: unknown, kind: string): unknown => {
  if (error instanceof TooLarge) return new CallFault(source, 'refused', error.message, { kind: 'too_large' })
  return error instanceof Unreadable ? new CallFault(source, 'garbage', error.message, { kind }) : error
}
/** `at`: where the `read` of the operation threw. */
const unreadShape = (source: string, message: string, at: string | null): CallFault =>
  new CallFault(source, 'changed', `answered in a shape that could not be read: ${message}`, { at })
/** The body as plain values: without content null, or an empty list of rows. */
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
    throw asCallFault(source, error, notAs(as))
  }
}

export interface Asked {
  readonly about: Pick<SourceAbout, 'id' | 'home'>
  readonly operation: string
  readonly how: CallHow
  readonly input: unknown
}

/** The digest that `read` makes of a 2xx. Large bodies are read by the parse worker. */
export const digestOf = async (
  { about, operation, how, input }: Asked,
  incoming: Incoming,
  cap: number,
  parseWorker: ParseWorker,
): Promise<Digest> => {
  try {
    const { bytes, size } = await contentOf(about.id, incoming, cap)
    const contentType = incoming.headers['content-type']
    const answer =
      bytes !== null && isLarge(how.as, bytes)
        ? await parseWorker.parse({ home: about.home, source: about.id, operation, input, bytes, contentType })
        : { bytes }
    const read =
      'bytes' in answer
        ? readHere(about, how, await valuesOf(answer.bytes, contentType, how.as), input)
        : readThere(about, answer)
    return { ...read, none: false, bytes: size }
  } catch (error) {
    throw asCallFault(about.id, error, notAs(how.as))
  }
}

const readHere = ({ id, home }: Asked['about'], how: CallHow, wire: unknown, input: unknown): ReadAnswer => {
  try {
    return readChecked(how, wire, input)
  } catch (error) {
    if (error instanceof Passing)
      throw new CallFault(id, 'server', `answered without an answer: ${error.message}`, { retryAfter: error.after })
    throw unreadShape(id, messageOf(error), thrownAt(error, [home]))
  }
}

const readThere = (
  { id, home }: Asked['about'],
  answer: Exclude<ParseOutcome, { readonly bytes: unknown }>,
): ReadAnswer => {
  if ('value' in answer) return answer
  throw answer.fault !== 'read'
    ? new Unreadable(answer.message)
    : unreadShape(id, answer.message, thrownAt(answer, [home]))
}

/**
 * What a status other than 2xx means: the digest that `none` reads, or a fault. `env` names the credential's
 * variables.
 */
export const checkReply = (
  about: Pick<SourceAbout, 'id' | 'home' | 'slow'>,
  how: Pick<CallHow, 'none'>,
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
  if (status === 501) throw new CallFault(about.id, 'garbage', 'answered 501', { kind: 'server_error' })
  if (status >= 500) {
    const retryAfter = retryAfterOf(headers)
    throw new CallFault(about.id, 'server', `answered ${status}`, { retryAfter, pauses: retryAfter !== null })
  }
  if (status >= 400 && !notAboutSubject.has(status) && how.none !== undefined) {
    const none = readNone(about, () => how.none?.(reply, input), status)
    if (none !== undefined) return none
  }
  const isKey = (status === 401 || status === 403) && env.length > 0
  throw new CallFault(
    about.id,
    'refused',
    isKey ? `rejected the credential (${status}): check ${env.join(', ')}` : `answered ${status}`,
    { kind: kindOfStatus[status] },
  )
}

const readNone = ({ id, home }: Asked['about'], none: () => unknown, status: number): unknown => {
  try {
    return none()
  } catch (error) {
    throw new CallFault(id, 'refused', `answered ${status}: ${messageOf(error)}`, { at: thrownAt(error, [home]) })
  }
}

/** One HTTP exchange: the request, through the gateway if there is one, and its redirects. */
import { Agent, type Dispatcher } from 'undici'
import { acceptEncoding } from '@domesday/client-formats'
import { UrlRefused, encodeQuery, redirectOf, targetOf } from './upstream-url.ts'
import type { Credential } from './credential.ts'
import { type Egress, type SourceSettings, unmatchedHeader } from '@domesday/core/client'
import { CallFault, messageOf } from './call-fault.ts'

export type { Egress }

export interface Outgoing {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  /** Names in lower case; an empty value leaves the header out. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly credential: Credential | null
  /** How many redirects are followed. */
  readonly redirects: number
}

export interface Incoming {
  readonly status: number
  /** Names in lower case, repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Dispatcher.ResponseData['body']
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The connections of one source, without time limits of their own; the cap is on bodies as they are sent. */
export const createAgent = ({
  concurrency,
  timeout,
  max_bytes,
}: Pick<SourceSettings, 'concurrency' | 'timeout' | 'max_bytes'>): Agent =>
  new Agent({
    connections: concurrency,
    keepAliveTimeout: 15_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: timeout,
    maxResponseSize: max_bytes,
    // Gateways and upstreams alike are spoken to in HTTP/1.1.
    allowH2: false,
  })

const joined = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> => {
  const all: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    all[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  return all
}

const userAgent = ({ version, contact }: Egress): string =>
  `Domesday/${version}${contact === '' ? '' : ` (+${contact})`}`

/** Rejects with a `CallFault`; of the kind `network` where the signal aborts it. */
export const exchange = async (
  egress: Egress,
  source: string,
  settings: Pick<SourceSettings, 'base' | 'hosts'>,
  dispatcher: Dispatcher,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Incoming> => {
  let { method, url, body } = outgoing
  for (let followed = 0; ; followed += 1) {
    const credential = outgoing.credential?.origin === url.origin ? outgoing.credential : null
    const incoming = await sendOnce(egress, source, dispatcher, { ...outgoing, method, url, body, credential }, signal)
    if (egress.gateway !== null) refuseUnmatched(source, incoming)
    const location = incoming.headers['location']
    if (!redirects.has(incoming.status) || location === undefined) return incoming
    void incoming.body.dump().catch(() => {})
    if (followed >= outgoing.redirects)
      throw new CallFault(
        source,
        'refused',
        outgoing.redirects === 0
          ? 'redirects, which is not followed'
          : `redirects more than ${outgoing.redirects} times`,
        { kind: 'redirect' },
      )
    try {
      url = redirectOf(location, url, settings)
    } catch (error) {
      throw error instanceof UrlRefused ? new CallFault(source, 'refused', error.message, { kind: 'redirect' }) : error
    }
    // As browsers do: only 307 and 308 repeat a body.
    if (method === 'POST' && incoming.status < 307) {
      method = 'GET'
      body = undefined
    }
  }
}

/** The gateway has no sample for the call: the upstream itself said nothing, so that `none` must not read the 404. */
const refuseUnmatched = (source: string, { status, headers, body }: Incoming): void => {
  if (status !== 404 || headers[unmatchedHeader.name] !== unmatchedHeader.value) return
  void body.dump().catch(() => {})
  throw new CallFault(source, 'refused', 'there is no sample for this call', { reason: 'no_sample' })
}

interface Hop extends Omit<Outgoing, 'body'> {
  readonly body: string | undefined
}

const sendOnce = async (
  egress: Egress,
  source: string,
  dispatcher: Dispatcher,
  { method, url, headers, body, credential }: Hop,
  signal: AbortSignal,
): Promise<Incoming> => {
  const target = targetOf(url, source, egress.gateway)
  const secret = encodeQuery(credential?.query ?? {})
  const path = secret === '' ? target.path : `${target.path}${target.path.includes('?') ? '&' : '?'}${secret}`
  const sent: Record<string, string> = {
    'user-agent': userAgent(egress),
    'accept-encoding': acceptEncoding,
    ...egress.trace?.(),
    ...headers,
    ...credential?.headers,
    ...target.headers,
  }
  for (const name in sent) if (sent[name] === '' || (body === undefined && name === 'content-type')) delete sent[name]
  try {
    const {
      statusCode,
      headers: received,
      body: stream,
    } = await dispatcher.request({
      origin: target.origin,
      path,
      method,
      headers: sent,
      body: body ?? null,
      signal,
    })
    // A body that is dropped before its end emits an error, which would end the process.
    stream.on('error', () => {})
    return { status: statusCode, headers: joined(received), body: stream }
  } catch (error) {
    throw connectionFault(source, error)
  }
}

/** What undici reports about a connection. Its messages hold hosts and ports, never a path or a header's value. */
export const connectionFault = (source: string, error: unknown): CallFault => {
  const { code = '', name } = error as { readonly code?: string; readonly name?: string }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new CallFault(source, 'refused', 'sent a body over its size limit', { kind: 'too_large' })
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return new CallFault(source, 'timeout', `did not answer in time (${code})`)
  if (name === 'HTTPParserError') return new CallFault(source, 'garbage', 'answered something that is not HTTP')
  // Such as a credential with a line break: another try would not help.
  if (code === 'UND_ERR_INVALID_ARG') return new CallFault(source, 'refused', `cannot be asked: ${messageOf(error)}`)
  return new CallFault(source, 'network', `could not be reached: ${messageOf(error) || code}`, {
    kind: code === 'ECONNREFUSED' ? 'connection_refused' : undefined,
  })
}

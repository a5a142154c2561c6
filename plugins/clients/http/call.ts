/** One upstream call: breaker → retry → limiter → timeout → fetch → size cap → read. */
import type { BodyFormat, CallHow, Post } from '@domesday/core'
import type { ParseWorker } from './parse-worker.ts'
import { urlFor, pathBelow } from './upstream-url.ts'
import { canonical, envNames, isOAuth, thrownAt } from '@domesday/core/client'
import { authorise, requireSecrets, type Authorised } from './authorise.ts'
import type { Egress, Outgoing } from './exchange.ts'
import { CallFault, messageOf } from './call-fault.ts'
import { checkReply, digestOf, isOk, replyOf, type Digest } from './response.ts'
import type { Channel } from './channel.ts'
import { isTokenRejected } from './access-token.ts'
import { retrying } from './retry.ts'
import { attempt } from './attempt.ts'

const accepts: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json',
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.1',
  tree: 'application/xhtml+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
  csv: 'text/csv, */*;q=0.1',
  text: '*/*',
}

const postOf = (post: Post): { readonly body: string; readonly type: string } => {
  if ('json' in post) return { body: JSON.stringify(post.json), type: 'application/json' }
  if ('form' in post)
    return { body: new URLSearchParams(post.form).toString(), type: 'application/x-www-form-urlencoded' }
  return { body: post.text, type: post.type }
}

const lower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The request that an operation declares. One that cannot be made is an error of the plugin. */
const requestOf = ({ about, settings }: Channel, how: CallHow, input: unknown): Omit<Outgoing, 'credential'> => {
  try {
    const post = how.post === undefined ? null : postOf(how.post(input))
    const headers = {
      accept: accepts[how.as],
      ...(post !== null && { 'content-type': post.type }),
      ...lower(how.headers ?? {}),
    }
    return {
      method: post === null ? 'GET' : 'POST',
      url: urlFor(how.path(input), settings),
      headers,
      redirects: 3,
      ...(post !== null && { body: post.body }),
    }
  } catch (error) {
    throw new CallFault(about.id, 'refused', `cannot be asked: ${messageOf(error)}`, {
      reason: 'plugin_failed',
      at: thrownAt(error, [about.home]),
      cause: error,
    })
  }
}

/** Calls a `get` operation. All its tries together take no longer than the source's time limit times its tries. */
export const call = async (
  egress: Egress,
  channel: Channel,
  operation: string,
  how: CallHow,
  input: unknown,
  parseWorker: ParseWorker,
): Promise<Digest> => {
  const { about, settings } = channel
  const request = requestOf(channel, how, input)
  // Before the breaker: a missing secret says nothing about the upstream.
  requireSecrets(egress, channel, request.url)
  channel.limiter.checkPause()
  const deadline = performance.now() + settings.timeout * settings.tries

  const once = ({ credential, token }: Authorised): Promise<Digest | 'token rejected'> =>
    attempt(egress, channel, deadline, { ...request, credential }, async (incoming) => {
      if (isOk(incoming.status))
        return digestOf({ about, operation, how, input }, incoming, settings.max_bytes, parseWorker)
      const reply = await replyOf(incoming)
      if (token !== null && isTokenRejected(reply, about.auth?.find(isOAuth)?.expired)) return 'token rejected'
      const value = checkReply(
        about,
        how,
        input,
        reply,
        credential === null ? [] : envNames(about, egress.env, pathBelow(request.url, settings)),
      )
      return { value, unread: 0, none: true, bytes: reply.body.length }
    })

  /** A token that has expired is renewed once, within the same try. */
  const authorised = async (): Promise<Digest> => {
    const { credential, token } = await authorise(egress, channel, deadline, request.url)
    const digest = await once({ credential, token })
    if (digest !== 'token rejected') return digest
    channel.tokens.drop(token ?? '')
    const renewed = await authorise(egress, channel, deadline, request.url)
    return (await once({ ...renewed, token: null })) as Digest
  }

  const asker = { caller: egress.caller?.() ?? '', question: `${operation} ${canonical(input)}` }
  return channel.breaker.guard(asker, () => retrying(authorised, { tries: settings.tries, deadline }))
}

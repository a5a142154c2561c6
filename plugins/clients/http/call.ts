/** One upstream call below the memo: breaker → retry → limiter → timeout → fetch → size cap → read. */
import type { Post, BodyFormat } from '@domesday/core'
import type { Aside } from './aside.ts'
import { addressOf, pathBelow } from './address.ts'
import { envNames, isOAuth } from '@domesday/core/client'
import { authorise, requireSecrets, type Authorised } from './authorise.ts'
import type { Egress, Outgoing } from './exchange.ts'
import { CallFault, messageOf } from './fault.ts'
import { digestOf, isOk, replyOf, verdictOn, type Digest, type Get } from './judge.ts'
import type { Lane } from './lane.ts'
import { isTokenRefused } from './oauth.ts'
import { retrying } from './retry.ts'
import { inTurn } from './turn.ts'

const accepts: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json',
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.1',
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

/** What a declaration asks for. A declaration that throws or leads astray is the fault of that one question. */
const requestOf = ({ about, settings }: Lane, how: Get, input: unknown): Omit<Outgoing, 'credential'> => {
  try {
    const post = how.post === undefined ? null : postOf(how.post(input))
    const headers = {
      accept: accepts[how.as],
      ...(post !== null && { 'content-type': post.type }),
      ...lower(how.headers ?? {}),
    }
    return {
      method: post === null ? 'GET' : 'POST',
      url: addressOf(how.path(input), settings),
      headers,
      redirects: 3,
      ...(post !== null && { body: post.body }),
    }
  } catch (error) {
    throw new CallFault(about.id, 'refused', `cannot be asked: ${messageOf(error)}`, { reason: 'plugin_failed' })
  }
}

/** Asks a `get` operation; the whole of it takes no longer than the source's time limit times its tries. */
export const call = async (
  egress: Egress,
  lane: Lane,
  operation: string,
  how: Get,
  input: unknown,
  aside: Aside,
): Promise<Digest> => {
  const { about, settings } = lane
  const request = requestOf(lane, how, input)
  // Before the breaker: what is not asked for want of a key tells nothing of the upstream, and must not pass for its
  // answer.
  requireSecrets(egress, lane, request.url)
  const deadline = performance.now() + settings.timeout * settings.tries

  const once = ({ credential, token }: Authorised): Promise<Digest | 'token refused'> =>
    inTurn(egress, lane, deadline, { ...request, credential }, async (incoming) => {
      if (isOk(incoming.status)) return digestOf({ about, operation, how, input }, incoming, settings.max_bytes, aside)
      const reply = await replyOf(incoming)
      if (token !== null && isTokenRefused(reply, about.auth?.find(isOAuth)?.expired)) return 'token refused'
      const value = verdictOn(
        about,
        how,
        input,
        reply,
        credential === null ? [] : envNames(about, egress.env, pathBelow(request.url, settings)),
      )
      return { value, none: true, bytes: reply.body.length }
    })

  /** One try. A token that has run out is renewed once, which is no try of its own. */
  const attempt = async (): Promise<Digest> => {
    const authorised = await authorise(egress, lane, deadline, request.url)
    const digest = await once(authorised)
    if (digest !== 'token refused') return digest
    lane.tokens.drop(authorised.token ?? '')
    const { credential } = await authorise(egress, lane, deadline, request.url)
    return (await once({ credential, token: null })) as Digest
  }

  const heeding = (): Promise<Digest> =>
    attempt().catch((error: unknown) => {
      if (error instanceof CallFault && error.trouble === 'slow') lane.limiter.hold((error.retryAfter ?? 1) * 1_000)
      throw error
    })
  return lane.breaker.guard(() => retrying(heeding, { tries: settings.tries, deadline }))
}

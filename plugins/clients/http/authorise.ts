/** The credential of a call, with its access token where the source wants one. */
import { pathBelow } from './upstream-url.ts'
import { credentialOf, tokenRequest, type Credential } from './credential.ts'
import { envNames, isOAuth, missingEnv, UpstreamFault } from '@domesday/core/client'
import type { Egress } from './exchange.ts'
import { CallFault } from './call-fault.ts'
import { isOk, replyOf, checkReply, wireOf } from './response.ts'
import type { Channel } from './channel.ts'
import { accessTokenOf, type AccessToken } from './access-token.ts'
import { attempt } from './attempt.ts'

/** Bytes; the answer of a token server is small. */
const tokenCap = 65_536

export interface Authorised {
  /** Null where nothing goes with the call: no scheme, a keyless source without its key, or the sandbox. */
  readonly credential: Credential | null
  readonly token: string | null
}

const fetchToken = async (egress: Egress, channel: Channel, deadline: number): Promise<AccessToken> => {
  const { id, auth = [] } = channel.about
  const grant = auth.find(isOAuth)
  if (grant === undefined) throw new TypeError(`${id} declares no token address`)
  const { url, headers, body } = tokenRequest(channel.about, grant, egress.env)
  return attempt(
    egress,
    channel,
    deadline,
    { method: 'POST', url, headers, body, credential: null, redirects: 0 },
    async (incoming) => {
      if (!isOk(incoming.status)) {
        const reply = await replyOf(incoming)
        // Token servers answer a wrong secret with a 400 as well as with a 401.
        checkReply(
          { id, home: channel.about.home },
          {},
          null,
          { ...reply, status: reply.status === 400 ? 401 : reply.status },
          envNames(channel.about, egress.env),
        )
      }
      const token = accessTokenOf(await wireOf(id, incoming, 'json', tokenCap))
      if (token === null) throw new CallFault(id, 'garbage', 'gave no access token')
      return token
    },
  )
}

const open: Authorised = { credential: null, token: null }

/** Throws `not_configured` where a secret for a URL is not set. */
export const requireSecrets = (
  { anonymous, env }: Egress,
  { about, settings }: Pick<Channel, 'about' | 'settings'>,
  url: URL,
): void => {
  if (anonymous === true || about.keyless === true) return
  const missing = missingEnv(about, env, pathBelow(url, settings))
  if (missing.length > 0) throw new UpstreamFault(about.id, 'not_configured', `needs ${missing.join(', ')}`)
}

/**
 * The credential for a call to a URL. Rejects with `not_configured` where a secret for it is not set. Fetching a token
 * is a call of its own: it passes the limiter before the call that needs it does.
 */
export const authorise = async (egress: Egress, channel: Channel, deadline: number, url: URL): Promise<Authorised> => {
  const { about, settings } = channel
  if (egress.anonymous === true || about.auth === undefined) return open
  requireSecrets(egress, channel, url)
  const path = pathBelow(url, settings)
  if (about.keyless === true && missingEnv(about, egress.env, path).length > 0) return open
  const token = about.auth.some(isOAuth) ? await channel.tokens.get(() => fetchToken(egress, channel, deadline)) : null
  return { credential: credentialOf(about, new URL(settings.base).origin, path, egress.env, token), token }
}

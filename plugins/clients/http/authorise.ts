/** The credential of a call, with its access token where the source wants one. */
import { pathBelow } from './address.ts'
import { credentialOf, tokenRequest, type Credential } from './auth.ts'
import { envNames, isOAuth, missingEnv, UpstreamFault } from '@domesday/core/client'
import type { Egress } from './exchange.ts'
import { CallFault } from './fault.ts'
import { isOk, replyOf, verdictOn, wireOf } from './judge.ts'
import type { Lane } from './lane.ts'
import { tokenOf, type Token } from './oauth.ts'
import { inTurn } from './turn.ts'

/** A token answer is small. */
const tokenCap = 65_536

export interface Authorised {
  /** Null where nothing goes with the call: no scheme, a keyless source without its key, or the sandbox. */
  readonly credential: Credential | null
  readonly token: string | null
}

const fetchToken = async (egress: Egress, lane: Lane, deadline: number): Promise<Token> => {
  const { id, auth = [] } = lane.about
  const grant = auth.find(isOAuth)
  if (grant === undefined) throw new TypeError(`${id} declares no token address`)
  const { url, headers, body } = tokenRequest(id, grant, egress.env)
  return inTurn(
    egress,
    lane,
    deadline,
    { method: 'POST', url, headers, body, credential: null, redirects: 0 },
    async (incoming) => {
      if (!isOk(incoming.status)) {
        const reply = await replyOf(incoming)
        // Token servers answer a wrong secret with a 400 as well as with a 401.
        verdictOn(
          { id },
          {},
          null,
          { ...reply, status: reply.status === 400 ? 401 : reply.status },
          envNames(lane.about, egress.env),
        )
      }
      const token = tokenOf(await wireOf(id, incoming, 'json', tokenCap))
      if (token === null) throw new CallFault(id, 'garbage', 'gave no access token')
      return token
    },
  )
}

const open: Authorised = { credential: null, token: null }

/** Throws `not_configured` where a secret for an address is not set. */
export const requireSecrets = (
  { anonymous, env }: Egress,
  { about, settings }: Pick<Lane, 'about' | 'settings'>,
  url: URL,
): void => {
  if (anonymous === true || about.keyless === true) return
  const missing = missingEnv(about, env, pathBelow(url, settings))
  if (missing.length > 0) throw new UpstreamFault(about.id, 'not_configured', `needs ${missing.join(', ')}`)
}

/**
 * What goes with a call to an address. Rejects as `not_configured` where a secret for it is not set. A token passes
 * the limiter on its own, before the call that needs it takes its turn there.
 */
export const authorise = async (egress: Egress, lane: Lane, deadline: number, url: URL): Promise<Authorised> => {
  const { about, settings } = lane
  if (egress.anonymous === true || about.auth === undefined) return open
  requireSecrets(egress, lane, url)
  const path = pathBelow(url, settings)
  if (about.keyless === true && missingEnv(about, egress.env, path).length > 0) return open
  const token = about.auth.some(isOAuth) ? await lane.tokens.get(() => fetchToken(egress, lane, deadline)) : null
  return { credential: credentialOf(about, new URL(settings.base).origin, path, egress.env, token), token }
}

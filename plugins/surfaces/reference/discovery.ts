/** How programs find their way: `/llms.txt` for language models, and the API catalogue of RFC 9727. Both derived. */
import type Router from '@koa/router'
import type { Context } from 'koa'
import type { LoadedEndpoint, Plugins } from '../../../core/registry/load.ts'
import type { Settings } from '../../../core/registry/settings/settings.ts'
import { depths } from '../../../core/contract/node.ts'
import { base } from '../../../core/http/lookups.ts'
import { json, sendJson } from '../../../core/http/wire.ts'

export interface DiscoveryParts {
  readonly plugins: Plugins
  readonly settings: () => Settings
  /** The ways to pay for a single call; none where that surface is not there. */
  readonly methods: readonly unknown[]
}

const originOf = (ctx: Context): string => `${ctx.protocol}://${ctx.host}`

const priceOf = ({ declared, flat }: LoadedEndpoint, settings: Settings): string => {
  const { credits } = settings.endpoint(declared.id)
  return flat ? `${credits.full} credits` : depths.map((depth) => `${credits[depth]} ${depth}`).join(' / ')
}

const lookupLine = (endpoint: LoadedEndpoint, settings: Settings, origin: string): string => {
  const { declared } = endpoint
  const [example] = Object.keys(settings.endpoint(declared.id).examples)
  const tool = declared.tool === undefined ? '' : ` Tool: \`${declared.tool}\`.`
  return `- \`GET ${base}${declared.path}\`: ${declared.summary} Price: ${priceOf(endpoint, settings)}.${tool}${example === undefined ? '' : ` Example: ${origin}${base}${example}`}`
}

const llmsText = ({ plugins, settings, methods }: DiscoveryParts, origin: string): string => {
  const now = settings()
  const { self_service: open, free_credits: credits } = now.service.keys
  const payable =
    [...plugins.endpoints.values()].some(({ declared }) => declared.tool !== undefined) && methods.length > 0
  return `# Domesday

> Look-ups about UK public data, merged from official sources into one answer, with explained scores. Every gap names its source and
> its reason: null means not known, an empty list means looked for and none found.

Answers are \`{ "data": …, "_meta": … }\`. \`_meta.missing\` explains every gap, \`_meta.as_of\` says how old each source is,
\`_meta.attribution\` holds the lines that you must show. Failures are problem details (RFC 9457) and are never charged.
Any release may add keys to answers: ignore those that you do not know. \`Domesday-Release\` names the release that answered.

## How to call

- ${open ? `Get a key with ${credits} free credits: \`POST ${origin}/keys\` with the body \`{}\`. The answer shows the key once.` : 'Ask the operator of this server for a key.'}
- Send it as \`Authorization: Bearer <key>\`. \`X-Credits-Charged\` and \`X-Credits-Remaining\` say what a call cost and what is left; \`GET ${origin}/account\` shows the ledger.
- \`depth\` is \`summary\`, \`standard\` (the default) or \`full\`: more sections for more credits. Look-ups answer GET only.
- A company or a person may be given by name. A name that several have is a 409 with \`candidates\`: ask again by the \`id\` of one.

## Documents

- [OpenAPI 3.1](${origin}/openapi.json): every path, parameter, answer and failure
- [Catalogue](${origin}/catalogue): endpoints, prices, sections, sources, score weights and curves, examples, and what is ready here
- [Reference](${origin}/docs): the same to read and try
- [Console](${origin}/): get a key and look things up by hand
- [Failures](${origin}/errors/invalid_parameter): one page for each code

## Tool protocol

- [Model Context Protocol](${origin}/mcp): streamable HTTP, stateless, POST only, with the same key and the same prices
${
  payable
    ? `
## Pay per call

- \`${origin}/pay/…\`: the look-ups that have a tool, without a key, paid for one by one (x402). A call without a payment answers 402 with the price
`
    : ''
}
## Look-ups

${[...plugins.endpoints.values()].map((endpoint) => lookupLine(endpoint, now, origin)).join('\n')}
`
}

/** A linkset (RFC 9264) with the interfaces that this server has, and where each is described. */
const linksetOf = ({ methods }: DiscoveryParts, origin: string): object => {
  const at = (path: string, type: string, title: string) => ({ href: `${origin}${path}`, type, title })
  const openapi = at('/openapi.json', 'application/json', 'OpenAPI 3.1')
  const reference = at('/docs', 'text/html', 'Reference')
  const status = [at('/readyz', 'application/json', 'Whether calls can be answered')]
  const interfaces = [
    {
      anchor: `${origin}${base}`,
      'service-desc': [openapi],
      'service-doc': [reference],
      'service-meta': [at('/catalogue', 'application/json', 'Endpoints, prices, sections and sources')],
      status,
    },
    {
      anchor: `${origin}/mcp`,
      'service-doc': [at('/llms.txt', 'text/plain', 'How to call, for language models')],
      status,
    },
    ...(methods.length === 0
      ? []
      : [{ anchor: `${origin}/pay`, 'service-desc': [openapi], 'service-doc': [reference], status }]),
  ]
  return {
    linkset: [
      { anchor: `${origin}/.well-known/api-catalog`, item: interfaces.map(({ anchor }) => ({ href: anchor })) },
      ...interfaces,
    ],
  }
}

export const discovery = (router: Router, parts: DiscoveryParts): void => {
  router.get('/llms.txt', (ctx) =>
    sendJson(ctx, Buffer.from(llmsText(parts, originOf(ctx))), 'text/plain; charset=utf-8'),
  )
  router.get('/.well-known/api-catalog', (ctx) => {
    ctx.set('link', '</.well-known/api-catalog>; rel="api-catalog"')
    return sendJson(
      ctx,
      json(linksetOf(parts, originOf(ctx))),
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    )
  })
}

/** The REST surface: lookups by API key, the account, new keys, and the catalogue. */
import { counted, depths } from '@domesday/core'
import { surface, type Description, type LoadedEndpoint, type ServiceView, type Settings } from '@domesday/core/surface'
import { account } from './account.ts'
import { catalogue } from './catalogue.ts'
import { keyedLookups, prefix } from './lookups.ts'
import { newKeys } from './new-keys.ts'
import { paidCredits, paidCreditsPath, secretVariable } from './paid-credits.ts'
import { usage, usagePath } from './usage.ts'

const priceOf = ({ declared, flat }: LoadedEndpoint, settings: Settings): string => {
  const { credits } = settings.endpoint(declared.id)
  return flat ? counted(credits.full, 'credit') : depths.map((depth) => `${credits[depth]} ${depth}`).join(' / ')
}

const lookupLine = (endpoint: LoadedEndpoint, settings: Settings, origin: string): string => {
  const { declared } = endpoint
  const [example] = Object.keys(settings.endpoint(declared.id).examples)
  const tool = declared.tool === undefined ? '' : ` Tool: \`${declared.tool}\`.`
  return `- \`GET ${prefix}${declared.path}\`: ${declared.summary} Price: ${priceOf(endpoint, settings)}.${tool}${example === undefined ? '' : ` Example: ${origin}${prefix}${example}`}`
}

const guide =
  ({ plugins, settings }: Pick<ServiceView, 'plugins' | 'settings'>): NonNullable<Description['guide']> =>
  (origin) => {
    const current = settings()
    const { self_service: open, free_credits: credits } = current.service.keys
    return [
      {
        heading: 'How to call',
        lines: [
          `- ${open ? `Get a key with ${credits} free credits: \`POST ${origin}/keys\` with the body \`{}\`. The answer shows the key once.` : 'Ask the operator of this server for a key.'}`,
          `- Send it as \`Authorization: Bearer <key>\`. \`X-Credits-Charged\` and \`X-Credits-Remaining\` say what a call cost and what is left; \`GET ${origin}/account\` shows the ledger in pages, \`GET ${origin}${usagePath}?by=endpoint,day\` sums it up.`,
          '- `depth` is `summary`, `standard` (the default) or `full`: more sections for more credits. Look-ups answer GET only.',
          '- A company or a person may be given by name. A name that several have is a 409 with `candidates`: ask again by the `id` of one.',
        ],
      },
      {
        heading: 'Documents',
        lines: [
          `- [Catalogue](${origin}/catalogue): endpoints, prices, sections, sources, score weights and curves, examples, and what is ready here`,
        ],
      },
      {
        heading: 'Look-ups',
        lines: [...plugins.endpoints.values()].map((endpoint) => lookupLine(endpoint, current, origin)),
        last: true,
      },
    ]
  }

const firstCall =
  ({ plugins, settings }: Pick<ServiceView, 'plugins' | 'settings'>): NonNullable<Description['firstCall']> =>
  (origin, key) => {
    const [example] = [...plugins.endpoints.keys()].flatMap((id) => Object.keys(settings().endpoint(id).examples))
    return example === undefined ? null : `curl -H 'Authorization: Bearer ${key}' '${origin}${prefix}${example}'`
  }

/** A live service begins with it on: the operator should know. */
const freeKeys = ({ settings, host, loopback }: Pick<ServiceView, 'settings' | 'host' | 'loopback'>): string => {
  const { free_credits: credits } = settings().service.keys
  const whom = loopback ? 'any program on this machine' : `anybody who reaches this server, which listens on ${host}`
  return `hands out keys with ${credits} free credits, without payment, to ${whom}; keys: { self_service: false } in config/service.yaml turns it off`
}

export { prefix }

export const rest = surface({
  id: 'rest',
  home: import.meta.dirname,
  env: [secretVariable],
  paths: [`${prefix}/*`, '/account', usagePath, paidCreditsPath, '/keys', '/catalogue'],
  mount: (http, service) => {
    http.lookups(keyedLookups(http, service))
    account(http, service)
    usage(http, service)
    paidCredits(http, service)
    newKeys(http, service)
    catalogue(http, service)
  },
  describe: (service) => ({
    ...(service.settings().service.keys.self_service && { greeting: { name: '/keys', text: freeKeys(service) } }),
    // Loaded on request: the document is long and rarely requested.
    openapi: async () => (await import('./openapi.ts')).openapiOf(service, prefix),
    guide: guide(service),
    firstCall: firstCall(service),
    interfaces: [
      {
        path: prefix,
        inOpenapi: true,
        links: {
          'service-meta': [
            { path: '/catalogue', type: 'application/json', title: 'Endpoints, prices, sections and sources' },
          ],
        },
      },
    ],
  }),
})

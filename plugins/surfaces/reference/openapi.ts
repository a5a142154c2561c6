/** `GET /openapi.json`: an OpenAPI 3.1 document, merged from the surfaces' descriptions. */
import type { JsonSchema } from '@domesday/core'
import { interfaceVersion, json, sendJson, type Http, type OpenapiPart, type ServiceView } from '@domesday/core/surface'
import { failureComponents, headers, problem } from '@domesday/surface-parts/openapi'
import { withNames } from './named-schemas.ts'
import { sharedSchemas } from './shared-schemas.ts'

const about =
  'Look-ups about UK public data, merged from official sources, with explained scores. Every gap names its source and its reason. Any release may add keys to answers, and words to the reasons of gaps and the codes of failures: ignore what you do not know. The schemas describe this release and are closed, so that malformed answers are detected; do not validate answers of a later release with them. The `Domesday-Release` header names the release that answered.'

type Members = 'paths' | 'examples' | 'schemas' | 'parameters' | 'securitySchemes'
const merged = (parts: readonly OpenapiPart[], member: Members): object =>
  Object.assign({}, ...parts.map((part) => part[member] ?? {})) as object

/** Each tag once; that of the free service paths comes last. */
const tagsOf = (parts: readonly OpenapiPart[]): readonly object[] => {
  const tags = [...new Map(parts.flatMap(({ tags = [] }) => tags).map((tag) => [tag.name, tag])).values()]
  return tags.toSorted((a, b) => Number(a.name === 'service') - Number(b.name === 'service'))
}

const documentOf = (parts: readonly OpenapiPart[], paths = merged(parts, 'paths')) => ({
  openapi: '3.1.0',
  info: {
    title: 'Domesday',
    version: interfaceVersion,
    description: about,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  security: parts.flatMap(({ security = [] }) => security),
  tags: tagsOf(parts),
  paths,
  components: {
    securitySchemes: merged(parts, 'securitySchemes'),
    parameters: merged(parts, 'parameters'),
    examples: merged(parts, 'examples'),
    headers,
    responses: failureComponents(paths),
    schemas: { Problem: problem, ...merged(parts, 'schemas') } as Readonly<Record<string, JsonSchema>>,
  },
})

export const openapi = (http: Http, { plugins, descriptions, descriptionsKey }: ServiceView): void => {
  let cached: { readonly key: string; readonly body: Buffer } | undefined
  http.get('/openapi.json', async (ctx) => {
    const key = descriptionsKey()
    if (cached?.key !== key) {
      const parts = await Promise.all(descriptions().flatMap((description) => description.openapi?.() ?? []))
      cached = { key, body: json(withNames(documentOf(parts), sharedSchemas(plugins))) }
    }
    await sendJson(ctx, cached.body)
  })
}

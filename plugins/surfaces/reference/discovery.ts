/** `/llms.txt` for language models, and the API catalogue of RFC 9727, both made from the surfaces' descriptions. */
import type { Context } from 'koa'
import { json, sendJson, type Description, type GuidePart, type Http, type ServiceView } from '@domesday/core/surface'

const originOf = (ctx: Context): string => `${ctx.protocol}://${ctx.host}`

const intro = `# Domesday

> Look-ups about UK public data, merged from official sources into one answer, with explained scores. Every gap names its source and
> its reason: null means not known, an empty list means looked for and none found.

Answers are \`{ "data": …, "_meta": … }\`. \`_meta.missing\` explains every gap, \`_meta.as_at\` is the time for which the answer was made,
\`_meta.as_of\` says how old each source is, \`_meta.attribution\` holds the lines that you must show. Failures are problem details (RFC 9457) and are never charged.
Any release may add keys to answers: ignore those that you do not know. \`Domesday-Release\` names the release that answered.
`

const guideOf = (descriptions: readonly Description[], origin: string): string => {
  const parts = descriptions.flatMap(({ guide }) => guide?.(origin) ?? [])
  const byHeading = Map.groupBy(
    parts.toSorted((a, b) => Number(a.last ?? false) - Number(b.last ?? false)),
    ({ heading }: GuidePart) => heading,
  )
  return [
    intro,
    ...[...byHeading].map(([heading, group]) => `## ${heading}\n\n${group.flatMap(({ lines }) => lines).join('\n')}\n`),
  ].join('\n')
}

/** A linkset (RFC 9264): the interfaces of this server, each with its documents. */
const linksetOf = (descriptions: readonly Description[], origin: string): object => {
  const at = (path: string, type: string, title: string) => ({ href: `${origin}${path}`, type, title })
  const own = {
    'service-desc': [at('/openapi.json', 'application/json', 'OpenAPI 3.1')],
    'service-doc': [at('/docs', 'text/html', 'Reference')],
  }
  const interfaces = descriptions
    .flatMap((description) => description.interfaces ?? [])
    .map(({ path, inOpenapi, links }) => ({
      anchor: `${origin}${path}`,
      ...(inOpenapi && own),
      ...Object.fromEntries(
        Object.entries(links).map(([relation, to]) => [
          relation,
          to.map(({ path, type, title }) => at(path, type, title)),
        ]),
      ),
      status: [at('/readyz', 'application/json', 'Whether calls can be answered')],
    }))
  return {
    linkset: [
      { anchor: `${origin}/.well-known/api-catalog`, item: interfaces.map(({ anchor }) => ({ href: anchor })) },
      ...interfaces,
    ],
  }
}

export const discovery = (http: Http, { descriptions }: Pick<ServiceView, 'descriptions'>): void => {
  http.get('/llms.txt', (ctx) =>
    sendJson(ctx, Buffer.from(guideOf(descriptions(), originOf(ctx))), 'text/plain; charset=utf-8'),
  )
  http.get('/.well-known/api-catalog', (ctx) => {
    ctx.set('link', '</.well-known/api-catalog>; rel="api-catalog"')
    return sendJson(
      ctx,
      json(linksetOf(descriptions(), originOf(ctx))),
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    )
  })
}

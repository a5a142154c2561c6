/** `docs/endpoints/<id>.md`: parameters, prices, sections by depth, sources, score, and an example answer. */
import { counted, depths, type JsonSchema } from '@domesday/core'
import {
  type Configured,
  doubtPath,
  type LoadedEndpoint,
  parametersIn,
  parametersOf,
  scorePath,
  type ScoreSettings,
  sourcesOf,
} from '@domesday/core/tool'
import { dataSchema } from '@domesday/surface-parts/answer-schema'
import { cell, generated, rows } from './markdown.ts'
import { effectInWords } from './scores.ts'

type Schema = Record<string, any>

const typeOf = (schema: Schema): string => {
  if (schema['enum']) return (schema['enum'] as readonly string[]).map((word) => `\`${word}\``).join(' or ')
  if (schema['anyOf']) return (schema['anyOf'] as readonly Schema[]).map(typeOf).join(' or ')
  const type = [schema['type']].flat().join(' or ')
  return type.startsWith('array')
    ? type.replace(
        'array',
        `list of ${schema['items']?.['type'] === 'object' ? 'objects' : `${typeOf(schema['items'] as Schema)}s`}`,
      )
    : schema['format'] === 'date'
      ? type.replace('string', 'date')
      : type
}

/** One row for each field: path, type, unit and meaning. */
const fields = (schema: Schema, at = ''): readonly (readonly string[])[] => {
  const inner = (schema['anyOf'] as readonly Schema[] | undefined)?.find(({ type }) => type !== 'null') ?? schema
  const within = inner['properties']
    ? Object.entries(inner['properties'] as Record<string, Schema>).flatMap(([key, value]) => {
        const path = at === '' ? key : `${at}.${key}`
        const items =
          value['items'] ?? (value['anyOf'] as readonly Schema[] | undefined)?.find(({ items }) => items)?.['items']
        return [
          [`\`${path}\``, typeOf(value), value['x-unit'] ?? '', value['description'] ?? ''],
          ...(items ? fields(items as Schema, `${path}[]`) : fields(value, path)),
        ]
      })
    : []
  return within
}

/** Cuts long lists, to keep the structure visible. */
const shortened = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...value.slice(0, 2).map(shortened), ...(value.length > 2 ? [`… ${value.length - 2} more`] : [])]
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]))
      : value

const pricesOf = (endpoint: LoadedEndpoint, { current }: Configured): string => {
  const { credits, microUsd } = current().endpoint(endpoint.declared.id)
  const row = (name: string, prices: Readonly<Record<string, number>>, unit = 1): readonly string[] => [
    name,
    ...depths.map((depth) => String(prices[depth]! / unit)),
  ]
  return endpoint.flat
    ? `${counted(credits.full, 'credit')}${microUsd ? `, or $${microUsd.full / 1e6} per call` : ''}. There is one depth.`
    : rows(['', ...depths], [row('credits', credits), ...(microUsd ? [row('US dollars per call', microUsd, 1e6)] : [])])
}

/** The endpoint's score, the position of its bounds, and its gates. */
const scoreNote = ({ declared }: LoadedEndpoint, id: string, { bands, gates = {} }: ScoreSettings): string => {
  const path = scorePath(declared),
    doubt = doubtPath(declared)
  const elsewhere =
    doubt === null || doubt === path
      ? ''
      : ` Its \`bounds\`, \`possible_ratings\` and \`override\` are ${doubt === 'data' ? 'beside it' : `in \`${doubt}\``}.`
  const decisive = Object.entries(gates).map(
    ([name, effect]) =>
      `- \`${name}\`: ${effect.when}. ${effectInWords(effect).replace(/^./, (first) => first.toUpperCase())}.`,
  )
  return `
Its score is \`${path}\`: see [how it is made](../scores/${id}.md). Ratings: ${bands.map(({ rating }) => rating).join(', ')}.${elsewhere}
${decisive.length > 0 ? `\nThese facts override the sum of its factors:\n\n${decisive.join('\n')}\n` : ''}`
}

export const endpointPage = (
  endpoint: LoadedEndpoint,
  configured: Configured,
  example: { readonly path: string; readonly data: unknown } | null,
): string => {
  const { declared } = endpoint
  const { examples, scoreOf } = configured.current().endpoint(declared.id)
  const [score] = endpoint.scores
  return `# ${declared.title}

${generated}

\`GET /api/v1${declared.path}\`${declared.tool ? ` · tool \`${declared.tool}\`` : ''}

${declared.summary}

## Price

${pricesOf(endpoint, configured)}

## Parameters

${rows(
  ['name', 'in', 'type', 'default', 'meaning'],
  Object.entries(parametersOf(endpoint)).map(([name, { schema, optional }]) => [
    `\`${name}\``,
    parametersIn(declared.path).includes(name) ? 'path' : 'query',
    typeOf(schema as JsonSchema as Schema),
    String((schema as Schema)['default'] ?? (optional ? 'none' : 'required')),
    (schema as Schema)['description'] as string,
  ]),
)}

## Sections

${rows(
  ['section', 'from', 'sources'],
  Object.entries(declared.sections).map(([name, { from }]) => [
    `\`${name}\``,
    endpoint.flat ? 'always' : from,
    sourcesOf(declared, name)
      .map((id) => `[${id}](../sources.md#${id})`)
      .join(', '),
  ]),
)}
${score ? scoreNote(endpoint, score.id, scoreOf(score)) : ''}
## Fields of \`data\`

${rows(['field', 'type', 'unit', 'meaning'], fields(dataSchema(declared) as Schema))}

## Examples from the sample data

${Object.entries(examples)
  .map(([path, why]) => `- \`${path}\`: ${cell(why)}`)
  .join('\n')}
${
  example
    ? `
\`data\` of \`${example.path}\` at ${endpoint.flat ? 'its one depth' : 'full depth'}, long lists cut:

\`\`\`json
${JSON.stringify(shortened(example.data), null, 2)}
\`\`\`
`
    : ''
}`
}

export const endpointsIndex = ({ plugins, current }: Configured): string => `# Look-ups

${generated}

${rows(
  ['path', 'credits', 'what it answers'],
  [...plugins.endpoints.values()].map(({ declared, flat }) => {
    const { credits } = current().endpoint(declared.id)
    return [
      `[\`${declared.path}\`](${declared.id}.md)`,
      flat ? credits.full : depths.map((depth) => credits[depth]).join(' / '),
      declared.summary,
    ]
  }),
)}
`

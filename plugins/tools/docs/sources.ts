/** `docs/sources.md`: every source with its address, credentials, terms, freshness and unconfirmed operations. */
import { hoursInWords } from '@domesday/client-dataset/commands'
import { counted } from '@domesday/core'
import { type Charging, type Configured, envNames, termsOf, type Words } from '@domesday/core/tool'
import { duration, generated, rows } from './markdown.ts'

const mayCharge: Readonly<Record<Charging, string>> = {
  free: 'yes',
  attribution: 'yes, with attribution',
  licence_needed: '**not without a licence**: off in live mode until it is held',
  discouraged: '**its publisher asks you not to**: off in live mode until you accept that',
}

const linkTo = ({ url }: Words): string => (url === '' ? 'not stated' : `[terms](${url})`)

export const sourcesPage = ({ plugins, current }: Configured): string => {
  const sources = [...plugins.sources.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const usedBy = (id: string): string =>
    [...plugins.endpoints.values()]
      .filter(({ sources: used }) => used.includes(id))
      .map(({ declared }) => declared.id)
      .join(', ')
  const unconfirmed = sources.flatMap(({ id, operations }) =>
    [...operations.values()]
      .filter(({ confidence }) => confidence === 'unconfirmed')
      .map((operation) => [id, operation.id]),
  )
  return `# Sources

${generated}

Domesday asks ${sources.length} official sources. Those without a key work at once in live mode; the others as soon as their environment variable is set.
Datasets are bulk files: \`domesday datasets pull <id> --live\` imports one.

${rows(
  ['source', 'what it holds', 'kind', 'key', 'used by'],
  sources.map((source) => {
    const { id, coverage, covers, keyless } = source
    const env = envNames(source)
    return [
      `[\`${id}\`](#${id})`,
      covers ? `${coverage} (${covers.join(', ')})` : coverage,
      source.kind === 'dataset' ? 'dataset' : source.stored === null ? 'live' : 'live, and harvested',
      env.length === 0 ? 'none' : `${env.map((name) => `\`${name}\``).join(', ')}${keyless ? ' (works without)' : ''}`,
      usedBy(id),
    ]
  }),
)}

## May I charge for this?

What the terms of each source say, as far as we have read them. This is no legal advice: read them yourself before you charge. No answer is
cached longer than \`may keep\`: settings that exceed it are rejected. A source that is off in live mode is \`not_licensed\` in answers;
[Running Domesday](operators.md#what-you-may-charge-for) says how to switch it on.

${rows(
  ['source', 'May I charge for this?', '`may keep`', 'terms'],
  sources.flatMap((source) => {
    const { charging, mayKeep, terms } = termsOf(source)
    return [
      [`[\`${source.id}\`](#${source.id})`, mayCharge[charging], mayKeep, linkTo(terms)],
      ...Object.values(source.parts ?? {}).map((part) => [
        `[\`${source.id}\`](#${source.id}): ${part.title}`,
        mayCharge[part.charging],
        mayKeep,
        linkTo(part.terms),
      ]),
    ]
  }),
)}

## Unconfirmed operations

The wire format of these operations has not been checked against the real service. They tolerate differences; an unexpected response becomes a gap, not a wrong answer.

${unconfirmed.length === 0 ? 'None.' : rows(['source', 'operation'], unconfirmed)}
${sources
  .map((source) => {
    const { base, timeout, tries, rate, ttl, stale_for: staleFor, refresh, pull } = current().source(source.id)
    const { default: defaultTtl = 0, ...others } = ttl
    const { charging, mayKeep, terms } = termsOf(source)
    return `
## ${source.id}

**${source.title}**. ${source.coverage}.

${rows(
  ['', ''],
  [
    ['address', base],
    ['licence', source.licence],
    ['attribution', source.attribution],
    [
      'May I charge for this?',
      `${mayCharge[charging]}. ${source.terms === undefined ? '' : `${terms.words} `}${linkTo(terms)}`,
    ],
    ...Object.values(source.parts ?? {}).map((part) => [
      part.title,
      `${mayCharge[part.charging]}. ${part.terms.words} ${linkTo(part.terms)}`,
    ]),
    ['may keep', mayKeep],
    ...(source.signup ? [['key', source.signup]] : []),
    ...(source.kind === 'dataset'
      ? [['pulled again after', refresh === null ? '–' : duration(refresh)]]
      : [
          [
            'fresh for',
            [duration(defaultTtl), ...Object.entries(others).map(([id, ms]) => `${id} ${duration(ms)}`)].join(', '),
          ],
          ['stale answers if it fails', staleFor === 0 ? 'never' : `for ${duration(staleFor)} more`],
          ['limit', rate ? `${counted(rate.calls, 'call')} in ${duration(rate.per)}` : 'none'],
          ['timeout', `${duration(timeout)}, ${tries} ${tries === 1 ? 'try' : 'tries'}`],
          ...(pull === null
            ? []
            : [
                [
                  'harvested',
                  `by command, ${hoursInWords(pull.hours)}, ${counted(pull.rate.calls, 'call')} in ${duration(pull.rate.per)}; again after ${refresh === null ? '–' : duration(refresh)}`,
                ],
              ]),
        ]),
    ['operations', [...source.operations.keys()].join(', ')],
  ],
)}
`
  })
  .join('')}`
}

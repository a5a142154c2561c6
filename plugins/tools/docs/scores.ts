/** `docs/scores/<id>.md`: factors, curves as small plots, bands, and a worked example. */
import { type Scored, type ScoreNode, walk } from '@domesday/core'
import {
  type Configured,
  type Curve,
  type GateEffect,
  type LoadedEndpoint,
  scorePath,
  type ScoreSettings,
  sourceIdsIn,
} from '@domesday/core/tool'
import { generated, rows } from './markdown.ts'
import { plot } from './plot.ts'
import { worked } from './worked.ts'

export interface ScorePages {
  readonly pages: ReadonlyMap<string, string>
  readonly plots: ReadonlyMap<string, string>
}
/** A score with one of the endpoints that show it. */
interface Shown {
  readonly score: ScoreNode
  readonly endpoints: readonly LoadedEndpoint[]
  readonly settings: ScoreSettings
}

const inWords = (curve: Curve): string =>
  Array.isArray(curve)
    ? (curve as readonly (readonly [number, number])[]).map(([metric, points]) => `${metric} → ${points}`).join(', ')
    : Object.entries(curve as Readonly<Record<string, number>>)
        .map(([word, points]) => `${word} → ${points}`)
        .join(', ')

export const effectInWords = ({ score, confidence, provisional }: GateEffect): string =>
  [
    ...(score === 'unrated'
      ? ['no score']
      : Object.entries(score ?? {}).map(([how, points]) => `score ${how.replaceAll('_', ' ')} ${points}`)),
    ...(confidence ? [`confidence at most ${confidence.at_most}`] : []),
    ...(provisional ? ['as long as that is not known; the bounds stay'] : []),
  ].join(', ')

const gatesTable = ({ gates }: ScoreSettings): string =>
  gates === undefined
    ? ''
    : `
Facts that decide, whatever the factors add up to. An answer names those that hold in \`override\`; one that could not be looked at widens the bounds.

${rows(
  ['gate', 'holds where', 'does'],
  Object.entries(gates).map(([name, effect]) => [`\`${name}\``, effect.when, effectInWords(effect)]),
)}
`

const spreadsOf = ({ spreads = {} }: ScoreSettings): string =>
  Object.entries(spreads)
    .map(
      ([factor, points]) => ` \`${factor}\` is read from a wider area: it is known within ${points} points either way.`,
    )
    .join('')

const sourcesUnder = (score: ScoreNode, factor: string): readonly string[] =>
  sourceIdsIn(walk(score.factors[factor]!.inputs))

const shownScores = ({ plugins, current }: Configured): readonly Shown[] => {
  const found = new Map<string, { score: ScoreNode; endpoints: LoadedEndpoint[] }>()
  for (const endpoint of plugins.endpoints.values()) {
    for (const score of endpoint.scores) {
      const known = found.get(score.id)
      if (known) known.endpoints.push(endpoint)
      else found.set(score.id, { score, endpoints: [endpoint] })
    }
  }
  return [...found.values()].map(({ score, endpoints }) => ({
    score,
    endpoints,
    settings: current().endpoint(endpoints[0]!.declared.id).scoreOf(score),
  }))
}

export const scorePages = (
  configured: Configured,
  example: (endpoint: LoadedEndpoint, score: ScoreNode) => { readonly path: string; readonly value: Scored } | null,
): ScorePages => {
  const pages = new Map<string, string>(),
    plots = new Map<string, string>()
  for (const { score, endpoints, settings } of shownScores(configured)) {
    const names = Object.keys(score.factors)
    for (const name of names) plots.set(`docs/scores/plots/${score.id}-${name}.svg`, plot(settings.curves[name]!))
    const instance = example(endpoints[0]!, score)
    pages.set(
      `docs/scores/${score.id}.md`,
      `# ${score.id.replaceAll(/[-_]/g, ' ').replace(/^./, (first) => first.toUpperCase())} score

${generated}

Shown by ${endpoints.map(({ declared }) => `[${declared.id}](../endpoints/${declared.id}.md)${scorePath(declared) ? ` at \`${scorePath(declared)}\`` : ''}`).join(' and ')}. From 0 to 100.

${rows(
  ['factor', 'weight', 'metric → points', 'curve', 'rests on'],
  names.map((name) => [
    `\`${name}\``,
    settings.weights[name],
    inWords(settings.curves[name]!),
    `![${name}](plots/${score.id}-${name}.svg)`,
    sourcesUnder(score, name).join(', '),
  ]),
)}

Between two corners of a curve the points go along a straight line, beyond its ends they stay. A factor that is not known adds nothing, and the others are
weighed over what is known; below a known share of ${settings.minimum_weight} of the weight there is no score. \`bounds\` are where the score lies whatever the unknown
turns out to be: each factor that is not known counts with the fewest and with the most points of its curve, one known in part with those that its
\`points_between\` says. \`possible_ratings\` are the ratings within them. Confidence is \`high\` where one rating is possible, \`medium\` where two neighbours
are, else \`low\`; it is \`low\` too below half of the weight.${spreadsOf(settings)}
${gatesTable(settings)}
${rows(
  ['from', 'rating', 'recommendation'],
  settings.bands.map(({ from, rating, recommendation }) => [from, `**${rating}**`, recommendation]),
)}
${instance ? worked(instance.path, instance.value) : ''}`,
    )
  }
  return { pages, plots }
}

/** `docs/scores/<id>.md`: factors, curves as small plots, bands, and a worked example. */
import { type Scored, type ScoreNode, walk } from '@domesday/core'
import {
  type Advice,
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
/** A score with the endpoints that show it. */
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

export const effectInWords = ({ score, confidence, provisional }: GateEffect): string => {
  const effects = [
    ...(score === 'unrated'
      ? ['no score']
      : Object.entries(score ?? {}).map(([how, points]) => `score ${how.replaceAll('_', ' ')} ${points}`)),
    ...(confidence ? [`confidence at most ${confidence.at_most}`] : []),
    ...(provisional ? ['as long as that is not known; the bounds stay'] : []),
  ]
  return effects.length === 0 ? 'said first, without effect on the score' : effects.join(', ')
}

const gatesTable = ({ gates }: ScoreSettings): string =>
  gates === undefined
    ? ''
    : `
Facts that override the sum of the factors. An answer names those that hold in \`override\`; an unknown one widens the bounds.

${rows(
  ['gate', 'condition', 'effect'],
  Object.entries(gates).map(([name, effect]) => [`\`${name}\``, effect.when, effectInWords(effect)]),
)}
`

const stepsOf = (advice: Advice): readonly (readonly [step: string, text: string | null])[] =>
  typeof advice === 'string'
    ? [['', advice]]
    : Array.isArray(advice)
      ? (advice as readonly (readonly [number, string | null])[]).map(([from, text]) => [`from ${from}`, text])
      : Object.entries(advice as Readonly<Record<string, string | null>>)

const adviceTables = ({ advice = {}, find_out: findOut = {} }: ScoreSettings): string =>
  [
    ...(Object.keys(advice).length > 0
      ? [
          '\nWhat the recommendation tells, with what to do about it: facts that hold, and findings of these steps. The heaviest come first.\n',
          rows(
            ['factor or gate', 'step', 'what to do'],
            Object.entries(advice).flatMap(([name, of]) =>
              stepsOf(of).map(([step, text]) => [`\`${name}\``, step, text ?? '–']),
            ),
          ),
        ]
      : []),
    ...(Object.keys(findOut).length > 0
      ? [
          '\nWhere a factor or a gate is not known and decides the rating:\n',
          rows(
            ['factor or gate', 'how to find out'],
            Object.entries(findOut).map(([name, text]) => [`\`${name}\``, text]),
          ),
        ]
      : []),
  ].join('\n')

const spreadsOf = ({ spreads = {} }: ScoreSettings): string =>
  Object.entries(spreads)
    .map(([factor, points]) => ` \`${factor}\` is read from a wider area: it is known within ±${points} points.`)
    .join('')

const sourcesUnder = (score: ScoreNode, factor: string): readonly string[] =>
  sourceIdsIn(walk(score.factors[factor]!.inputs))

const shownScores = ({ plugins, current }: Configured): readonly Shown[] => {
  const found = new Map<string, { score: ScoreNode; endpoints: LoadedEndpoint[] }>()
  for (const endpoint of plugins.endpoints.values()) {
    for (const score of endpoint.scores) {
      const entry = found.get(score.id)
      if (entry) entry.endpoints.push(endpoint)
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
  ['factor', 'weight', 'metric → points', 'curve', 'sources'],
  names.map((name) => [
    `\`${name}\``,
    settings.weights[name],
    inWords(settings.curves[name]!),
    `![${name}](plots/${score.id}-${name}.svg)`,
    sourcesUnder(score, name).join(', '),
  ]),
)}

Points are interpolated linearly between the vertices of a curve, and constant beyond its ends. An unknown factor adds nothing, and the score is
taken over the known weight; if that is less than ${settings.minimum_weight} of the weight, there is no score. \`bounds\` are the lowest and the highest possible
score: an unknown factor counts with the fewest and with the most points of its curve, a partly known one with its \`points_between\`.
\`possible_ratings\` are the ratings within the bounds. Confidence is \`high\` if one rating is possible, \`medium\` if two adjacent ones
are, else \`low\`; it is also \`low\` if less than half of the weight is known.${spreadsOf(settings)}
${gatesTable(settings)}
${rows(
  ['from', 'rating', 'recommendation'],
  settings.bands.map(({ from, rating, recommendation }) => [from, `**${rating}**`, recommendation]),
)}
${adviceTables(settings)}
${instance ? worked(instance.path, instance.value) : ''}`,
    )
  }
  return { pages, plots }
}

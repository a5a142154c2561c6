/** An answer in brief: its score and first figures, the subjects that it leads to, and the whole of it on request. */
import { dial } from '../charts/dial.js'
import { h, replace } from '../dom.js'
import { toneOfRating } from '../scoring.js'
import { isRow, schemaOf, scoresOf, verdictOf } from '../shapes.js'
import { labelOf, midSentence, pathLabel, phrase } from '../words.js'
import { cell } from './cells.js'
import { countText, gapsOf } from './gaps.js'
import { leadsIn, leadsView } from './leads.js'
import { answerPicture } from './picture.js'

/** @typedef {Parameters<typeof answerPicture>[0]} Shown */
/** @typedef {import('../types').Schema} Schema */

const mostFigures = 6
const mostOfSection = 2

/** @param {unknown} value */
const isShort = (value) =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= 60)

/**
 * Figures of an answer that has no score: those at its top, and a few of each section behind the first, which
 * identifies the subject.
 * @param {import('../types').Row} data @param {Schema | undefined} schema
 */
const figuresOf = (data, schema) => {
  const rows = Object.entries(data).filter((entry) => isRow(entry[1]))
  const from = (
    /** @type {import('../types').Row} */ row,
    /** @type {Schema | undefined} */ of,
    /** @type {string} */ at,
  ) =>
    Object.entries(row)
      .filter(([key, value]) => isShort(value) && schemaOf(of, key)?.['x-subject'] === undefined)
      .map(([key, value]) => ({ key, label: pathLabel(`${at}${key}`), value, schema: schemaOf(of, key) }))
  const inside = rows.slice(1).flatMap(([key, value]) =>
    from(/** @type {import('../types').Row} */ (value), schemaOf(schema, key), `${key}.`)
      .filter((figure) => typeof figure.value === 'number')
      .slice(0, mostOfSection),
  )
  const figures = [...from(data, schema, '').filter(({ key }) => key !== 'query'), ...inside]
  const [identity] = rows
  return (
    figures.length > 0 || identity === undefined
      ? figures
      : from(/** @type {import('../types').Row} */ (identity[1]), schemaOf(schema, identity[0]), '')
  ).slice(0, mostFigures)
}

/** @param {Shown} shown @param {ReturnType<typeof scoresOf>[number]} score @param {boolean} only */
const scoreBrief = ({ endpoint }, { name, scored }, only) => {
  const { score, rating, bounds, possible_ratings: possible = [], override } = scored
  const path = endpoint.score?.path.replace(/^data\./, '')
  const entry = name === path || only ? endpoint.score : null
  return h(
    'div',
    { class: 'brief-score', role: 'group', 'aria-label': labelOf(name) },
    h(
      'div',
      { class: 'brief-dial' },
      dial({ score, rating, bounds, possible, scale: entry, forbidden: !!override, actual: null }),
      h(
        'p',
        { class: 'rating' },
        rating === null
          ? h('span', { class: 'chip tone-neutral' }, 'No rating')
          : h('span', { class: `chip tone-${toneOfRating(entry, rating)}` }, phrase(rating)),
      ),
    ),
    h(
      'div',
      {},
      h('p', { class: 'small muted' }, labelOf(name)),
      h('p', { class: 'brief-advice' }, scored.recommendation),
    ),
  )
}

/**
 * The sections of an answer in words, without the one that identifies the subject.
 * @param {import('../types').Row} data @param {ReadonlySet<string>} used what the score shows
 */
const sectionsIn = (data, used) => {
  const rest = Object.entries(data).filter(
    ([key, value]) => typeof value === 'object' && value !== null && !used.has(key),
  )
  const identity = rest.find(([, value]) => isRow(value))
  return rest
    .filter((section) => section !== identity)
    .map(([key]) => midSentence(labelOf(key)))
    .join(', ')
}

/** @param {Shown & { self: string }} shown `self`: the address of the subject's page, which is no lead */
export const briefView = ({ self, ...shown }) => {
  const { answer, schema } = shown
  const { data, _meta: meta } = answer
  const scores = scoresOf(data),
    verdict = verdictOf(data)
  const used = new Set([
    ...scores.flatMap((each) => each.used),
    ...(verdict ? ['verdict_because', 'possible_verdicts'] : []),
  ])
  const figures = scores.length > 0 ? [] : figuresOf(data, schema)
  const leads = leadsIn(data, schema).filter(({ href }) => href !== self)
  const slot = h('div', { class: 'whole-answer' })
  const whole = h(
    'details',
    {
      class: 'whole-fold',
      ontoggle: () => {
        whole.closest('.part')?.classList.toggle('is-open', whole.open)
        if (whole.open && !slot.hasChildNodes()) replace(slot, answerPicture(shown))
      },
    },
    h('summary', {}, 'The whole answer', h('span', { class: 'muted' }, `: ${sectionsIn(data, used)}`)),
    slot,
  )
  return h(
    'div',
    { class: 'brief' },
    verdict && h('p', { class: 'brief-verdict' }, 'Verdict: ', h('b', {}, phrase(verdict.word))),
    scores.map((score) => scoreBrief(shown, score, scores.length === 1)),
    figures.length > 0 &&
      h(
        'dl',
        { class: 'facts' },
        figures.map(({ key, label, value, schema: of }) =>
          h('div', {}, h('dt', {}, label), h('dd', {}, cell(value, key, of))),
        ),
      ),
    meta.missing.length > 0 &&
      h(
        'p',
        { class: 'gap-note small' },
        `${countText(gapsOf(meta))}: part of this is not known. The whole answer says why.`,
      ),
    leadsView(leads),
    whole,
  )
}

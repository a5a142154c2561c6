/** An answer as a picture: the score first, then a card for each section, then gaps and sources. */
import { h, newId } from '../dom.js'
import { locator } from '../charts/outline.js'
import { drawnOf } from '../drawn.js'
import { dayParameter } from '../form.js'
import { isPoint, isRow, isRows, schemaOf, scoresOf, verdictOf } from '../shapes.js'
import { aboutOf, dateText, labelOf, pathLabel, ukDay } from '../words.js'
import { subjectOf } from './answered-subject.js'
import { draw } from './draw.js'
import { evidencePanel } from './evidence.js'
import { leadsIn, leadsView } from './leads.js'
import { packed } from './packed.js'
import { countText, gapsOf, gapsPanel, gapText, unasked, unknown } from './gaps.js'
import { scoreView } from './score.js'
import { sourcesPanel } from './sources.js'

/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Answer} Answer */
/** @typedef {import('../types').Catalogue} Catalogue */
/** @typedef {import('../types').Endpoint} Endpoint */
/** @typedef {import('../types').Context} Context */
/** @typedef {import('../types').Schema} Schema */

/** @param {unknown} value @param {readonly string[]} path @returns {unknown} undefined if the answer has no such key */
const valueAt = (value, path) =>
  path.reduce((/** @type {unknown} */ inner, key) => (isRow(inner) && key in inner ? inner[key] : undefined), value)

/**
 * Whether a value needs the whole width.
 * @param {unknown} value
 * @param {Schema | undefined} schema
 * @returns {boolean}
 */
const isWide = (value, schema) =>
  isRows(value)
    ? drawnOf(schemaOf(schema)) !== null || value.length > 4 || Object.keys(/** @type {Row} */ (value[0])).length > 4
    : isRow(value) && Object.entries(value).some(([key, inner]) => isWide(inner, schemaOf(schema, key)))

/** Findings come first, then short cards, then long lists. @param {unknown} value @param {Schema | undefined} schema */
const rankOf = (value, schema) =>
  isRows(value) && drawnOf(schemaOf(schema))?.as === 'findings' ? 0 : isWide(value, schema) ? 2 : 1

/**
 * The cards of an answer: top-level sections of the catalogue, and keys that it does not list.
 * @param {Endpoint} endpoint
 * @param {Row} data
 */
const cardsOf = ({ sections }, data) => {
  const names = sections.map(({ name }) => name)
  const own = sections.filter(({ name }) => !names.some((other) => name.startsWith(`${other}.`)))
  const listed = new Set(own.map(({ name }) => name.split('.')[0]))
  return [
    ...own.map(({ name }) => ({
      name,
      sources: [
        ...new Set(
          sections
            .filter((each) => each.name === name || each.name.startsWith(`${name}.`))
            .flatMap(({ sources }) => sources),
        ),
      ],
    })),
    ...Object.keys(data)
      .filter((key) => !listed.has(key))
      .map((name) => ({ name, sources: /** @type {string[]} */ ([]) })),
  ]
}

/**
 * @typedef {object} Shown
 * @property {Answer} answer
 * @property {Endpoint} endpoint
 * @property {Catalogue} catalogue
 * @property {Schema | undefined} schema
 * @property {string} asked
 * @property {string} [address] without it no evidence is shown
 * @property {(depth: import('../types').Depth) => void} deepen
 */

/**
 * @param {Shown} shown
 */
export const answerPicture = ({ answer, endpoint, catalogue, schema, asked, address, deepen }) => {
  const { data, _meta: meta } = answer
  const place = valueAt(data, ['location', 'coordinates'])
  const at = meta.as_at ?? Object.values(meta.as_of).sort().at(-1) ?? new Date().toISOString()
  const isOfThen = new URLSearchParams(address?.split('?')[1]).has(dayParameter)
  const today = ukDay(at)
  /** @type {Context} */
  const context = { at: isPoint(place) ? place : null, today }
  const scores = scoresOf(data),
    used = new Set(scores.flatMap((each) => each.used))
  const scorePath = endpoint.score?.path.replace(/^data\./, '')
  const verdict = verdictOf(data)
  if (verdict !== null && scores.length > 0)
    for (const key of ['verdict', 'possible_verdicts', 'verdict_because']) used.add(key)
  const { name, aside } = subjectOf(answer, asked || endpoint.title)

  const sourceLine = (/** @type {readonly string[]} */ ids) => {
    const shown = ids
      .filter((id) => id in meta.as_of)
      .map((id) => catalogue.sources.find((source) => source.id === id)?.title ?? id)
    return shown.length > 0 && h('p', { class: 'card-sources' }, shown.join(' · '))
  }

  const told = gapsOf(meta)
  /** Short values at the top of the answer share a card. */
  const short = /** @type {[string, unknown][]} */ ([])
  const cards = cardsOf(endpoint, data).flatMap(({ name: section, sources }) => {
    const path = section.split('.'),
      value = valueAt(data, path)
    if (value === undefined || used.has(section)) return []
    if (value !== null && typeof value !== 'object') {
      short.push([section, value])
      return []
    }
    const inner = path.reduce((/** @type {Schema | undefined} */ from, key) => schemaOf(from, key), schema)
    const gaps = told.filter(({ sections }) => sections.some((one) => one === section || one.startsWith(`${section}.`)))
    const title = newId('section')
    return [
      {
        rank: rankOf(value, inner),
        element: h(
          'section',
          {
            class: `card${isWide(value, inner) ? ' is-wide' : ''}${value === null ? ' is-unknown' : ''}`,
            'aria-labelledby': title,
          },
          h('h2', { id: title }, pathLabel(section)),
          aboutOf(inner?.description) !== '' && h('p', { class: 'card-about' }, aboutOf(inner?.description)),
          value === null ? unknown(gaps) : draw(section, value, inner, context),
          value !== null &&
            gaps.length > 0 &&
            h(
              'ul',
              { class: 'plain small partial' },
              gaps.map((gap) => h('li', {}, h('b', {}, 'Gap. '), gapText(gap))),
            ),
          // Figures of rows link to no subject: their names stand below them.
          isRows(value) && leadsView(leadsIn(value, inner)),
          value !== null && sourceLine(sources),
        ),
      },
    ]
  })
  if (short.length > 0) {
    const title = h('h2', { id: newId('section') }, 'In short')
    cards.unshift({
      rank: 1,
      element: h(
        'section',
        { class: 'card', 'aria-labelledby': title.id },
        title,
        draw('overview', Object.fromEntries(short), schema, context),
      ),
    })
  }

  const inOrder = cards.toSorted((a, b) => a.rank - b.rank),
    narrow = inOrder.filter(({ rank }) => rank === 1)
  if (narrow.length === 1) narrow[0]?.element.classList.add('is-wide')

  const element = h(
    'div',
    { class: 'answer' },
    h(
      'header',
      { class: 'answer-head' },
      h('p', { class: 'small' }, endpoint.title),
      h('h2', { class: 'subject' }, name),
      aside && h('p', { class: 'muted' }, aside),
      h(
        'p',
        { class: 'small' },
        isOfThen ? `The answer of ${dateText(today) ?? today}, as it was then.` : `As at ${dateText(at) ?? at}.`,
      ),
      context.at && locator(context.at, name),
      meta.matched &&
        h(
          'p',
          { class: 'small' },
          `You asked for “${meta.matched.asked}”; this is ${meta.matched.chosen}.`,
          meta.matched.candidates.length > 0 && ` It could also be ${meta.matched.candidates.join(', ')}.`,
        ),
      told.length > 0 &&
        h(
          'p',
          { class: 'gap-note' },
          h(
            'a',
            {
              href: '#gaps',
              onclick: (/** @type {Event} */ event) => {
                event.preventDefault()
                element.querySelector('.gaps')?.scrollIntoView()
              },
            },
            countText(told),
          ),
          ': part of this is not known. Each is explained where it stands.',
        ),
      h(
        'p',
        { class: 'print-only small' },
        `Domesday, ${dateText(at) ?? at}. ${meta.sandbox ? 'Sample data. ' : ''}Request ${meta.request_id}.`,
      ),
    ),
    scores.map(({ name: key, scored }) => {
      const title = newId('score')
      return h(
        'section',
        { class: 'card is-score is-wide', 'aria-labelledby': title },
        h('h2', { id: title }, labelOf(key)),
        scoreView({
          name: key,
          scored,
          entry: key === scorePath || scores.length === 1 ? endpoint.score : null,
          verdict,
        }),
      )
    }),
    packed(
      h(
        'div',
        { class: 'cards' },
        inOrder.map(({ element }) => element),
      ),
    ),
    unasked(endpoint, meta.depth, deepen),
    gapsPanel(told, meta.beyond),
    address !== undefined && evidencePanel({ meta, endpoint, address }),
    sourcesPanel(meta, catalogue),
  )
  return element
}

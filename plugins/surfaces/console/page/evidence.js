/** What evidence says, in rows and words: questions with their times, parts of a change, failures. */
import { reasonText } from './views/gaps.js'
import { plain } from './words.js'

/** @typedef {import('./types').Problem} Problem */

const ways = { wire: 'asked now', cache: 'kept from before', dataset: 'from a dataset here' }

/**
 * The questions in the order in which they began. `after`: the last one that had ended by then, if any had.
 * @param {import('./evidence-types').Evidence} evidence
 */
export const asksOf = ({ pack: { form }, timings }) => {
  const rows = form.asks
    .map(({ node, source, operation, outcome, fetched_at, from }, i) => {
      const { began, took } = timings[i] ?? { began: null, took: null }
      const gap = 'gap' in outcome ? outcome.gap : null
      const way = from === null ? 'not answered' : ways[from]
      return { node, source, operation, fetched_at, began, took, from: gap === null ? from : null, gap, way }
    })
    .toSorted((a, b) => (a.began ?? 0) - (b.began ?? 0))
  const endOf = (/** @type {{ began: number | null, took: number | null }} */ { began, took }) =>
    (began ?? 0) + (took ?? 0)
  return rows.map((row) => {
    const ended = rows.filter((other) => other.began !== null && row.began !== null && endOf(other) <= row.began)
    return {
      ...row,
      said: row.gap === null ? row.way : `gap: ${reasonText(row.gap)}`,
      after: ended.toSorted((a, b) => endOf(b) - endOf(a))[0] ?? null,
    }
  })
}

const causes = /** @type {const} */ ([
  ['code', 'the code', 'A later release of the service'],
  ['settings', 'the settings', 'Other weights, curves or gates'],
  ['clock', 'the clock', 'Time that passed, with the same evidence'],
  ['evidence', 'the evidence', 'What the sources say now'],
])

/**
 * The parts of a change that add up to it; empty where they are not known.
 * @param {import('./evidence-types').ScoreChange} score
 */
export const partsOf = (score) =>
  causes.flatMap(([key, name, about]) => {
    const by = score[key]
    return by === null ? [] : [{ key, name, about, by }]
  })

/**
 * The parts with where each begins and ends, from the score of last time.
 * @param {import('./evidence-types').ScoreChange} score
 */
export const stepsOf = (score) => {
  let at = score.before ?? 0
  return partsOf(score).map((part) => ({ ...part, from: at, to: (at += part.by) }))
}

/**
 * The ratings of a look ahead, each with its days: the last day of one is the first of the next.
 * @param {import('./evidence-types').Ahead} ahead
 */
export const ribbonOf = ({ from, to, now, turns }) =>
  [{ on: from, after: now }, ...turns].map(({ on, after }, i) => ({
    rating: after.rating,
    from: on,
    to: turns[i]?.on ?? to,
  }))

/** `+5`, `−3`, `0` @param {number} by */
export const signed = (by) => (by > 0 ? `+${plain(by)}` : by < 0 ? `−${plain(-by)}` : '0')

/**
 * Earlier answers of the same depth, newest first.
 * @param {readonly import('./evidence-types').PackRow[]} rows
 * @param {{ id: string, endpoint: string, depth: string }} own
 */
export const earlierOf = (rows, { id, endpoint, depth }) => {
  const own = rows.findIndex((row) => row.id === id)
  return own < 0 ? [] : rows.slice(own + 1).filter((row) => row.endpoint === endpoint && row.depth === depth)
}

/** @param {Pick<Problem, 'code' | 'title' | 'detail' | 'retry_after_s'>} problem */
export const failureText = ({ code, title, detail, retry_after_s: wait }) => {
  if (code === 'not_kept')
    return 'The evidence is not kept any more, or was made under another key. Ask again to have new evidence.'
  if (code === 'cannot_be_replayed') {
    const why = detail.replace(/^ev_[0-9a-f]+ cannot be replayed: (.)/, (_, first) => first.toUpperCase())
    return `This answer cannot be made again from its evidence. ${why}`
  }
  if (code === 'not_comparable')
    return 'The earlier answer was asked with other parameters: the two cannot be compared.'
  if (code === 'not_offered') return detail
  if (wait !== undefined) return `Too many looks in a minute. Try again in ${plain(wait)} s.`
  return `${title}. ${detail}`
}

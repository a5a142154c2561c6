/** Facts that override the sum of the factors: reasons of a verdict, and overrides of a score. */
import { h } from '../dom.js'
import { othersOf } from '../charts/dial.js'
import { either, inSentence, phrase } from '../words.js'

/** @typedef {import('../types').Scored} Scored */
/** @typedef {import('../types').Verdict} Verdict */

/** @param {string} verdict */
const toneOfVerdict = (verdict) => (verdict === 'PROCEED' ? 'good' : /CAUTION/.test(verdict) ? 'fair' : 'bad')

/** @param {readonly string[]} facts */
const factList = (facts) =>
  facts.length > 0 &&
  h(
    'ul',
    { class: 'facts-deciding' },
    facts.map((fact) => h('li', {}, fact)),
  )

/** @param {Verdict} verdict @param {Node} name its label */
export const verdictView = ({ word, possible, because }, name) => {
  const others = othersOf(word, possible)
  return h(
    'div',
    { class: `verdict tone-${toneOfVerdict(word)}` },
    h('p', { class: 'verdict-word' }, name, h('b', {}, phrase(word))),
    others.length > 0 && h('p', { class: 'verdict-others' }, `Possibly ${either(others.map(inSentence))}.`),
    factList(because),
  )
}

/**
 * The effect of overriding facts on the score: there may be none, if the factors give the same score.
 * @param {Scored} scored
 * @param {number} count
 */
const effectText = ({ score, signals }, count) => {
  const parts = signals.flatMap(({ contribution }) => contribution ?? [])
  const sum = parts.length > 0 ? parts.reduce((all, part) => all + part, 0) : null
  const [who, sets, forbids] =
    count === 1 ? ['One fact decides', 'it sets', 'it forbids'] : [`${count} facts decide`, 'they set', 'they forbid']
  if (score === null) return `${who}: ${forbids} a score.`
  if (sum === score) return `${who}, though the factors add up to as much.`
  return `${who}: ${sets} the score to ${score}.${sum === null ? '' : ` The factors add up to ${sum}.`}`
}

/** @param {Scored} scored @param {readonly string[]} shown facts that are already shown */
export const overrideView = (scored, shown) => {
  if (!scored.override) return null
  const facts = [...new Set([scored.override.reason, ...scored.override.also])]
  return h(
    'div',
    { class: 'override' },
    h('p', {}, h('b', {}, effectText(scored, facts.length))),
    factList(facts.filter((fact) => !shown.includes(fact))),
  )
}

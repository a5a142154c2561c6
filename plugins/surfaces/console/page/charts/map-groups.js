/** What the colours of a map stand for. */
import { fieldsOf } from '../drawn.js'
import { schemaOf } from '../shapes.js'
import { toneOf } from '../tones.js'
import { phrase } from '../words.js'

/** @typedef {import('../types').Drawn} Drawn */
/** @typedef {import('../types').Row} Row */
/** @typedef {import('../types').Schema} Schema */
/** @typedef {{ word: string, className: string }} Group */

const colours = 6
const tones = /** @type {const} */ (['bad', 'fair', 'good', 'neutral'])
/**
 * What the colours stand for: the words that are good or bad news, or else kinds, of which the rarer share the last.
 * @param {Drawn} drawn @param {Schema | undefined} item @param {readonly Row[]} rows
 * @returns {{ field: string | null, groups: Group[], of: (row: Row) => number, grave: readonly number[] }}
 */
export const groupsOf = (drawn, item, rows) => {
  const [word] = fieldsOf(drawn, 'word'),
    [kind] = fieldsOf(drawn, 'kind')
  if (word !== undefined && rows.some((row) => toneOf(schemaOf(item, word), row[word]) !== 'neutral')) {
    const toneAt = (/** @type {Row} */ row) => toneOf(schemaOf(item, word), row[word])
    const present = tones.filter((tone) => rows.some((row) => toneAt(row) === tone))
    const groups = present.map((tone) => {
      const words = rows.filter((row) => toneAt(row) === tone).map((row) => row[word])
      const said = [...new Set(words)].map((each) => (each === null ? 'Not stated' : phrase(String(each))))
      return { word: said.join(', '), className: `tone-${tone} is-toned` }
    })
    return {
      field: word,
      groups,
      of: (row) => present.indexOf(toneAt(row)),
      grave: present.flatMap((tone, i) => (tone === 'bad' ? [i] : [])),
    }
  }
  if (kind === undefined) return { field: null, groups: [], of: () => 0, grave: [] }
  const byKind = [...Map.groupBy(rows, (row) => String(row[kind] ?? 'not stated'))]
  const kept = (
    byKind.length <= colours ? byKind : byKind.toSorted(([, a], [, b]) => b.length - a.length).slice(0, colours - 1)
  ).map(([each]) => each)
  const all = kept.length < byKind.length ? [...kept, 'others'] : kept
  return {
    field: kind,
    groups: all.map((each, i) => ({ word: phrase(each), className: `kind-${i}` })),
    of: (row) => {
      const i = kept.indexOf(String(row[kind] ?? 'not stated'))
      return i < 0 ? kept.length : i
    },
    grave: [],
  }
}

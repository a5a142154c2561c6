/** The score of last time beside that of today: which earlier answer is compared is the reader's choice. */
import { fetchEvidence, RequestFailed } from '../api.js'
import { h, newId } from '../dom.js'
import { earlierOf } from '../evidence.js'
import { dayParameter } from '../form.js'
import { dateText, phrase } from '../words.js'
import { changesView } from './evidence-changes.js'
import { fill, part, slotOf } from './evidence-slot.js'

/** @typedef {import('../evidence-types').PackRow} PackRow */

/** The same look-up by the end of a day. @param {string} address @param {string} time */
const thenHref = (address, time) => {
  const [path, query] = address.split('?')
  const params = new URLSearchParams(query)
  params.set(dayParameter, time.slice(0, 10))
  return `#${path}?${params}`
}

/**
 * An answer with the earlier one that it is compared with; null where none is kept.
 * @typedef {{ id: string, at: string, earlier: PackRow | null }} Compared
 */

/**
 * @param {Compared} compared
 * @param {{ address: string, endpoint: import('../types').Endpoint, depth: string }} asked
 */
export const comparison = (compared, { address, endpoint, depth }) => {
  const slot = slotOf(),
    shown = slotOf(),
    { id } = compared,
    [path = ''] = address.split('?')
  void fill(slot, async (key) => {
    const { packs } = await fetchEvidence(key, `?path=${encodeURIComponent(path)}&limit=100`)
    const earlier = earlierOf(packs, { id, endpoint: endpoint.id, depth })
    const now = packs.find((/** @type {PackRow} */ row) => row.id === id)
    const against = (/** @type {string} */ from) => {
      const row = earlier.find((each) => each.id === from) ?? null
      compared.earlier = row
      return fill(shown, async (key) => {
        const [changes, before, after] = await Promise.all([
          fetchEvidence(key, `/${from}/changes/${id}`),
          fetchEvidence(key, `/${from}`),
          fetchEvidence(key, `/${id}`),
        ])
        const times = [before.pack.form.now, after.pack.form.now]
        return [
          changesView(changes, { times, ratings: [row?.rating, now?.rating], entry: endpoint.score }),
          h('p', { class: 'small' }, h('a', { href: thenHref(address, times[0]) }, 'The whole answer as it was then')),
        ]
      })
    }
    const [newest] = earlier
    if (newest === undefined)
      return h(
        'p',
        { class: 'small' },
        'No earlier answer to this question is kept for your key, so there is nothing to compare with yet.',
      )
    void against(newest.id)
    if (earlier.length === 1) return null
    const name = newId('earlier')
    const choice = h(
      'select',
      { id: name, onchange: () => void against(choice.value) },
      earlier.map((row) =>
        h(
          'option',
          { value: row.id },
          [dateText(row.at), row.score, row.rating && phrase(row.rating)].filter((each) => each !== null).join(' · '),
        ),
      ),
    )
    return h('p', { class: 'evidence-ask' }, h('label', { for: name }, 'Compared with the answer of'), choice)
  })
  return part(
    endpoint.score === null ? 'What changed since last time' : 'Last time’s score beside today’s',
    slot,
    shown,
  )
}

/** @param {unknown} error */
const noneOfThen = (error) => {
  if (error instanceof RequestFailed && error.problem.code === 'cannot_be_replayed') return null
  throw error
}

/**
 * The same look at an answer, and at the earlier one of another day that it is compared with: null where there is none,
 * or where the code of today cannot make it again.
 * @param {string} key @param {Compared} compared @param {string} rest what follows the id
 */
export const lookAtBoth = async (key, { id, at, earlier }, rest) => {
  const isOtherDay = earlier !== null && earlier.at.slice(0, 10) !== at.slice(0, 10)
  const [past, now] = await Promise.all([
    isOtherDay ? fetchEvidence(key, `/${earlier.id}${rest}`).catch(noneOfThen) : null,
    fetchEvidence(key, `/${id}${rest}`),
  ])
  return { past, now }
}

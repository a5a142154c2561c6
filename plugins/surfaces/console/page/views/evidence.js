/** What an answer was made from: asked for when it is opened, free of charge. */
import { fetchEvidence, fetchSigned, RequestFailed } from '../api.js'
import { h, newId, replace } from '../dom.js'
import { earlierOf, failureText } from '../evidence.js'
import { session } from '../session.js'
import { asksView } from './evidence-asks.js'
import { changesView } from './evidence-changes.js'
import { aheadView, pathsView } from './evidence-ahead.js'
import { problemOf } from './problem.js'
import { dateText, labelOf, midSentence, phrase } from '../words.js'

/** @typedef {import('../dom.js').Child} Child */

/** Days of a look ahead: the most that the service allows. */
const days = 400

/**
 * Fills a slot with what comes back, or with why nothing does.
 * @param {HTMLElement} slot @param {(key: string) => Promise<Child>} make
 */
const fill = async (slot, make) => {
  const { key } = session
  if (key === null) return replace(slot, h('p', { class: 'small' }, 'It takes the key that asked.'))
  slot.setAttribute('aria-busy', 'true')
  if (!slot.hasChildNodes()) replace(slot, h('p', { class: 'small muted' }, 'Reading.'))
  try {
    replace(slot, await make(key))
  } catch (error) {
    const problem = error instanceof RequestFailed ? error.problem : problemOf(error)
    replace(slot, h('p', { class: 'small evidence-failure' }, failureText(problem)))
  } finally {
    slot.removeAttribute('aria-busy')
  }
}

/** @param {string} title @param {...Child} children */
const part = (title, ...children) => {
  const id = newId('evidence')
  return h('section', { class: 'evidence-part', 'aria-labelledby': id }, h('h3', { id }, title), children)
}
const slotOf = () => h('div', { role: 'status' })

/** @param {Blob} blob @param {string} name */
const save = (blob, name) => {
  const href = URL.createObjectURL(blob)
  h('a', { href, download: name }).click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}

/**
 * @param {string} id @param {string} path @param {import('../types').Endpoint} endpoint @param {string} depth
 */
const comparison = (id, path, endpoint, depth) => {
  const slot = slotOf(),
    shown = slotOf()
  void fill(slot, async (key) => {
    const { packs } = await fetchEvidence(key, `?path=${encodeURIComponent(path)}&limit=100`)
    const earlier = earlierOf(packs, { id, endpoint: endpoint.id, depth })
    const [last] = earlier
    if (last === undefined)
      return h('p', { class: 'small' }, 'No earlier answer to this question is kept for your key.')
    const against = (/** @type {string} */ from) =>
      fill(shown, async (key) => {
        const [changes, before, after] = await Promise.all([
          fetchEvidence(key, `/${from}/changes/${id}`),
          fetchEvidence(key, `/${from}`),
          fetchEvidence(key, `/${id}`),
        ])
        const row = earlier.find((each) => each.id === from)
        const now = packs.find((/** @type {import('../types').PackRow} */ each) => each.id === id)
        const times = [before.pack.form.now, after.pack.form.now]
        return changesView(changes, { times, ratings: [row?.rating, now?.rating], entry: endpoint.score })
      })
    void against(last.id)
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
  return part('Last time’s score beside today’s', slot, shown)
}

/** @param {string} id @param {import('../types').ScoreEntry} entry */
const forecast = (id, entry) => {
  const slot = slotOf()
  const button = h(
    'button',
    {
      type: 'button',
      onclick: () =>
        void fill(slot, async (key) => aheadView(await fetchEvidence(key, `/${id}/ahead?days=${days}`), entry)),
    },
    `Look ${days} days ahead`,
  )
  return part(
    'When it changes by itself',
    h('p', { class: 'small muted' }, 'The same evidence under later clocks: what time alone does to the rating.'),
    h('p', { class: 'evidence-ask' }, button),
    slot,
  )
}

/** @param {string} id @param {import('../types').ScoreEntry} entry */
const wayTo = (id, entry) => {
  const slot = slotOf(),
    name = newId('rating')
  const choice = h(
    'select',
    { id: name },
    entry.bands.map(({ rating }) => h('option', { value: rating }, phrase(rating))),
  )
  choice.value = (entry.grave === 'high' ? entry.bands.at(-1) : entry.bands[0])?.rating ?? ''
  const ask = () =>
    void fill(slot, async (key) => {
      const to = encodeURIComponent(choice.value)
      return pathsView(await fetchEvidence(key, `/${id}/paths?to=${to}`), entry)
    })
  return part(
    'What it would take',
    h(
      'p',
      { class: 'small muted' },
      `The least that has to change for another rating, of what is the subject’s to change: ${entry.actionable.map((factor) => midSentence(labelOf(factor))).join(', ')}.`,
    ),
    h(
      'p',
      { class: 'evidence-ask' },
      h('label', { for: name }, 'To reach'),
      choice,
      h('button', { type: 'button', onclick: ask }, 'Find the least changes'),
    ),
    slot,
  )
}

/** @param {string} id @param {import('../types').Evidence} evidence */
const downloads = (id, evidence) => {
  const slot = slotOf()
  const name = id.slice(0, 15)
  void fill(slot, async (key) => {
    const file = await fetchSigned(key, id)
    return h(
      'p',
      { class: 'evidence-ask' },
      h(
        'button',
        {
          type: 'button',
          onclick: () =>
            save(new Blob([JSON.stringify(evidence.pack, null, 2)], { type: 'application/json' }), `${name}.json`),
        },
        'The pack (JSON)',
      ),
      file && h('button', { type: 'button', onclick: () => save(file, `${name}.jws.json`) }, 'The signed file'),
    )
  })
  return part(
    'Download',
    h(
      'p',
      { class: 'small muted' },
      'It proves what this service received and how it scored it, not that the register is right.',
    ),
    slot,
    h('p', { class: 'small muted' }, 'Evidence ', h('span', { class: 'code' }, id)),
  )
}

/**
 * Null where no evidence is kept.
 * @param {{ meta: import('../types').Meta, endpoint: import('../types').Endpoint, address: string }} shown
 */
export const evidencePanel = ({ meta, endpoint, address }) => {
  const id = meta.evidence
  if (!id) return null
  const slot = slotOf()
  const path = (address.split('?')[0] ?? '').replace(/^\/api\/v1/, '')
  const load = () =>
    fill(slot, async (key) => {
      const evidence = await fetchEvidence(key, `/${id}`)
      const { score } = endpoint
      return [
        part('What was asked', asksView(evidence)),
        score && comparison(id, path, endpoint, meta.depth),
        score?.ahead && forecast(id, score),
        score && score.actionable.length > 0 && wayTo(id, score),
        downloads(id, evidence),
      ]
    })
  /** Read once; again after a failure. */
  const element = h(
    'details',
    {
      class: 'panel evidence',
      ontoggle: () => {
        if (element.open && slot.querySelector('.evidence-part') === null && !slot.hasAttribute('aria-busy'))
          void load()
      },
    },
    h(
      'summary',
      {},
      h('h2', {}, 'Evidence'),
      h(
        'span',
        { class: 'small muted' },
        'What this was made from, what changed since last time, and a file to keep. Free.',
      ),
    ),
    slot,
  )
  return element
}

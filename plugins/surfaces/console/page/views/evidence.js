/** What an answer was made from: asked for when it is opened, free of charge. */
import { fetchEvidence, fetchSigned } from '../api.js'
import { h } from '../dom.js'
import { forecast } from './evidence-ahead.js'
import { asksView } from './evidence-asks.js'
import { comparison } from './evidence-last.js'
import { wayTo } from './evidence-paths.js'
import { fill, part, slotOf } from './evidence-slot.js'

/** @param {Blob} blob @param {string} name */
const save = (blob, name) => {
  const href = URL.createObjectURL(blob)
  h('a', { href, download: name }).click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(href), 10_000)
}

/** @param {string} id @param {import('../evidence-types').Evidence} evidence */
const downloads = (id, evidence) => {
  const slot = slotOf()
  const name = id.slice(0, 15)
  const pack = () => new Blob([JSON.stringify(evidence.pack, null, 2)], { type: 'application/json' })
  void fill(slot, async (key) => {
    const file = await fetchSigned(key, id)
    return [
      h(
        'p',
        { class: 'evidence-ask' },
        file && h('button', { type: 'button', onclick: () => save(file, `${name}.jws.json`) }, 'The signed file'),
        h('button', { type: 'button', onclick: () => save(pack(), `${name}.json`) }, 'The pack (JSON)'),
      ),
      file &&
        h(
          'p',
          { class: 'small' },
          'Anyone can check the signed file without this service, with its ',
          h('a', { href: '/.well-known/jwks.json' }, 'public keys'),
          ': ',
          h('code', {}, `npx domesday-verify ${name}.jws.json --jwks jwks.json`),
        ),
    ]
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
  const asked = { address: address.replace(/^\/api\/v1/, ''), endpoint, depth: meta.depth }
  const load = () =>
    fill(slot, async (key) => {
      const evidence = await fetchEvidence(key, `/${id}`)
      const { score } = endpoint
      const compared = { id, at: evidence.pack.form.now, earlier: null }
      return [
        part('What was asked', asksView(evidence)),
        comparison(compared, asked),
        score && forecast(compared, score),
        score && wayTo(compared, score),
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

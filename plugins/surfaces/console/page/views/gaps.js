/** Gaps with their reasons, and sections that a deeper lookup would add. */
import { h, newId } from '../dom.js'
import { pathLabel } from '../words.js'

/** @typedef {import('../types').Gap} Gap */
/** @typedef {import('../types').Meta} Meta */
/** @typedef {import('../types').Endpoint} Endpoint */
/** @typedef {import('../types').Depth} Depth */

const reasons = /** @type {Record<string, string>} */ ({
  not_configured: 'no credential on this server',
  not_imported: 'a bulk file that is not on this server',
  not_licensed: 'switched off on this server, in view of its terms',
  not_covered: 'this place is outside what it covers',
  no_data: 'asked, and it holds nothing on this subject',
  no_sample: 'the sample data have no answer of it to this question',
  not_asked: 'not asked: this server may not call it for now',
  upstream_failed: 'asked, and it failed to answer',
  upstream_timeout: 'asked, and it did not answer in time',
  upstream_changed: 'asked, and it answered in another shape than it is known to have',
  plugin_failed: 'a fault of this server’s own code',
  depends_on: 'not asked, because what it needs is itself missing',
  contradictory: 'asked, and it states two things that cannot both be',
  partly: 'asked, and it has only a part of it',
})

/** Why a source said nothing. @param {string} reason */
export const reasonText = (reason) => reasons[reason] ?? reason

/** One for each source and reason. @param {Meta} meta @returns {readonly Gap[]} */
export const gapsOf = ({ gaps, missing }) =>
  gaps ??
  missing.map(({ section, ...gap }) => ({
    ...gap,
    sections: [section],
    detail: `${gap.source}: ${reasonText(gap.reason)}.`,
  }))

/** @param {Gap} gap */
export const gapText = ({ detail, retry_after_s: wait }) =>
  `${detail}${wait === undefined ? '' : ` Another try may help in ${wait} s.`}`

/** Why a section is null. @param {readonly Gap[]} gaps */
export const unknown = (gaps) =>
  h(
    'div',
    { class: 'unknown' },
    h('p', {}, h('b', {}, 'Not known.'), ' This is a gap, not a zero.'),
    gaps.length > 0 &&
      h(
        'ul',
        { class: 'plain small' },
        gaps.map((gap) => h('li', {}, gapText(gap))),
      ),
  )

/** `1 gap`, `4 gaps` @param {readonly Gap[]} gaps */
export const countText = ({ length }) => `${length} ${length === 1 ? 'gap' : 'gaps'}`

/** What no source can know is no gap of this answer. @param {readonly string[]} beyond */
const beyondLine = (beyond) =>
  beyond.length > 0 && h('p', { class: 'small beyond' }, `No source here can know: ${beyond.join('; ')}.`)

/** Every gap of the answer. @param {readonly Gap[]} gaps @param {readonly string[]} [beyond] */
export const gapsPanel = (gaps, beyond = []) => {
  const title = newId('gaps')
  return h(
    'section',
    { class: 'panel gaps', 'aria-labelledby': title },
    h('h2', { id: title }, gaps.length === 0 ? 'Gaps: none' : `Gaps: ${gaps.length}`),
    gaps.length === 0
      ? h('p', { class: 'small' }, 'Every source that this answer asked gave the data.')
      : h(
          'table',
          { class: 'compact' },
          h(
            'thead',
            {},
            h('tr', {}, h('th', { scope: 'col' }, 'What is missing, and why'), h('th', { scope: 'col' }, 'In')),
          ),
          h(
            'tbody',
            {},
            gaps.map((gap) =>
              h(
                'tr',
                {},
                h('td', {}, gapText(gap), h('span', { class: 'code muted' }, ` ${gap.reason}`)),
                h('td', {}, gap.sections.map(pathLabel).join(', ')),
              ),
            ),
          ),
        ),
    beyondLine(beyond),
  )
}

/**
 * Sections that a deeper lookup would add.
 * @param {Endpoint} endpoint
 * @param {Depth} depth
 * @param {(depth: Depth) => void} deepen
 */
export const unasked = (endpoint, depth, deepen) => {
  const order = /** @type {const} */ (['summary', 'standard', 'full'])
  const deeper = order
    .slice(order.indexOf(depth) + 1)
    .map((from) => ({
      from,
      sections: endpoint.sections.filter((section) => section.from === from),
      price: endpoint.prices.credits[from],
    }))
    .filter(({ sections }) => sections.length > 0)
  if (deeper.length === 0) return null
  const title = newId('unasked')
  return h(
    'section',
    { class: 'panel unasked', 'aria-labelledby': title },
    h('h2', { id: title }, 'Not asked at this depth'),
    deeper.map(({ from, sections, price }) =>
      h(
        'p',
        {},
        sections.map(({ name }) => pathLabel(name)).join(', '),
        ' ',
        h(
          'button',
          { type: 'button', class: 'quiet', onclick: () => deepen(from) },
          `Ask at ${from} depth, ${price} credits`,
        ),
      ),
    ),
  )
}

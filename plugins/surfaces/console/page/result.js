/** The result: picture, JSON and code in three tabs, with its cost. */
import { codeView, jsonView } from './code.js'
import { h, newId } from './dom.js'
import { session } from './session.js'
import { plain } from './words.js'
import { answerPicture } from './views/picture.js'

/** @typedef {Parameters<typeof answerPicture>[0]} Shown */

/**
 * Tabs with the usual keyboard behaviour: arrows move, only the selected tab is in the tab order.
 * @param {{ name: string, make: () => HTMLElement }[]} sheets
 */
const tabs = (sheets) => {
  const ids = sheets.map(() => newId('tab'))
  const panels = sheets.map((_, i) =>
    h('div', { role: 'tabpanel', id: `${ids[i]}-panel`, 'aria-labelledby': ids[i], hidden: i > 0 }),
  )
  const choose = (/** @type {number} */ chosen) => {
    for (const [i, button] of buttons.entries()) {
      const panel = panels[i]
      button.setAttribute('aria-selected', String(i === chosen))
      button.tabIndex = i === chosen ? 0 : -1
      if (panel) panel.hidden = i !== chosen
      if (panel && i === chosen && !panel.hasChildNodes())
        panel.append(/** @type {{ make: () => HTMLElement }} */ (sheets[i]).make())
    }
  }
  const move = (/** @type {KeyboardEvent} */ event, /** @type {number} */ from) => {
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: sheets.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + sheets.length) % sheets.length
    choose(next)
    buttons[next]?.focus()
  }
  const buttons = sheets.map(({ name }, i) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: ids[i],
        'aria-controls': `${ids[i]}-panel`,
        onclick: () => choose(i),
        onkeydown: (/** @type {KeyboardEvent} */ event) => move(event, i),
      },
      name,
    ),
  )
  choose(0)
  return { list: h('div', { role: 'tablist', 'aria-label': 'Forms of the answer' }, buttons), panels }
}

/**
 * @param {Shown & { address: string, charged: number, remaining: number, ms: number,
 *   again: { price: number, ask: () => void } | null }} given `again`: of a stored answer, how to ask anew
 */
export const resultView = ({ address, charged, remaining, ms, again, ...shown }) => {
  const { list, panels } = tabs([
    { name: 'Picture', make: () => answerPicture({ ...shown, address }) },
    { name: 'JSON', make: () => jsonView(shown.answer) },
    { name: 'Code', make: () => codeView(`${location.origin}${address}`, () => session.key) },
  ])
  return h(
    'div',
    { class: 'result', role: 'region', 'aria-label': 'Answer' },
    h(
      'div',
      { class: 'result-bar' },
      list,
      h(
        'p',
        { class: 'charge' },
        h(
          'b',
          {},
          again
            ? 'Stored answer, not charged again'
            : charged === 0
              ? 'Not charged'
              : `${plain(charged)} credits charged`,
        ),
        ` · ${plain(remaining)} left · ${plain(Math.round(ms))} ms`,
        shown.answer._meta.sandbox && [' · ', h('span', { class: 'chip tone-fair' }, 'Sample data')],
      ),
      again &&
        h(
          'button',
          { type: 'button', class: 'quiet', onclick: again.ask },
          `Ask again for ${plain(again.price)} credits`,
        ),
      h('button', { type: 'button', class: 'quiet', onclick: () => print() }, 'Print'),
    ),
    panels,
  )
}

// Print collapsed details too.
/** @type {HTMLDetailsElement[]} */
let opened = []
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll('details')].filter(
    (details) => !details.open && details.matches('.factor, .include'),
  )
  for (const details of opened) details.open = true
})
addEventListener('afterprint', () => {
  for (const details of opened) details.open = false
})

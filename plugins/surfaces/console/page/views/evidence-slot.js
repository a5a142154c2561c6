/** The parts of the evidence panel, and slots in them that are filled with what comes back. */
import { RequestFailed } from '../api.js'
import { h, newId, replace } from '../dom.js'
import { failureText } from '../evidence.js'
import { session } from '../session.js'
import { problemOf } from './problem.js'

/** @typedef {import('../dom.js').Child} Child */

/** @param {string} title @param {...Child} children */
export const part = (title, ...children) => {
  const id = newId('evidence')
  return h('section', { class: 'evidence-part', 'aria-labelledby': id }, h('h3', { id }, title), children)
}

/** @param {{ announced?: boolean }} [how] `announced`: short enough to be read out when it comes */
export const slotOf = ({ announced = false } = {}) =>
  h('div', { class: 'evidence-slot', tabindex: -1, role: announced && 'status' })

/** Codes of failures that stay: another try has the same end. */
const lasting = ['not_kept', 'cannot_be_replayed', 'not_comparable', 'not_offered']

/** @param {unknown} error @param {() => void} again */
const failureView = (error, again) => {
  const problem = error instanceof RequestFailed ? error.problem : problemOf(error)
  return h(
    'div',
    { class: 'small evidence-failure', role: 'alert' },
    h('p', {}, failureText(problem)),
    !lasting.includes(problem.code) && h('button', { type: 'button', class: 'quiet', onclick: again }, 'Try again'),
  )
}

/** The last filling of each slot: an earlier one that comes later is dropped. @type {WeakMap<Element, object>} */
const last = new WeakMap()

/**
 * Fills a slot with what comes back, or with why nothing does and a way to try again.
 * @param {HTMLElement} slot @param {(key: string) => Promise<Child>} make
 * @returns {Promise<void>}
 */
export const fill = async (slot, make) => {
  const { key } = session
  if (key === null) return replace(slot, h('p', { class: 'small' }, 'It takes the key that asked.'))
  const own = {}
  last.set(slot, own)
  slot.setAttribute('aria-busy', 'true')
  if (!slot.hasChildNodes()) replace(slot, h('p', { class: 'small muted evidence-reading' }, 'Reading the evidence'))
  const shown = await make(key).catch((error) => failureView(error, () => void fill(slot, make)))
  if (last.get(slot) !== own) return
  slot.removeAttribute('aria-busy')
  const hadFocus = slot.contains(document.activeElement)
  replace(slot, shown)
  if (hadFocus) slot.focus()
}

/** What a reader can do about a look-up that failed: pay for less, get credits, or try again later. */
import { getKeyButton, openAccount } from '../account.js'
import { h, replace } from '../dom.js'
import { depths, priceOf } from '../form.js'
import { plain } from '../words.js'

/** @typedef {import('../types').Problem} Problem */
/** @typedef {import('../types').Endpoint} Endpoint */
/** @typedef {import('../types').Depth} Depth */

/** Longer than this nobody waits for, seconds. */
const longestWait = 120

/** @param {string} label @param {() => void} onclick @param {string} [className] */
const button = (label, onclick, className = 'quiet') =>
  h('button', { type: 'button', class: className, onclick }, label)

/**
 * @param {Problem} problem
 * @param {{
 *   endpoint: Endpoint,
 *   depth: string,
 *   again: (depth?: Depth) => void,
 * }} look the look-up, and how to ask it again
 */
const creditsNeeded = ({ credits_required: price = 0, balance = 0 }, { endpoint, depth, again }) => {
  const isDeep = endpoint.prices.credits.flat === undefined
  const lower = depths
    .slice(
      0,
      isDeep
        ? Math.max(
            0,
            depths.findIndex((each) => each === depth),
          )
        : 0,
    )
    .findLast((each) => priceOf(endpoint, each) <= balance)
  const cost = lower && priceOf(endpoint, lower)
  const slot = h('p', { class: 'remedies' })
  const status = h('p', { role: 'status' })
  const free = getKeyButton(
    (credits) => {
      status.textContent = `You have a new key with ${plain(credits)} credits.`
      const retry = button(`Look up for ${plain(price)} credits`, () => again(), 'primary')
      replace(slot, retry)
      retry.focus()
    },
    (words) => {
      status.textContent = words
    },
    'Get another free key',
  )
  replace(
    slot,
    lower &&
      button(
        `Look up at ${lower} depth for ${plain(/** @type {number} */ (cost))} credits`,
        () => again(lower),
        'primary',
      ),
    document.documentElement.dataset.mode === 'sandbox' && free,
    button('Show my key and what it was charged', () => void openAccount()),
  )
  return h(
    'div',
    {},
    h(
      'p',
      {},
      `This look-up costs ${plain(price)} credits${isDeep ? ` at ${depth} depth` : ''}; your key has ${plain(balance)} to spend.`,
      isDeep && !lower && depth !== 'summary' && ' No lower depth costs as little.',
    ),
    slot,
    status,
    document.documentElement.dataset.mode !== 'sandbox' &&
      h(
        'p',
        { class: 'small' },
        'The operator of this server can add credits to your key; you can also use another one.',
      ),
  )
}

/** A wait in words. @param {number} seconds */
const waitText = (seconds) =>
  seconds < longestWait
    ? `${plain(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} minutes`
      : `${Math.round(seconds / 3600)} hours`

/** Counts down, and asks again at a click after that. @param {number} seconds @param {() => void} again */
const retryIn = (seconds, again) => {
  const at = Date.now() + seconds * 1000
  const status = h('span', { role: 'status', class: 'small' })
  const retry = button('', () => {
    if (retry.getAttribute('aria-disabled') === null) again()
  })
  const left = () => Math.ceil((at - Date.now()) / 1000)
  const show = () => {
    if (left() > 0) {
      retry.textContent = `Try again in ${waitText(left())}`
      retry.setAttribute('aria-disabled', 'true')
      return
    }
    clearInterval(ticking)
    retry.textContent = 'Try again'
    retry.removeAttribute('aria-disabled')
    status.textContent = ' You can try again now.'
  }
  const ticking = setInterval(() => (retry.isConnected ? show() : clearInterval(ticking)), 500)
  show()
  return h('p', { class: 'remedies' }, retry, status)
}

/**
 * @param {Problem} problem
 * @param {{ endpoint: Endpoint, depth: string, again: (depth?: Depth) => void }} look
 */
export const remedies = (problem, look) => {
  const { credits_required: price, retry_after_s: wait } = problem
  if (price !== undefined) return creditsNeeded(problem, look)
  if (wait === undefined) return null
  return wait < longestWait
    ? retryIn(wait, () => look.again())
    : h('p', {}, `Another try may help in ${waitText(wait)}.`)
}

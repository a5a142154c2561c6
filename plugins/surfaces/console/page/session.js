/** The API key, stored while the tab is open, and its remaining credits. */

const storageKey = 'domesday.key'

const stored = () => {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

let key = stored()
/** @type {number | null} */
let remaining = null
/** @type {Set<() => void>} */
const listeners = new Set()

export const session = {
  get key() {
    return key
  },
  /** Credits that can be spent; null while unknown. */
  get remaining() {
    return remaining
  },
  /** @param {string | null} newKey @param {number | null} credits */
  use(newKey, credits) {
    key = newKey
    remaining = credits
    try {
      if (newKey === null) sessionStorage.removeItem(storageKey)
      else sessionStorage.setItem(storageKey, newKey)
    } catch {
      // Without storage the key is lost with the page.
    }
    for (const listener of listeners) listener()
  },
  /** @param {number} credits */
  setRemaining(credits) {
    remaining = credits
    for (const listener of listeners) listener()
  },
  /** @param {() => void} listener called at once and after every change @returns {() => void} unsubscribes */
  watch(listener) {
    listeners.add(listener)
    listener()
    return () => {
      listeners.delete(listener)
    }
  },
}

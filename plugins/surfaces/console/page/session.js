/** The key, kept for as long as the tab is open, and what it can still spend. */

const place = 'domesday.key'

const stored = () => {
  try {
    return sessionStorage.getItem(place)
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
  /** Credits that can be spent; null while it is not known. */
  get remaining() {
    return remaining
  },
  /** @param {string | null} now @param {number | null} credits */
  use(now, credits) {
    key = now
    remaining = credits
    try {
      if (now === null) sessionStorage.removeItem(place)
      else sessionStorage.setItem(place, now)
    } catch {
      // Without storage the key lives as long as the page.
    }
    for (const listener of listeners) listener()
  },
  /** @param {number} credits */
  left(credits) {
    remaining = credits
    for (const listener of listeners) listener()
  },
  /** @param {() => void} listener told of every change, and at once @returns {() => void} ends it */
  watch(listener) {
    listeners.add(listener)
    listener()
    return () => {
      listeners.delete(listener)
    }
  },
}

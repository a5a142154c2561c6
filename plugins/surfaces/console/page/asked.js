/**
 * What this browser has asked within a day. Sent again under the same `Idempotency-Key`, a look-up shows the stored
 * answer for nothing: after a reload, from a link, or where the answer was lost on its way.
 */

const storageKey = 'domesday.asked'
/** As long as the service keeps answers, milliseconds. */
const keptFor = 24 * 3_600_000
const mostKept = 200

/** @typedef {{ repeat: string, at: number, by: number, answered?: true }} Asked `answered`: its answer has come */

/** Tells API keys apart, and says nothing of them. @param {string} apiKey */
const markOf = (apiKey) => [...apiKey].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7)

/** @returns {Record<string, Asked>} */
const stored = () => {
  try {
    const all = /** @type {[string, Asked][]} */ (Object.entries(JSON.parse(localStorage.getItem(storageKey) ?? '{}')))
    return Object.fromEntries(all.filter(([, { at }]) => at > Date.now() - keptFor).slice(-mostKept))
  } catch {
    return {}
  }
}

/** @param {Record<string, Asked>} asked */
const store = (asked) => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(asked))
  } catch {
    // Without storage a repeated look-up is charged again, as its price says.
  }
}

/** @param {string} address @param {string | null} apiKey */
const find = (address, apiKey) => {
  const found = stored()[address]
  return found && apiKey !== null && found.by === markOf(apiKey) ? found : null
}

/**
 * The key of a look-up that this browser has asked with this API key; null if it has not.
 * @param {string} address
 * @param {string | null} apiKey
 */
export const askedBefore = (address, apiKey) => find(address, apiKey)?.repeat ?? null

/**
 * Whether its answer came, so that it can be shown again for nothing. One that was cancelled, failed or was lost may be
 * charged when it is asked again.
 * @param {string} address @param {string | null} apiKey
 */
export const answeredBefore = (address, apiKey) => find(address, apiKey)?.answered === true

/** A new key for a look-up, remembered before it is sent. @param {string} address @param {string} apiKey */
export const askAnew = (address, apiKey) => {
  const repeat = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const { [address]: _, ...others } = stored()
  store({ ...others, [address]: { repeat, at: Date.now(), by: markOf(apiKey) } })
  return repeat
}

/** @param {string} address @param {string} apiKey */
export const noteAnswered = (address, apiKey) => {
  const found = find(address, apiKey)
  if (found) store({ ...stored(), [address]: { ...found, answered: true } })
}

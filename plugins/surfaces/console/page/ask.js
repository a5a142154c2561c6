/** Asks a look-up under the reader's key: remembers it, and keeps the balance. */
import { fetchAccount, lookUp } from './api.js'
import { askAnew, askedBefore, noteAnswered } from './asked.js'
import { session } from './session.js'

/** A stream ends with the answer, which says what it cost and not what is left. @param {number} charged */
const remainingAfter = async (charged) => {
  const { key, remaining: before } = session
  const account = before === null && key !== null ? await fetchAccount(key) : null
  const remaining = account ? account.balance - account.held : (session.remaining ?? 0) - charged
  session.setRemaining(remaining)
  return remaining
}

/**
 * `anew`: not the stored answer of a look-up that was asked before.
 * @param {string} address @param {string} key
 * @param {{ anew?: boolean } & Pick<Parameters<typeof lookUp>[2], 'signal' | 'follow'>} options
 */
export const ask = async (address, key, { anew = false, ...options }) => {
  const repeat = (anew ? null : askedBefore(address, key)) ?? askAnew(address, key)
  const came = await lookUp(address, key, { repeat, ...options })
  noteAnswered(address, key)
  return { ...came, remaining: await remainingAfter(came.charged) }
}

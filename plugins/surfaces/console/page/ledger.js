/** The movements of a key's credits, each with a link to what was looked up. */
import { addressOf } from './api.js'
import { h } from './dom.js'
import { dateText, phrase, plain } from './words.js'

/** @typedef {import('./types').Account['ledger'][number]} LedgerRow */
/** @typedef {import('./types').Endpoint} Endpoint */

/**
 * The place of a look-up: filled in where its subject is all that it asks for.
 * @param {LedgerRow} row
 * @param {Endpoint | undefined} endpoint
 */
const placeOf = ({ subject, depth }, endpoint) => {
  const inPath = endpoint?.params.filter((parameter) => parameter.in === 'path') ?? []
  if (!endpoint || !subject || inPath.length !== 1 || !inPath[0]) return `#${endpoint?.id ?? ''}`
  const flat = endpoint.prices.credits.flat !== undefined
  const address = addressOf(endpoint, { [inPath[0].name]: subject, ...(depth && !flat && { depth }) })
  return `#${address.replace(/^\/api\/v1/, '')}`
}

/** `energy, full — WA1 1UH` @param {LedgerRow} row @param {readonly Endpoint[]} endpoints @param {() => void} leave */
const whatOf = (row, endpoints, leave) => {
  if (!row.endpoint) return phrase(row.kind)
  const text = [row.endpoint, row.depth].filter(Boolean).join(', ')
  const endpoint = endpoints.find(({ id }) => id === row.endpoint)
  const place = placeOf(row, endpoint)
  return [endpoint ? h('a', { href: place, onclick: leave }, text) : text, row.subject ? ` — ${row.subject}` : null]
}

/** With a true minus sign, which is as wide as the plus. @param {number} amount */
const amountText = (amount) => `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${plain(Math.abs(amount))}`

/**
 * @param {readonly LedgerRow[]} rows @param {readonly Endpoint[]} endpoints
 * @param {() => void} leave called when a look-up is opened
 */
export const ledgerTable = (rows, endpoints, leave) =>
  h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Ledger' },
    h(
      'table',
      { class: 'compact' },
      h('caption', { class: 'unseen' }, 'Ledger, newest first'),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ['When', 'What', 'Credits', 'Balance'].map((title, i) =>
            h('th', { scope: 'col', class: i > 1 ? 'number' : null }, title),
          ),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            h('td', { class: 'nowrap' }, dateText(row.at)),
            h('td', {}, whatOf(row, endpoints, leave)),
            h('td', { class: 'number' }, amountText(row.amount)),
            h('td', { class: 'number' }, plain(row.balance)),
          ),
        ),
      ),
    ),
  )

/** The API key: a button to get one, and a dialogue with its balance and ledger. */
import { createKey, fetchAccount, fetchCatalogue, RequestFailed } from './api.js'
import { at, copyButton, h, newId, replace } from './dom.js'
import { isFocusLost } from './focus.js'
import { ledgerTable } from './ledger.js'
import { session } from './session.js'
import { plain } from './words.js'

const wordsOf = (/** @type {unknown} */ error) =>
  error instanceof RequestFailed ? error.problem.detail : 'The server could not be reached.'

/** Creates a key and stores it in the session. Throws the service's failure. */
const getKey = async () => {
  const { key, credits } = await createKey()
  session.use(key, credits)
  return credits
}

/** @param {HTMLElement} status */
const enterKey = (status) => {
  const id = newId('key')
  const input = h('input', {
    id,
    type: 'password',
    autocomplete: 'off',
    spellcheck: 'false',
    required: true,
    placeholder: 'domesday_live_…',
  })
  return h(
    'form',
    {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault()
        try {
          const { balance, held } = await fetchAccount(input.value.trim())
          session.use(input.value.trim(), balance - held)
          status.textContent = `This key works: ${plain(balance - held)} credits.`
          await openAccount()
        } catch (error) {
          status.textContent = wordsOf(error)
        }
      },
    },
    h('label', { for: id }, 'Or use a key that you have'),
    h('div', { class: 'joined' }, input, h('button', { type: 'submit' }, 'Use it')),
  )
}

/** Where the focus goes when the dialogue closes, if what opened it is gone. */
let goBack = () => at('#key button')

/**
 * Opens the dialogue with the current ledger.
 * @param {string} [words] an error to show
 * @param {() => HTMLElement} [back] has the focus after it, if what opened it is gone
 */
export const openAccount = async (words = '', back) => {
  const dialog = /** @type {HTMLDialogElement} */ (at('#account'))
  goBack = back ?? (dialog.open ? goBack : () => at('#key button'))
  const status = h('p', { role: 'status' }, words)
  const body = h('div', { class: 'account' })
  const { key } = session
  const closing = h('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, 'Close')
  replace(
    dialog,
    h('div', { class: 'dialog-head' }, h('h2', { id: 'account-title' }, key === null ? 'A key' : 'Your key'), closing),
    status,
    body,
  )
  if (!dialog.open) dialog.showModal()
  if (key === null) {
    replace(
      body,
      h('p', {}, 'Every look-up is charged to a key, in credits. A new key has free credits.'),
      getKeyButton(
        (credits) => {
          status.textContent = `Here is your key, with ${plain(credits)} credits.`
          void openAccount()
        },
        (words) => {
          status.textContent = words
        },
      ),
      enterKey(status),
    )
    return
  }
  const id = newId('key')
  const shown = h('input', {
    id,
    type: 'text',
    readonly: true,
    value: key,
    class: 'code',
    onfocus: () => shown.select(),
  })
  const ledger = h('div', {})
  replace(
    body,
    h('label', { for: id }, 'The key: keep it, it is shown nowhere else'),
    h(
      'div',
      { class: 'joined' },
      shown,
      copyButton(() => key),
    ),
    h('p', { class: 'small muted' }, 'This page forgets it when the tab is closed.'),
    ledger,
    h(
      'details',
      {},
      h('summary', {}, 'Use another key'),
      enterKey(status),
      h(
        'p',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            onclick: () => {
              session.use(null, null)
              void openAccount()
            },
          },
          'Forget this key',
        ),
      ),
    ),
  )
  // A part of the dialogue that had the focus is replaced.
  if (isFocusLost()) shown.focus()
  try {
    const [{ balance, held, ledger: rows }, { endpoints }] = await Promise.all([fetchAccount(key), fetchCatalogue()])
    session.setRemaining(balance - held)
    replace(
      ledger,
      h(
        'p',
        { class: 'balance' },
        h('b', {}, plain(balance - held)),
        ' credits to spend',
        held > 0 && `, ${plain(held)} set aside for calls that are running`,
      ),
      ledgerTable(rows, endpoints, () => dialog.close()),
    )
  } catch (error) {
    replace(ledger, h('p', {}, wordsOf(error)))
  }
}

/** @param {(credits: number) => void} done @param {(words: string) => void} failed @param {string} [label] */
export const getKeyButton = (done, failed, label = 'Get a free key') => {
  /** A disabled button would lose the focus. */
  let busy = false
  return h(
    'button',
    {
      type: 'button',
      class: 'primary',
      onclick: async () => {
        if (busy) return
        busy = true
        try {
          done(await getKey())
        } catch (error) {
          failed(wordsOf(error))
        } finally {
          busy = false
        }
      },
    },
    label,
  )
}

/**
 * The header of the page: a button to get a key, or the balance of the key.
 * @param {HTMLElement} host
 * @param {(words: string) => void} announce
 */
export const accountHead = (host, announce) => {
  const dialog = at('#account')
  dialog.addEventListener('close', () => {
    // Just closed, it may still have the focus.
    if (isFocusLost() || dialog.contains(document.activeElement)) goBack()?.focus()
  })
  session.watch(() => {
    if (session.key === null) {
      replace(
        host,
        getKeyButton(
          (credits) => {
            announce(`You have a key with ${plain(credits)} credits.`)
            void openAccount()
          },
          (words) => void openAccount(words),
        ),
        h('button', { type: 'button', class: 'quiet', onclick: () => openAccount() }, 'I have one'),
      )
    } else {
      const shown = host.querySelector('.balance-button b')
      const text = session.remaining === null ? '…' : plain(session.remaining)
      if (shown) shown.textContent = text
      else
        replace(
          host,
          h(
            'button',
            { type: 'button', class: 'balance-button', onclick: () => openAccount() },
            h('b', {}, text),
            ' credits',
          ),
        )
    }
  })
  const { key } = session
  if (key !== null)
    fetchAccount(key).then(
      ({ balance, held }) => session.setRemaining(balance - held),
      (error) => {
        if (error instanceof RequestFailed && error.problem.status === 401) session.use(null, null)
      },
    )
}

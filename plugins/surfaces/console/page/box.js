/** The first box: takes what a person types, and offers what it can be. */
import { h, newId, replace } from './dom.js'
import { samplesWith } from './samples.js'
import { kindInSentence, lookupsOn, readingsOf, subjectHref } from './subjects.js'

/** @typedef {import('./samples.js').Sample} Sample */
/** @typedef {{ href: string, text: string, about: string }} Offer */

const mostSamples = 5

/** @param {number} count */
const lookups = (count) => (count === 1 ? '1 look-up' : `${count} look-ups`)

/**
 * What a text can be, each once: ids first, then samples with the words, then names.
 * @param {string} typed @param {import('./types').Catalogue} catalogue @param {readonly Sample[]} samples
 * @returns {Offer[]}
 */
export const offersFor = (typed, catalogue, samples) => {
  const text = typed.trim()
  if (text === '') return []
  const { sure, possible } = readingsOf(text, catalogue)
  const all = [
    ...sure.map(({ kind, form }) => ({
      href: subjectHref(kind.id, text),
      text,
      about: `${kindInSentence(kind)} by ${form}, ${lookups(lookupsOn(catalogue, kind).length)}`,
    })),
    ...samplesWith(samples, text)
      .slice(0, mostSamples)
      .map(({ kind, id, sentences }) => ({
        href: subjectHref(kind.id, id),
        text: id,
        about: [kindInSentence(kind), sentences[0]].filter(Boolean).join(': '),
      })),
    ...possible.map(({ kind, id, named }) => ({ href: subjectHref(kind.id, id), text: id, about: named })),
  ]
  return /** @type {Offer[]} */ (
    all.filter(({ href }, i) => href !== null && all.findIndex((other) => other.href === href) === i)
  )
}

/**
 * @param {HTMLElement} host
 * @param {{
 *   catalogue: import('./types').Catalogue,
 *   samples: Promise<Sample[]>,
 *   filter: (typed: string) => string,
 * }} given
 *   `filter` narrows the list of look-ups, and says how many are left
 */
export const box = (host, { catalogue, samples, filter }) => {
  const listId = newId('offers')
  /** @type {readonly Sample[]} */
  let known = []
  /** @type {Offer[]} */
  let offers = []
  let chosen = -1
  const list = h('ul', { id: listId, role: 'listbox', class: 'offers', 'aria-label': 'What it can be', hidden: true })
  const found = h('p', { class: 'small muted', role: 'status' })

  const mark = (/** @type {number} */ to) => {
    chosen = to
    for (const [i, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(i === chosen))
    const item = list.children[chosen]
    if (item) {
      input.setAttribute('aria-activedescendant', item.id)
      item.scrollIntoView({ block: 'nearest' })
    } else input.removeAttribute('aria-activedescendant')
  }
  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    mark(-1)
  }
  const clear = () => {
    input.value = ''
    found.textContent = filter('')
    offers = []
    close()
  }
  const go = (/** @type {Offer} */ { href }) => {
    clear()
    input.blur()
    location.hash = href
  }
  const open = () => {
    offers = offersFor(input.value, catalogue, known)
    replace(
      list,
      offers.map((offer) =>
        h(
          'li',
          {
            id: newId('offer'),
            role: 'option',
            'aria-selected': 'false',
            // The pointer must not take the focus from the box before the click.
            onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
            onclick: () => go(offer),
          },
          h('b', {}, offer.text),
          h('span', { class: 'offer-about' }, ` — ${offer.about}`),
        ),
      ),
    )
    list.hidden = offers.length === 0
    input.setAttribute('aria-expanded', String(offers.length > 0))
    mark(-1)
  }
  const input = h('input', {
    type: 'search',
    id: 'search',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
    placeholder: 'A postcode, company, director, registration, goods or a topic',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    oninput: () => {
      found.textContent = filter(input.value)
      open()
    },
    onfocus: open,
    onblur: close,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const count = offers.length
      if (event.key === 'Escape' && !list.hidden) {
        // The box keeps its text: only the list goes.
        event.preventDefault()
        close()
      } else if (event.key === 'Enter') {
        const offer = offers[Math.max(0, chosen)]
        if (offer) go(offer)
      } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
        event.preventDefault()
        if (list.hidden) open()
        const step = event.key === 'ArrowDown' ? 1 : -1
        mark(chosen === -1 && step === -1 ? count - 1 : (chosen + step + count) % count)
      }
    },
  })
  replace(
    host,
    h('label', { for: 'search' }, 'What do you want to know?'),
    h('div', { class: 'combo' }, input, list),
    found,
  )
  void samples.then((all) => {
    known = all
    if (document.activeElement === input) open()
  })
  return { clear }
}

/** The console: loads the catalogue, and shows what the URL fragment names. */
import { accountHead } from './account.js'
import { fetchCatalogue, valuesIn } from './api.js'
import { box } from './box.js'
import { at, h, replace } from './dom.js'
import { sampleCards } from './home.js'
import { picker } from './picker.js'
import { loadSamples } from './samples.js'
import { subjectPage } from './subject.js'
import { knowKinds, subjectAt } from './subjects.js'
import { workbench } from './workbench.js'

/** Announces a text to screen readers. @param {string} words */
const announce = (words) => {
  at('#said').textContent = words
}

const scheme = () => {
  const button = at('#scheme'),
    root = document.documentElement
  const dark = () =>
    root.dataset.scheme ? root.dataset.scheme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  const name = () => {
    button.textContent = dark() ? 'Light mode' : 'Dark mode'
  }
  button.addEventListener('click', () => {
    root.dataset.scheme = dark() ? 'light' : 'dark'
    name()
    document.dispatchEvent(new Event('schemechange'))
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', name)
  name()
}

/**
 * What the URL fragment names: a subject, an endpoint by its id, or a request by its address. Null is the first view.
 * @param {import('./types').Catalogue} catalogue
 */
const named = (catalogue) => {
  const hash = location.hash.slice(1)
  if (hash === '') return null
  const subject = subjectAt(hash)
  if (subject)
    return {
      view: 'subject',
      title: subject.id,
      endpoint: null,
      make: () => subjectPage({ ...subject, catalogue, announce }),
    }
  const byId = catalogue.endpoints.find(({ id }) => id === hash),
    endpoint = byId ?? catalogue.endpoints.find((each) => valuesIn(each, hash) !== null)
  return endpoint
    ? {
        view: 'bench',
        title: endpoint.title,
        endpoint: endpoint.id,
        make: () => workbench({ endpoint, asked: byId ? null : hash, catalogue, announce }),
      }
    : null
}

const start = async () => {
  scheme()
  accountHead(at('#key'), announce)
  const catalogue = await fetchCatalogue()
  knowKinds(catalogue)
  const samples = loadSamples(catalogue)
  const pick = picker(at('#picker'), catalogue),
    drawer = /** @type {HTMLDetailsElement} */ (at('#drawer')),
    main = at('#bench')
  const typed = box(at('#box'), { catalogue, samples, filter: pick.filter })
  void sampleCards(at('#samples'), catalogue, samples)
  const narrow = matchMedia('(max-width: 900px)')

  let closeLast = () => {}
  const show = (/** @type {boolean} */ moved) => {
    const open = named(catalogue)
    const view = open?.view ?? 'home'
    document.body.dataset.view = view
    document.title = open ? `${open.title} · Domesday` : 'Domesday: UK public data'
    pick.mark(open?.endpoint ?? null)
    drawer.open = view === 'home' || !narrow.matches
    typed.clear()
    closeLast()
    const page = open?.make()
    closeLast = page?.close ?? (() => {})
    replace(main, page?.element)
    if (open && moved) {
      document.getElementById('endpoint-title')?.focus({ preventScroll: true })
      // Without animation, so that a button does not move away under the pointer.
      scrollTo({ top: 0, behavior: 'instant' })
    }
  }
  narrow.addEventListener('change', () => {
    drawer.open = document.body.dataset.view === 'home' || !narrow.matches
  })
  addEventListener('hashchange', () => {
    // The skip link's fragment is an element of the page, not a lookup.
    if (location.hash !== '#bench') show(true)
  })
  show(false)
  replace(
    at('#count'),
    h('b', {}, catalogue.endpoints.length),
    ' look-ups over ',
    h('b', {}, catalogue.sources.length),
    ' official sources',
  )
}

start().catch((/** @type {unknown} */ error) => {
  replace(
    at('#bench'),
    h(
      'p',
      { class: 'panel problem' },
      `The catalogue could not be read: ${error instanceof Error ? error.message : String(error)}. Reload the page to try again.`,
    ),
  )
})

/** The list of look-ups, grouped by the kind of subject that they are about, and narrowed by what is typed. */
import { h, replace } from './dom.js'
import { kindsInOrder, lookupsOn, readingsOf } from './subjects.js'
import { pathLabel } from './words.js'

/** @typedef {import('./types').Endpoint} Endpoint */
/** @typedef {import('./types').Catalogue} Catalogue */

/** The text to search in. @param {Endpoint} endpoint @param {string} group @param {Catalogue} catalogue */
const textOf = (endpoint, group, { sources }) =>
  [
    endpoint.id,
    endpoint.title,
    endpoint.summary,
    group,
    endpoint.tool ?? '',
    ...endpoint.sections.map(({ name }) => pathLabel(name)),
    ...sources
      .filter(({ id }) => endpoint.sections.some((section) => section.sources.includes(id)))
      .map(({ id, title }) => `${id} ${title}`),
  ]
    .join(' ')
    .toLowerCase()

/** @param {Endpoint} endpoint */
const priceText = ({ prices: { credits } }) =>
  credits.flat !== undefined ? `${credits.flat} credits` : `${credits.summary}–${credits.full} credits`

/** @param {Catalogue} catalogue @returns {{ title: string, members: Endpoint[] }[]} */
const groupsOf = (catalogue) => {
  const groups = kindsInOrder(catalogue).map((kind) => ({ title: kind.title, members: lookupsOn(catalogue, kind) }))
  const rest = catalogue.endpoints.filter(({ subject }) => subject === null)
  return rest.length > 0 ? [...groups, { title: 'Other look-ups', members: rest }] : groups
}

/**
 * The look-ups that a text is about, and what is said of them: those with all its words, or else those with most of
 * them, and all that are about a subject which it names.
 * @param {string} typed @param {Catalogue} catalogue @param {ReadonlyMap<string, string>} texts by look-up
 */
export const lookupsFor = (typed, catalogue, texts) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean),
    all = new Set(texts.keys())
  if (words.length === 0) return { hits: all, said: '' }
  const kinds = readingsOf(typed, catalogue).sure.map(({ kind }) => kind.id)
  const about = catalogue.endpoints.filter(({ subject }) => kinds.includes(subject?.kind ?? '')).map(({ id }) => id)
  const counts = new Map([...texts].map(([id, text]) => [id, words.filter((word) => text.includes(word)).length]))
  const best = Math.max(...counts.values())
  const close = [...counts].filter(([, count]) => count === best && 2 * count >= words.length).map(([id]) => id)
  const hits = new Set(best === words.length || about.length === 0 ? [...about, ...close] : about)
  if (hits.size === 0) return { hits: all, said: 'No look-up has these words: choose above what they name.' }
  return about.length > 0 || best === words.length
    ? { hits, said: `${hits.size} of ${all.size}` }
    : { hits, said: `${hits.size} of ${all.size} have most of these words.` }
}

/**
 * @param {HTMLElement} host @param {Catalogue} catalogue
 * @returns {{ mark(id: string | null): void, filter(typed: string): string }}
 *   `mark` highlights the open look-up, `filter` narrows the list and says how many are left
 */
export const picker = (host, catalogue) => {
  const { endpoints } = catalogue
  const groups = groupsOf(catalogue)
  const texts = new Map(
    groups.flatMap(({ title, members }) => members.map((each) => [each.id, textOf(each, title, catalogue)])),
  )
  const links = new Map(
    endpoints.map((endpoint) => [
      endpoint.id,
      h(
        'a',
        { href: `#${endpoint.id}` },
        h('span', { class: 'pick-title' }, endpoint.title),
        h('span', { class: 'pick-summary' }, endpoint.summary),
        h(
          'span',
          { class: 'pick-price' },
          priceText(endpoint),
          !endpoint.ready && h('span', { class: 'chip tone-fair' }, 'not ready here'),
        ),
      ),
    ]),
  )
  const items = new Map([...links].map(([id, link]) => [id, h('li', {}, link)]))
  const sections = groups.map(({ title, members }, i) => {
    const size = members.length > 2 ? 'is-many' : members.length === 2 ? 'is-pair' : 'is-one'
    const name = h('p', { class: 'pick-subject', id: `subject-${i}` }, title)
    return {
      members,
      element: h(
        'section',
        { class: `pick-group ${size}` },
        name,
        h(
          'ul',
          { 'aria-labelledby': name.id },
          members.map(({ id }) => items.get(id)),
        ),
      ),
    }
  })
  replace(
    host,
    sections.map(({ element }) => element),
  )
  return {
    filter: (typed) => {
      const { hits, said } = lookupsFor(typed, catalogue, texts)
      for (const [id, item] of items) item.hidden = !hits.has(id)
      for (const { members, element } of sections) element.hidden = !members.some(({ id }) => hits.has(id))
      return said
    },
    mark: (id) => {
      for (const [each, link] of links) {
        if (each === id) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
    },
  }
}

/** The list of endpoints, grouped by subject and searchable. */
import { describe } from './api.js'
import { h, replace } from './dom.js'
import { labelOf, pathLabel } from './words.js'

/** @typedef {import('./types').Endpoint} Endpoint */
/** @typedef {import('./types').Catalogue} Catalogue */

/** Subjects by path parameter; other parameters keep their names. */
const subjects = /** @type {Record<string, string>} */ ({
  postcode: 'A place',
  identifier: 'A company',
  name_or_id: 'A person',
  registration: 'A vehicle',
  commodity: 'Goods',
  query: 'A subject',
  '': 'The whole country',
})

/** @param {Endpoint} endpoint */
const subjectOf = ({ path }) => {
  const name = /\{([^}]+)\}/.exec(path)?.[1] ?? ''
  return subjects[name] ?? `By ${labelOf(name).toLowerCase()}`
}

/** The text to search in. @param {Endpoint} endpoint @param {Catalogue} catalogue */
const textOf = (endpoint, { sources }) =>
  [
    endpoint.id,
    endpoint.title,
    endpoint.summary,
    subjectOf(endpoint),
    endpoint.tool ?? '',
    ...endpoint.sections.map(({ name }) => pathLabel(name)),
    ...sources
      .filter(({ id }) => endpoint.sections.some((section) => section.sources.includes(id)))
      .map(({ id, title }) => `${id} ${title}`),
  ]
    .join(' ')
    .toLowerCase()

/**
 * A few suggested requests: scored lookups of every kind of subject, each with its first example.
 * @param {readonly (readonly Endpoint[])[]} groups
 */
const starts = (groups) => {
  const list = h('ul', {})
  const some = groups.flatMap((members) =>
    members
      .filter(({ score, examples }) => score && examples.length > 0)
      .slice(0, members.length > 2 ? 3 : members.length),
  )
  for (const endpoint of some) {
    const [address = ''] = endpoint.examples,
      sentence = h('span', { class: 'muted' })
    list.append(h('li', {}, h('a', { href: `#${address}` }, h('b', {}, endpoint.title), sentence)))
    void describe(endpoint).then(({ examples }) => {
      sentence.textContent = examples[address] ? ` ${examples[address]}` : ''
    })
  }
  return h('div', { class: 'starts' }, h('p', { class: 'small muted' }, 'Or start from an example'), list)
}

/** @param {Endpoint} endpoint */
const priceText = ({ prices: { credits } }) =>
  credits.flat !== undefined ? `${credits.flat} credits` : `${credits.summary}–${credits.full} credits`

/**
 * @param {HTMLElement} host @param {Catalogue} catalogue
 * @returns {{ mark(id: string | null): void }} `mark` highlights the open endpoint
 */
export const picker = (host, catalogue) => {
  const { endpoints } = catalogue
  const groups = [...Map.groupBy(endpoints, subjectOf)].toSorted(([, a], [, b]) => b.length - a.length)
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
  const sections = groups.map(([subject, members], i) => {
    const size = members.length > 2 ? 'is-many' : members.length === 2 ? 'is-pair' : 'is-one'
    const name = h('p', { class: 'pick-subject', id: `subject-${i}` }, subject)
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
  const found = h('p', { class: 'small muted', role: 'status' })

  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'flood, director, MOT, schools …',
    autocomplete: 'off',
    oninput: () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
      const hits = new Set(
        endpoints
          .filter((endpoint) => words.every((word) => textOf(endpoint, catalogue).includes(word)))
          .map(({ id }) => id),
      )
      for (const [id, item] of items) item.hidden = !hits.has(id)
      for (const { members, element } of sections) element.hidden = !members.some(({ id }) => hits.has(id))
      found.textContent =
        words.length === 0 ? '' : hits.size === 0 ? 'Nothing here answers that.' : `${hits.size} of ${endpoints.length}`
    },
  })

  replace(
    host,
    h('div', { class: 'search' }, h('label', { for: 'search' }, 'What do you want to know?'), search, found),
    starts(groups.map(([, members]) => members)),
    sections.map(({ element }) => element),
  )
  return {
    mark: (id) => {
      for (const [each, link] of links) {
        if (each === id) link.setAttribute('aria-current', 'page')
        else link.removeAttribute('aria-current')
      }
    },
  }
}

/** Subjects: what a text may name, and the address of the page on one. */

/** @typedef {import('./types').Kind} Kind */
/** @typedef {import('./types').Catalogue} Catalogue */
/** @typedef {import('./types').Endpoint} Endpoint */

/** @type {ReadonlyMap<string, Kind>} */
let known = new Map()
/** Values of answers link to the pages of these kinds. @param {Catalogue} catalogue */
export const knowKinds = ({ kinds }) => {
  known = new Map(kinds.map((kind) => [kind.id, kind]))
}
/** @param {string} id */
export const kindOf = (id) => known.get(id) ?? null

/** `A place` → `a place` @param {Kind} kind */
export const kindInSentence = ({ title }) => title.charAt(0).toLowerCase() + title.slice(1)

/** @param {string} text */
const tidy = (text) => text.trim().replace(/\s+/g, ' ')

/**
 * The form of a kind that a text has, with the text as it is asked for; null if it has none.
 * @param {Kind} kind @param {string} text
 */
const formIn = ({ forms }, text) => {
  for (const { title, pattern, compact } of forms) {
    const written = compact ? text.replace(/\s+/g, '').toUpperCase() : tidy(text)
    if (new RegExp(pattern, 'u').test(written)) return { title, id: written }
  }
  return null
}

/**
 * The id that a text gives a subject: the same however it is spaced or cased, where that does not matter.
 * @param {Kind} kind
 * @param {string} text
 */
export const idIn = (kind, text) => formIn(kind, text)?.id ?? tidy(text)

/** @param {string} kind @param {string} id */
const fragment = (kind, id) => `#/subject/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`

/** The page of a subject; null if no look-up is about its kind. @param {string} kind @param {string} text */
export const subjectHref = (kind, text) => {
  const found = kindOf(kind)
  return found && fragment(kind, idIn(found, text))
}

/** The subject in the fragment of a URL; null if it names none. @param {string} hash without `#` */
export const subjectAt = (hash) => {
  const [, kind, id] = /^\/subject\/([^/]+)\/([^/]+)$/.exec(hash) ?? []
  try {
    const found = kindOf(decodeURIComponent(kind ?? ''))
    return found && id ? { kind: found, id: idIn(found, decodeURIComponent(id)) } : null
  } catch {
    return null
  }
}

/** @param {Catalogue} catalogue @param {Kind} kind */
export const lookupsOn = ({ endpoints }, kind) => endpoints.filter(({ subject }) => subject?.kind === kind.id)

/** Kinds of subjects, those with most look-ups first. @param {Catalogue} catalogue */
export const kindsInOrder = (catalogue) =>
  catalogue.kinds.toSorted((a, b) => lookupsOn(catalogue, b).length - lookupsOn(catalogue, a).length)

/**
 * What a text can be: `sure` where it has the form of an id, and otherwise what it may be taken for.
 * @param {string} text @param {Catalogue} catalogue
 */
export const readingsOf = (text, catalogue) => {
  const kinds = kindsInOrder(catalogue),
    name = tidy(text)
  const sure = kinds.flatMap((kind) => {
    const form = formIn(kind, text)
    return form ? [{ kind, id: form.id, form: form.title }] : []
  })
  const isName = name.length > 1 && /\p{L}.*[\p{L}\p{N}]|\p{N}.*\p{L}/u.test(name)
  const possible = kinds
    .filter((kind) => isName && kind.named !== null && !sure.some((one) => one.kind === kind))
    .map((kind) => ({ kind, id: name, named: kind.named ?? '' }))
  return { sure, possible }
}

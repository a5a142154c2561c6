/**
 * Who or what a text names, in a form that is the same wherever it is found: numbers of companies, ids of officers,
 * postcodes, registrations, and names. A change of these rules needs a migration that fills `subjects` again.
 */

/** Longer texts are prose. */
const longestName = 120
const mostWords = 12

const postcodes = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g
/** Every id has a digit, but for some ids of officers, which have 27 characters. */
const id = /^(?=.*\d)[A-Z0-9][A-Z0-9_-]{2,39}$|^[A-Z0-9_-]{27}$/
const notId = /^\d{1,5}$|^\d{4}-\d\d(-\d\d)?$|^-?\d+(-\d+){1,2}$/
const titles = new Set('mr mrs ms miss dr sir dame lord lady prof professor rev the'.split(' '))
const shortForms: Readonly<Record<string, string>> = { limited: 'ltd', '&': 'and', company: 'co' }

/** The words of a name in one order: registers write `SMITH, John` as well as `John Smith`. */
const nameOf = (text: string): string | null => {
  if (text.length > longestName) return null
  const words = text
    .normalize('NFD')
    .replace(/\p{M}|['’.]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}&]+/u)
    .filter((word) => word !== '' && !titles.has(word))
    .map((word) => shortForms[word] ?? word)
  const isName = words.length > 0 && words.length <= mostWords && words.some((word) => /\p{L}{2}/u.test(word))
  return isName ? words.sort().join(' ') : null
}

/** Each word begins with a capital or a digit, but for those such as `of`. */
const looksLikeName = (text: string): boolean =>
  text.length <= longestName &&
  text.includes(' ') &&
  text.split(/[\s-]+/).every((word) => /^[^\p{L}]*(\p{Lu}|(of|and|the|for|in|on|de|van|von)\b|[^\p{L}]*$)/u.test(word))

const isNameKey = /name|title|person|officer|holder|owner|director|party|applicant|operator|proprietor|keeper/i

const idsIn = (text: string, into: Set<string>): void => {
  const upper = text.trim().toUpperCase()
  for (const [postcode] of upper.matchAll(postcodes)) into.add(`id:${postcode.replace(' ', '')}`)
  // Links have the ids of what they lead to.
  for (const part of upper.startsWith('/') ? upper.split(/[/?#]/) : [upper.replaceAll(' ', '')])
    if (id.test(part) && !notId.test(part)) into.add(`id:${part}`)
}

/** Terms of a digest or a question. Free text is searched for postcodes only. */
export const termsIn = (value: unknown, key = '', into = new Set<string>()): ReadonlySet<string> => {
  if (typeof value === 'string') {
    idsIn(value, into)
    const name = isNameKey.test(key) || looksLikeName(value) ? nameOf(value) : null
    if (name !== null) into.add(`name:${name}`)
  } else if (Array.isArray(value)) for (const one of value) termsIn(one, key, into)
  else if (typeof value === 'object' && value !== null)
    for (const [member, one] of Object.entries(value)) {
      idsIn(member, into)
      termsIn(one, member, into)
    }
  return into
}

/** Terms under which a subject is found: a path below `/api/v1`, an id or a name. */
export const subjectTerms = (subject: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const parts = subject.startsWith('/') ? subject.split('?')[0]!.split('/').slice(2).map(decoded) : [subject]
  for (const part of parts) termsIn(part.normalize('NFC'), 'name', found)
  return found
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

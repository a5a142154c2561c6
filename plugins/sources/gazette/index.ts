import { each, maybe, need, source, type Node } from '@domesday/core'
import type { Company } from '@domesday/vocabulary-companies'
import { isForeign } from './codes.ts'
import { about, readFeed, type Entry, type Notice } from './feed.ts'

export { states, type Severity, type State } from './codes.ts'
export { gazetteStateOf, isRelieved, type GazetteState } from './standing.ts'
export type { Entry, Notice } from './feed.ts'

export const gazette = source({
  id: 'gazette',
  title: 'The Gazette',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains notices from The Gazette licensed under the Open Government Licence v3.0',
  terms: {
    words:
      '“Information from The Gazette other than personal data is re-usable under the terms of the Open Government Licence v.03”: notices about persons may not be re-used. Its keeper asks for automatic reading between 21:00 and 07:00 only, ten seconds apart.',
    url: 'https://www.thegazette.co.uk/data',
  },
  coverage:
    'Statutory insolvency notices of the London, Edinburgh and Belfast Gazettes. Strike-off is not among them: Companies House files it',
})

/**
 * Corporate insolvency notices that hold a phrase, newest first, 100 at most. The search is full text: a hit may be about another
 * company. The service answers 500 to a request with an Accept header, so this one goes without. Notices of other categories are left
 * out whatever was sent: the licence does not cover those of persons.
 */
export const search = gazette.get('search', {
  path: (phrase: string) => [
    '/insolvency/notice/data.json',
    {
      text: `"${phrase.replace(/["\\]/g, ' ').trim()}"`,
      categorycode: 24,
      'results-page-size': 100,
      'sort-by': 'latest-date',
    },
  ],
  as: 'text',
  headers: { accept: '' },
  read: (text: string): readonly Entry[] => readFeed(text).entries.filter(({ code }) => !isForeign(code)),
})

const newestFirst = (company: Company, entries: readonly Entry[]): readonly Notice[] => {
  const notices = entries.flatMap((entry) => about(company, entry) ?? [])
  return [...new Map(notices.map((notice) => [notice.id, notice])).values()].toSorted((a, b) =>
    (b.published ?? '').localeCompare(a.published ?? ''),
  )
}

/** Notices in which a company's number is printed, as those of the last decade have it: one call. */
export const byNumber = gazette.run('by-number', async (company: Company, { ask }): Promise<readonly Notice[]> =>
  newestFirst(company, await ask(search, company.number)),
)

/** The same, and those that have only its name: two calls. `[]`: it has none. */
export const notices = gazette.run('notices', async (company: Company, { ask }): Promise<readonly Notice[]> => {
  const found = await Promise.all([ask(search, company.number), ask(search, company.name)])
  return newestFirst(company, found.flat())
})

const asked = ({ number, name, formerNames }: Company): Company => ({ number, name, formerNames })

export const noticesOf = (company: Node<Company>): Node<readonly Notice[]> =>
  need(notices, { company }, ({ company }) => asked(company))

/**
 * The notices of several companies, in their order; null for one that could not be asked. By number only, because the service allows
 * five calls in ten seconds: give the companies that matter most, and few.
 */
export const noticesOfEach = (companies: Node<readonly Company[]>): Node<readonly (readonly Notice[] | null)[]> =>
  each(maybe(byNumber), { companies }, ({ companies }) => companies.map(asked))

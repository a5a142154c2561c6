import { choice, need, object, source, type Node, type Of, type Shape, type Shown } from '@domesday/core'
import { feedFields, feedShape, feedWire, readFeed, type Feed } from './feed.ts'

export type { Feed, Law, TypeCount } from './feed.ts'

export const legislationGovUk = source({
  id: 'legislation-gov-uk',
  title: 'legislation.gov.uk',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from legislation.gov.uk (The National Archives) licensed under the Open Government Licence v3.0',
  coverage:
    'UK, Scottish, Welsh and Northern Ireland legislation: nearly all since 1988, most public general Acts in force before',
})

interface Listing {
  readonly types: 'primary+secondary' | 'all'
  readonly by: 'title' | 'text'
  readonly words: string
}

/**
 * The first twenty matching laws, with counts of all. All words must occur, in any inflection. Null if the site does
 * not know the list: `primary+secondary`, by relevance, is what its own clients use, but it is newer than `all`, which
 * always exists.
 */
export const lawList = legislationGovUk.get('list', {
  wire: feedWire,
  path: ({ types, by, words }: Listing) => [
    `/${types}/data.feed`,
    { [by]: words, sort: types === 'all' ? undefined : 'relevance' },
  ],
  as: 'xml',
  digest: feedShape,
  version: 3,
  read: readFeed,
  none: ({ status }, { types }) => (types !== 'all' && (status === 404 || status === 400) ? null : undefined),
})

const foundFields = object({
  ...feedFields,
  matched_in: choice(['title', 'text'], 'Where the words stand: in bodies only where no title holds them'),
})
/** The laws found, and where the words occur: in titles, or in texts if no title matches. */
export interface Found extends Of<typeof foundFields> {}
const foundShape: Shape<Found> = foundFields

/** Laws about a subject. Without a match the list is empty and the total 0. */
export const search = legislationGovUk.run(
  'search',
  async (words: string, { ask }): Promise<Found | null> => {
    const listed = async (by: Listing['by']): Promise<Feed | null> =>
      (await ask(lawList, { types: 'primary+secondary', by, words })) ??
      (await ask(lawList, { types: 'all', by, words }))
    const titled = await listed('title')
    if (titled === null || titled.total !== 0) return titled && { ...titled, matched_in: 'title' }
    const mentioned = await listed('text')
    return mentioned && { ...mentioned, matched_in: 'text' }
  },
  { digest: foundShape, version: 3 },
)

export const lawsOn = (asked: Node<{ readonly query: string }>): Shown<Found> =>
  need(search, asked, ({ query }) => query)

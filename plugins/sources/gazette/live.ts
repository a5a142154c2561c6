/** The service's own search, for what is not harvested. */
import { isForeign } from './codes.ts'
import { readFeed, type Entry } from './feed.ts'
import { gazette } from './source.ts'
import { feedPath, pageSize } from './walk.ts'

/**
 * Corporate insolvency notices that hold a phrase, published since a day, newest first, 100 at most. The search is
 * full text: a hit may be about another company. The service answers 500 to a request with an Accept header, so this
 * one goes without. Notices of other categories are left out whatever was sent: the licence does not cover those of
 * persons.
 */
export const search = gazette.get('search', {
  path: ({ phrase, since }: { readonly phrase: string; readonly since: string }) => [
    feedPath,
    {
      text: `"${phrase.replace(/["\\]/g, ' ').trim()}"`,
      categorycode: 24,
      'start-publish-date': since,
      'results-page-size': pageSize,
      'sort-by': 'latest-date',
    },
  ],
  as: 'text',
  headers: { accept: '' },
  read: (text: string): readonly Entry[] => readFeed(text).entries.filter(({ code }) => !isForeign(code)),
})

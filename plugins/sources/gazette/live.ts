/** The service's own search, for notices that are not harvested. */
import { partly } from '@domesday/core'
import { isForeign } from './codes.ts'
import { entriesShape, feedOf, feedWire, parse } from './feed.ts'
import { gazette } from './source.ts'
import { feedPath, pageSize } from './walk.ts'

/**
 * Corporate insolvency notices that contain a phrase, published since a day, newest first, at most 100. The search is
 * full text: a match may be about another company. The service answers 500 to a request with an Accept header, so none
 * is sent. Notices of other categories are dropped: the licence does not cover those of persons.
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
  // Some of it is not JSON before it is mended.
  as: 'text',
  parse,
  wire: feedWire,
  headers: { accept: '' },
  digest: entriesShape,
  version: 3,
  read: (feed, _asked, unread) => {
    const { entries, total, lost } = feedOf(feed)
    const own = entries.filter(({ code }) => !isForeign(code))
    const sent = entries.length + lost + unread
    if (lost > 0) return partly(own, `${lost} of ${sent} notices could not be read`, 1 - lost / sent)
    return (total ?? 0) > sent && sent >= pageSize
      ? partly(own, `only the newest ${sent} of ${total} notices with the words were read`)
      : own
  },
})

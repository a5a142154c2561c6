/** A notice as answers show it. */
import { drawn, list, object, orNull, text } from '@domesday/core'
import { divisionOf } from './cpv.ts'
import type { MergedNotice } from './merge.ts'
import { noticeFields } from './notice.ts'

const { title, status, value, currency, published, deadline, buyer, regions, source } = noticeFields

export const tenderShape = drawn(
  object({
    title: orNull(title),
    status,
    value,
    currency,
    published,
    deadline,
    awarded_on: noticeFields.awarded,
    buyer,
    suppliers: list(text('Name'), 'Who it was awarded to'),
    regions,
    cpv_codes: noticeFields.cpv,
    cpv: list(
      object({
        code: text('Eight digits'),
        division: orNull(text('What its first two digits stand for; null where they stand for nothing')),
      }),
      'The same with their words',
    ),
    source,
    also_in: list(text(), 'Other portals that published it'),
    reference: noticeFields.id,
    url: text({ description: 'Its page', format: 'uri' }),
  }),
  'timeline',
  {
    title: 'title',
    from: 'published',
    deadline: 'deadline',
    until: 'awarded_on',
    word: 'status',
    more: ['buyer', 'value', 'suppliers', 'regions', 'url'],
  },
)

export const tenderOf = (notice: MergedNotice) => ({
  title: notice.title === '' ? null : notice.title,
  status: notice.status,
  value: notice.value,
  currency: notice.currency,
  published: notice.published,
  deadline: notice.deadline,
  awarded_on: notice.awarded,
  buyer: notice.buyer,
  suppliers: notice.suppliers.map(({ name }) => name),
  regions: notice.regions,
  cpv_codes: notice.cpv,
  cpv: notice.cpv.map((code) => ({ code, division: divisionOf(code) })),
  source: notice.source,
  also_in: notice.alsoIn,
  reference: notice.id,
  url: notice.url,
})

/** A notice as answers show it. */
import { drawn, list, object, orNull, text } from '@domesday/core'
import { divisionOf } from './cpv.ts'
import type { MergedNotice } from './merge.ts'
import { noticeFields } from './notice.ts'

const { title, status, value, gross, currency, amounts, published, deadline, buyer, regions, source } = noticeFields

export const tenderShape = drawn(
  object({
    title: orNull(title),
    status,
    value,
    value_gross: gross,
    currency,
    amounts,
    published,
    deadline,
    awarded_on: noticeFields.awarded,
    buyer,
    suppliers: list(text('Name'), 'Who it was awarded to'),
    intended_suppliers: list(text('Name'), 'Who it is to be awarded to, where that is decided and not yet done'),
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
    more: ['buyer', 'value', 'value_gross', 'suppliers', 'intended_suppliers', 'regions', 'url'],
  },
)

export const tenderOf = (notice: MergedNotice) => ({
  title: notice.title === '' ? null : notice.title,
  status: notice.status,
  value: notice.value,
  value_gross: notice.gross,
  currency: notice.currency,
  amounts: notice.amounts,
  published: notice.published,
  deadline: notice.deadline,
  awarded_on: notice.awarded,
  buyer: notice.buyer,
  suppliers: notice.suppliers.map(({ name }) => name),
  intended_suppliers: notice.intended.map(({ name }) => name),
  regions: notice.regions,
  cpv_codes: notice.cpv,
  cpv: notice.cpv.map((code) => ({ code, division: divisionOf(code) })),
  source: notice.source,
  also_in: notice.alsoIn,
  reference: notice.id,
  url: notice.url,
})

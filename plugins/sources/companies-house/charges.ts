import {
  date,
  day,
  drawn,
  flag,
  integer,
  list,
  object,
  orNull,
  quantity,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Shape,
} from '@domesday/core'
import { companiesHouse, isNotFound, pageSent } from './register.ts'

const chargeFields = drawn(
  object({
    code: orNull(text('The registrar’s number of the charge; null for those of before April 2013')),
    // More often the latter.
    status: orNull(
      text({
        description: 'outstanding, part-satisfied, satisfied or fully-satisfied',
        tones: { good: ['satisfied', 'fully-satisfied'], fair: ['outstanding', 'part-satisfied'] },
      }),
    ),
    created_on: orNull(date('When the company gave it')),
    delivered_on: orNull(date('When it came to the registrar')),
    satisfied_on: orNull(date('When it was paid off')),
    description: orNull(text('What is charged')),
    all_assets: flag('A floating charge covers all that it has'),
    persons_entitled: list(text(), 'The lenders'),
  }),
  'timeline',
  {
    title: ['description', 'code'],
    from: ['created_on', 'delivered_on'],
    until: 'satisfied_on',
    word: 'status',
    more: 'persons_entitled',
  },
)
/** A charge over a company's assets. */
export interface Charge extends Of<typeof chargeFields> {}
const chargeShape: Shape<Charge> = chargeFields

const chargesFields = drawn(
  object({
    total: integer('Ever registered'),
    // A part-satisfied charge still secures a debt.
    outstanding: integer('All but the satisfied'),
    satisfied: integer('Paid off'),
    part_satisfied: integer('Counted as outstanding'),
    items: list(chargeShape, 'Newest first; 100 at most'),
  }),
  'shares',
  { total: 'total', fair: 'outstanding', good: 'satisfied' },
)
export interface Charges extends Of<typeof chargesFields> {}
const chargesShape: Shape<Charges> = chargesFields

const { text: words, flag: yes, often, ignored, scalar } = sent
/**
 * Held against the register's schema and charges-delta-consumer: one without a status is outstanding, and the lenders
 * of old charges may not have been captured.
 */
const chargesWire = wire({
  ...pageSent,
  total_count: scalar,
  unfiltered_count: scalar,
  satisfied_count: scalar,
  part_satisfied_count: scalar,
  items: [
    {
      status: often(words),
      charge_code: words,
      charge_number: ignored,
      created_on: often(words),
      acquired_on: words,
      delivered_on: often(words),
      satisfied_on: words,
      // The published schema has lists, but the register sends objects.
      classification: [{ description: words, type: ignored }],
      particulars: [
        {
          description: words,
          floating_charge_covers_all: yes,
          ...sent.unread(
            'type',
            'contains_fixed_charge',
            'contains_floating_charge',
            'contains_negative_pledge',
            'chargor_acting_as_bare_trustee',
          ),
        },
      ],
      persons_entitled: [{ name: words }],
      ...sent.unread(
        'etag',
        'id',
        'links',
        'transactions',
        'insolvency_cases',
        'secured_details',
        'scottish_alterations',
        'more_than_four_persons_entitled',
        'resolved_on',
        'covering_instrument_date',
      ),
    },
  ],
})

const isSatisfied = (status: string | null | undefined): boolean =>
  status === 'satisfied' || status === 'fully-satisfied'
export const isOutstanding = ({ status }: Charge): boolean => !isSatisfied(status)

const most = 100

/** The charges of a company. A company without charges has an empty list; it used to be a 404. */
export const charges = companiesHouse.get('charges', {
  wire: chargesWire,
  path: (number: string) => [`/company/${encodeURIComponent(number)}/charges`, { items_per_page: most }],
  digest: chargesShape,
  version: 2,
  read: (counts) => {
    const listed = counts.items ?? []
    const told = quantity(counts.unfiltered_count) ?? quantity(counts.total_count)
    // The register leaves out a list without rows, never their number.
    if (counts.items == null && told === null) throw new TypeError('there are neither charges nor a number of them')
    const total = Math.max(told ?? 0, listed.length)
    const satisfied = quantity(counts.satisfied_count) ?? listed.filter(({ status }) => isSatisfied(status)).length
    return {
      total,
      outstanding: Math.max(0, total - satisfied),
      satisfied,
      part_satisfied:
        quantity(counts.part_satisfied_count) ?? listed.filter(({ status }) => status === 'part-satisfied').length,
      items: listed
        .map((wire): Charge => ({
          code: stated(wire.charge_code),
          status: stated(wire.status),
          created_on: day(wire.created_on ?? wire.acquired_on),
          delivered_on: day(wire.delivered_on),
          satisfied_on: day(wire.satisfied_on),
          description: stated(wire.classification?.[0]?.description) ?? stated(wire.particulars?.[0]?.description),
          all_assets: wire.particulars?.some((one) => one.floating_charge_covers_all === true) ?? false,
          persons_entitled: (wire.persons_entitled ?? []).flatMap(({ name }) => stated(name) ?? []),
        }))
        .toSorted((a, b) => (b.created_on ?? '').localeCompare(a.created_on ?? '', 'en'))
        .slice(0, most),
    }
  },
  none: (reply): Charges | undefined =>
    isNotFound(reply) ? { total: 0, outstanding: 0, satisfied: 0, part_satisfied: 0, items: [] } : undefined,
})

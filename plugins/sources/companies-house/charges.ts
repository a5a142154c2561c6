import {
  date,
  day,
  drawn,
  integer,
  list,
  many,
  object,
  orNull,
  quantity,
  stated,
  text,
  type Of,
  type Shape,
} from '@domesday/core'
import { companiesHouse, isNotFound, itemsOf, type Page } from './register.ts'

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

interface WireCharge {
  readonly charge_code?: string | null
  readonly charge_number?: number | null
  readonly status?: string | null
  readonly created_on?: string
  readonly acquired_on?: string
  readonly delivered_on?: string
  readonly satisfied_on?: string
  // The published schema has lists, but the register sends objects.
  readonly classification?: Described | readonly Described[] | null
  readonly particulars?: Described | readonly Described[] | null
  readonly persons_entitled?: readonly { readonly name?: string | null }[] | null
}
interface Described {
  readonly description?: string | null
}
interface WireCharges extends Page<WireCharge> {
  readonly unfiltered_count?: number | null
  readonly satisfied_count?: number | null
  readonly part_satisfied_count?: number | null
}

const isSatisfied = (status: string | null | undefined): boolean =>
  status === 'satisfied' || status === 'fully-satisfied'
export const isOutstanding = ({ status }: Charge): boolean => !isSatisfied(status)

const most = 100

/** The charges of a company. A company without charges has an empty list; it used to be a 404. */
export const charges = companiesHouse.get('charges', {
  demands: ['items?[].status', 'items?[].persons_entitled[].name'],
  path: (number: string) => [`/company/${encodeURIComponent(number)}/charges`, { items_per_page: most }],
  digest: chargesShape,
  read: (counts: WireCharges) => {
    const listed = itemsOf(counts)
    const total = Math.max(quantity(counts.unfiltered_count) ?? quantity(counts.total_count) ?? 0, listed.length)
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
          description:
            stated(many(wire.classification)[0]?.description) ?? stated(many(wire.particulars)[0]?.description),
          persons_entitled: (wire.persons_entitled ?? []).flatMap(({ name }) => stated(name) ?? []),
        }))
        .toSorted((a, b) => (b.created_on ?? '').localeCompare(a.created_on ?? '', 'en'))
        .slice(0, most),
    }
  },
  none: (reply): Charges | undefined =>
    isNotFound(reply) ? { total: 0, outstanding: 0, satisfied: 0, part_satisfied: 0, items: [] } : undefined,
})

import { day, many, quantity, stated } from '@domesday/core'
import { companiesHouse, isNotFound, itemsOf, type Page } from './register.ts'

/** A charge over a company's assets. */
export interface Charge {
  readonly code: string | null
  /** `outstanding`, `part-satisfied`, `satisfied` or, more often, `fully-satisfied` */
  readonly status: string | null
  readonly outstanding: boolean
  readonly created: string | null
  readonly delivered: string | null
  readonly satisfied: string | null
  readonly description: string | null
  readonly personsEntitled: readonly string[]
}
export interface Charges {
  readonly total: number
  /** All except satisfied charges: a part-satisfied charge still secures a debt. */
  readonly outstanding: number
  readonly satisfied: number
  readonly partSatisfied: number
  /** Newest first, a hundred at most. */
  readonly items: readonly Charge[]
}

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

/** The charges of a company. A company without charges has an empty list; it used to be a 404. */
export const charges = companiesHouse.get('charges', {
  demands: ['items?[].status', 'items?[].persons_entitled[].name'],
  path: (number: string) => [`/company/${encodeURIComponent(number)}/charges`, { items_per_page: 100 }],
  read: (counts: WireCharges): Charges => {
    const listed = itemsOf(counts)
    const total = Math.max(quantity(counts.unfiltered_count) ?? quantity(counts.total_count) ?? 0, listed.length)
    const satisfied = quantity(counts.satisfied_count) ?? listed.filter(({ status }) => isSatisfied(status)).length
    return {
      total,
      outstanding: Math.max(0, total - satisfied),
      satisfied,
      partSatisfied:
        quantity(counts.part_satisfied_count) ?? listed.filter(({ status }) => status === 'part-satisfied').length,
      items: listed
        .map((wire): Charge => ({
          code: stated(wire.charge_code),
          status: stated(wire.status),
          outstanding: !isSatisfied(wire.status),
          created: day(wire.created_on ?? wire.acquired_on),
          delivered: day(wire.delivered_on),
          satisfied: day(wire.satisfied_on),
          description:
            stated(many(wire.classification)[0]?.description) ?? stated(many(wire.particulars)[0]?.description),
          personsEntitled: (wire.persons_entitled ?? []).flatMap(({ name }) => stated(name) ?? []),
        }))
        .toSorted((a, b) => (b.created ?? '').localeCompare(a.created ?? '')),
    }
  },
  none: (reply): Charges | undefined =>
    isNotFound(reply) ? { total: 0, outstanding: 0, satisfied: 0, partSatisfied: 0, items: [] } : undefined,
})

import { day, distinct, many, present, stated } from '@domesday/core'
import { companiesHouse, isNotFound } from './register.ts'

/** An insolvency case: liquidation, administration, voluntary arrangement … */
export interface InsolvencyCase {
  readonly number: string | null
  /**
   * `creditors-voluntary-liquidation`, `compulsory-liquidation`, `in-administration`; a
   * `members-voluntary-liquidation` is solvent.
   */
  readonly type: string | null
  /** Kinds of event: `wound-up-on`, `petitioned-on`, `administration-started-on`, `dissolved-on` … Oldest first. */
  readonly dates: readonly { readonly event: string; readonly date: string }[]
  readonly practitioners: readonly {
    readonly name: string
    readonly appointed: string | null
    readonly ceased: string | null
  }[]
}
export interface Insolvency {
  /** `liquidation`, `in-administration` …, only while the proceedings last. */
  readonly status: readonly string[]
  readonly cases: readonly InsolvencyCase[]
}

interface WireInsolvency {
  readonly status?: string | readonly string[] | null
  readonly cases?:
    | readonly {
        readonly number?: string | number | null
        readonly type?: string | null
        readonly dates?: readonly { readonly type?: string; readonly date?: string }[] | null
        readonly practitioners?:
          | readonly {
              readonly name?: string | null
              readonly appointed_on?: string
              readonly ceased_to_act_on?: string
            }[]
          | null
      }[]
    | null
}

/** The insolvency history. A company without one is a 404 with an empty body. */
export const insolvency = companiesHouse.get('insolvency', {
  demands: ['cases[].type', 'cases[].dates[].type', 'cases[].dates[].date', 'cases[].practitioners[].name'],
  path: (number: string) => `/company/${encodeURIComponent(number)}/insolvency`,
  // The published schema has one string; the register sends a list, or nothing in old records.
  read: ({ status, cases }: WireInsolvency): Insolvency => ({
    status: distinct(many(status).map(stated)),
    cases: (present(cases, 'cases') ?? []).map((wire) => ({
      number: stated(wire.number),
      type: stated(wire.type),
      dates: (wire.dates ?? [])
        .flatMap(({ type, date }) => {
          const event = stated(type),
            on = day(date)
          return event === null || on === null ? [] : [{ event, date: on }]
        })
        .toSorted((a, b) => a.date.localeCompare(b.date)),
      practitioners: (wire.practitioners ?? []).flatMap(({ name, appointed_on, ceased_to_act_on }) => {
        const known = stated(name)
        return known === null ? [] : [{ name: known, appointed: day(appointed_on), ceased: day(ceased_to_act_on) }]
      }),
    })),
  }),
  none: (reply): Insolvency | undefined => (isNotFound(reply) ? { status: [], cases: [] } : undefined),
})

import {
  date,
  day,
  distinct,
  list,
  many,
  object,
  orNull,
  present,
  stated,
  text,
  type Of,
  type Shape,
} from '@domesday/core'
import { companiesHouse, isNotFound } from './register.ts'

const caseFields = object({
  number: orNull(text('Of the case, counted by company')),
  // A members-voluntary-liquidation is solvent.
  type: orNull(text('Such as creditors-voluntary-liquidation')),
  dates: list(object({ event: text('Such as wound-up-on'), date: date('When it happened') }), 'Oldest first'),
  practitioners: list(
    object({
      name: text('Of the office-holder'),
      appointed: orNull(date('To the case')),
      ceased: orNull(date('Null while in office, and where it is not stated')),
    }),
    'To whom claims are sent',
  ),
})
/** An insolvency case: liquidation, administration, voluntary arrangement … */
export interface InsolvencyCase extends Of<typeof caseFields> {}
const caseShape: Shape<InsolvencyCase> = caseFields

const insolvencyFields = object({
  status: list(text(), 'Only while the proceedings last'),
  cases: list(caseShape, 'Every case that the register has; 100 at most'),
})
export interface Insolvency extends Of<typeof insolvencyFields> {}
const insolvencyShape: Shape<Insolvency> = insolvencyFields

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
  digest: insolvencyShape,
  // The published schema has one string; the register sends a list, or nothing in old records.
  read: ({ status, cases }: WireInsolvency) => ({
    status: distinct(many(status).map(stated)),
    cases: (present(cases, 'cases') ?? []).slice(0, 100).map((wire) => ({
      number: stated(wire.number),
      type: stated(wire.type),
      dates: (wire.dates ?? [])
        .flatMap(({ type, date }) => {
          const event = stated(type),
            on = day(date)
          return event === null || on === null ? [] : [{ event, date: on }]
        })
        .toSorted((a, b) => a.date.localeCompare(b.date, 'en')),
      practitioners: (wire.practitioners ?? []).flatMap(({ name, appointed_on, ceased_to_act_on }) => {
        const known = stated(name)
        return known === null ? [] : [{ name: known, appointed: day(appointed_on), ceased: day(ceased_to_act_on) }]
      }),
    })),
  }),
  none: (reply): Insolvency | undefined => (isNotFound(reply) ? { status: [], cases: [] } : undefined),
})

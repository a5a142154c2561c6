import {
  date,
  day,
  distinct,
  list,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
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

const { text: words, mustOrNull, often } = sent
/**
 * Held against the register's schema and insolvency-delta-consumer: cases may have no dates, or such as are empty, and
 * those of a moratorium no practitioners. The schema has one status; the register sends a list, or nothing in old
 * records.
 */
const insolvencyWire = wire({
  cases: mustOrNull([
    {
      type: often(words),
      number: sent.scalar,
      dates: [{ type: words, date: words }],
      practitioners: [{ name: words, appointed_on: words, ceased_to_act_on: words, ...sent.unread('address', 'role') }],
      ...sent.unread('links', 'notes'),
    },
  ]),
  status: [words],
  etag: sent.ignored,
})

/** The insolvency history. A company without one is a 404 with an empty body. */
export const insolvency = companiesHouse.get('insolvency', {
  wire: insolvencyWire,
  path: (number: string) => `/company/${encodeURIComponent(number)}/insolvency`,
  digest: insolvencyShape,
  read: ({ status, cases }) => ({
    status: distinct((status ?? []).map(stated)),
    cases: (cases ?? []).slice(0, 100).map((one) => ({
      number: stated(one.number),
      type: stated(one.type),
      dates: (one.dates ?? [])
        .flatMap(({ type, date }) => {
          const event = stated(type),
            on = day(date)
          return event === null || on === null ? [] : [{ event, date: on }]
        })
        .toSorted((a, b) => a.date.localeCompare(b.date, 'en')),
      practitioners: (one.practitioners ?? []).flatMap(({ name, appointed_on, ceased_to_act_on }) => {
        const known = stated(name)
        return known === null ? [] : [{ name: known, appointed: day(appointed_on), ceased: day(ceased_to_act_on) }]
      }),
    })),
  }),
  none: (reply): Insolvency | undefined => (isNotFound(reply) ? { status: [], cases: [] } : undefined),
})

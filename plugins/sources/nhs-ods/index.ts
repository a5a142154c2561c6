import {
  dataset,
  date,
  day,
  list,
  object,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Rows,
  type Sent,
  type Shape,
} from '@domesday/core'

const practiceFields = object({ code: text(), name: text(), postcode: text() })
/** An open GP practice with its prescribing code. The register has no coordinates. */
export interface Practice extends Of<typeof practiceFields> {}
const practiceShape: Shape<Practice> = practiceFields

const closedFields = object({ code: text(), name: text(), postcode: text(), closed_on: date() })
/** One that has closed, and the day. The publisher states successors of statutory bodies only: of practices none. */
export interface ClosedPractice extends Of<typeof closedFields> {}
const closedShape: Shape<ClosedPractice> = closedFields

interface Row extends Practice {
  readonly outcode: string
  /** Null of one that is open. */
  readonly closed: string | null
}

/** The file has no header. Columns that are not read are named by number. */
const columns = [
  'code',
  'name',
  'national_grouping',
  'health_geography',
  'address_1',
  'address_2',
  'address_3',
  'address_4',
  'address_5',
  'postcode',
  'opened',
  'closed',
  'status',
  'subtype',
  'commissioner',
  'joined',
  'left',
  'telephone',
  'column_19',
  'column_20',
  'column_21',
  'amended',
  'column_23',
  'provider',
  'column_25',
  'setting',
  'column_27',
]

const { text: cell, must, often } = sent
/**
 * Held against recorded rows, as the publisher states no schema: without code, name and status one tells of no practice
 * that is open.
 */
const rowWire = wire({
  ...(sent.unread(...columns) as {}),
  code: must(cell),
  name: must(cell),
  status: must(cell),
  postcode: often(cell),
  setting: often(cell),
  opened: cell,
  closed: often(cell),
})

/** Today's report has words for statuses and settings; the older file has letters and numbers. */
const isOpen = (raw: unknown): boolean => /^(A|ACTIVE)$/i.test(stated(raw) ?? '')
const isPractice = (raw: unknown): boolean =>
  (stated(raw) ?? '').split('|').some((setting) => setting === 'RO76' || setting === '4')

const small = new Set(['and', 'at', 'for', 'in', 'of', 'on', 'the'])
const letters = new Set(['gp', 'gps', 'nhs', 'pms', 'apms', 'ii', 'iii'])

/** Names are in capitals: `ST JAMES' MED.CTR` → `St James' Med.Ctr`. */
export const titled = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) =>
      letters.has(word)
        ? word.toUpperCase()
        : at > 0 && small.has(word)
          ? word
          : word[0]!.toUpperCase() + word.slice(1),
    )

/** Days are `20240331`. */
const dayIn = (raw: unknown): string | null => day(stated(raw)?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))

/** A day that lies before the first one is none on which it closed. */
const closedOn = (wire: Sent<typeof rowWire>): string | null => {
  const [opened, closed] = [dayIn(wire.opened), dayIn(wire.closed)]
  return closed !== null && opened !== null && closed < opened ? null : closed
}

/** Null if it is no GP practice, has no postcode, is dormant or planned, or closed on a day that is not stated. */
export const rowOf = (wire: Sent<typeof rowWire>): Row | null => {
  const code = stated(wire.code)?.toUpperCase(),
    name = stated(wire.name),
    postcode = stated(wire.postcode)?.toUpperCase()
  const closed = /^(C|INACTIVE)$/i.test(stated(wire.status) ?? '') ? closedOn(wire) : null
  if (!code || !name || !postcode || !isPractice(wire.setting) || (!isOpen(wire.status) && closed === null)) return null
  return { code, name: titled(name), postcode, outcode: postcode.split(' ')[0]!, closed }
}

export const nhsOds = dataset({
  id: 'nhs-ods',
  title: 'NHS Organisation Data Service: GP practices',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains information from NHS England (Organisation Data Service), licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales'],
  coverage:
    'GP practices open in England and Wales, with their codes and postcodes, and those that closed within five years; not which practice took over from one that closed',
  pull: [
    {
      part: '',
      wire: rowWire,
      addresses: () => [['/api/getReport', { report: 'epraccur' }]],
      as: 'csv',
      columns,
      encoding: 'detect',
    },
  ],
  row: rowOf,
  key: ({ code }) => code,
  index: ['outcode'],
  version: 2,
})

type Register = Pick<Rows<Row, 'outcode'>, 'where' | 'asOf'>
const inOutcodes = (rows: Register, outcodes: readonly string[]): readonly Row[] =>
  outcodes.flatMap((outcode) => [...rows.where('outcode', outcode)])

/** The open GP practices of some outcodes (`WA1`, `SW1A`), in the order of the outcodes. */
export const practicesIn = nhsOds.ask(
  'practices',
  (rows, outcodes: readonly string[]) =>
    inOutcodes(rows, outcodes).flatMap(({ code, name, postcode, closed }) =>
      closed === null ? [{ code, name, postcode }] : [],
    ),
  { digest: list(practiceShape) },
)

/** Patients of practices that closed longer ago have long been with others. */
const years = 5

/** The GP practices of some outcodes that closed within five years, newest first. */
export const closedPracticesIn = nhsOds.ask(
  'closed',
  (rows, outcodes: readonly string[]) =>
    inOutcodes(rows, outcodes)
      .flatMap(({ code, name, postcode, closed }) =>
        closed !== null && Number(rows.asOf.slice(0, 4)) - Number(closed.slice(0, 4)) <= years
          ? [{ code, name, postcode, closed_on: closed }]
          : [],
      )
      .toSorted((a, b) => (a.closed_on < b.closed_on ? 1 : -1)),
  { digest: list(closedShape) },
)

import { dataset, list, object, sent, stated, text, wire, type Of, type Sent, type Shape } from '@domesday/core'

const practiceFields = object({ code: text(), name: text(), postcode: text() })
/** An open GP practice with its prescribing code. The register has no coordinates. */
export interface Practice extends Of<typeof practiceFields> {}
const practiceShape: Shape<Practice> = practiceFields

interface Row extends Practice {
  readonly outcode: string
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

/** Null if closed, not a GP practice, or without a postcode. */
export const rowOf = (wire: Sent<typeof rowWire>): Row | null => {
  const code = stated(wire.code)?.toUpperCase(),
    name = stated(wire.name),
    postcode = stated(wire.postcode)?.toUpperCase()
  if (!code || !name || !postcode || !isOpen(wire.status) || !isPractice(wire.setting)) return null
  return { code, name: titled(name), postcode, outcode: postcode.split(' ')[0]! }
}

export const nhsOds = dataset({
  id: 'nhs-ods',
  title: 'NHS Organisation Data Service: GP practices',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains information from NHS England (Organisation Data Service), licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales'],
  coverage: 'GP practices open in England and Wales, with their codes and postcodes',
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
})

/** The open GP practices of some outcodes (`WA1`, `SW1A`), in the order of the outcodes. */
export const practicesIn = nhsOds.ask(
  'practices',
  (rows, outcodes: readonly string[]) =>
    outcodes.flatMap((outcode) =>
      Array.from(rows.where('outcode', outcode), ({ code, name, postcode }) => ({ code, name, postcode })),
    ),
  { digest: list(practiceShape) },
)

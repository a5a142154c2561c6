import {
  figure,
  integer,
  list,
  numeric,
  object,
  present,
  rounded,
  source,
  stated,
  text,
  type Of,
  type Shape,
} from '@domesday/core'

export const nhsbsaOpenData = source({
  id: 'nhsbsa-open-data',
  title: 'English prescribing dataset',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Source: NHS Business Services Authority, English Prescribing Dataset, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage: 'What GP practices in England prescribed, by month; two months behind',
})

const monthFields = object({ month: text('YYYY-MM'), table: text() })
/** A month of prescribing, and its table. */
export interface Month extends Of<typeof monthFields> {}
const monthShape: Shape<Month> = monthFields

interface Package {
  readonly result?: { readonly resources?: readonly { readonly name?: string | null }[] | null }
}

/** The newest month. The service lists months in no order. */
export const newestMonth = nhsbsaOpenData.get('newest', {
  demands: ['result.resources[].name'],
  path: () => ['/api/3/action/package_show', { id: 'english-prescribing-dataset-epd-with-snomed-code' }],
  digest: monthShape,
  read: ({ result }: Package) => {
    const tables = (present(result?.resources, 'resources') ?? [])
      .map(({ name }) => stated(name) ?? '')
      .filter((name) => /^EPD_SNOMED_\d{6}$/.test(name))
    const table = tables.toSorted().at(-1)
    return table === undefined ? null : { month: table.replace(/.*(\d{4})(\d{2})$/, '$1-$2'), table }
  },
  confidence: 'unconfirmed',
})

const prescribedFields = object({
  total_items: integer('Items that the practices nearby prescribed in the month, wherever they were dispensed'),
  total_cost: figure('GBP', 'Actual cost of all these items'),
  top_items: list(
    object({
      name: text('Chemical substance'),
      items: integer('Prescribed in the month'),
      cost: figure('GBP', 'Actual cost'),
    }),
    'What was prescribed most, twenty substances at most',
  ),
})
/** What some practices prescribed in a month. */
export interface Prescribed extends Of<typeof prescribedFields> {}
export const prescribedShape: Shape<Prescribed> = prescribedFields

type Row = Readonly<Record<string, unknown>>
interface Wire {
  readonly result?: {
    readonly result?: { readonly records?: readonly Row[] | null; readonly records_truncated?: unknown } | null
  } | null
}

/** Until February 2025 the column with this name had a code. */
const nameColumn = (month: string): string =>
  month < '2025-03' ? 'CHEMICAL_SUBSTANCE_BNF_DESCR' : 'BNF_CHEMICAL_SUBSTANCE'
const sum = (column: string): string => `SUM(SAFE_CAST(${column} AS FLOAT64))`
/** Practice codes have only letters and digits: nothing else may enter the SQL query. */
const codesOf = (practices: readonly string[]): readonly string[] =>
  practices.filter((code) => /^[A-Z0-9]{3,8}$/.test(code)).toSorted()

const listed = 20

/**
 * What at most a hundred practices prescribed, by chemical substance. A table has one row per practice, product and
 * quantity, some eighteen million; upstream adds them up. It has some 1,600 substances, so no answer is truncated.
 */
export const prescribed = nhsbsaOpenData.get('prescribed', {
  demands: ['result.result.records[].name'],
  path: ({ month, table, practices }: Month & { readonly practices: readonly string[] }) => [
    '/api/3/action/datastore_search_sql',
    {
      resource_id: table,
      sql:
        `SELECT ${nameColumn(month)} AS name, ${sum('ITEMS')} AS items, ${sum('ACTUAL_COST')} AS cost FROM \`${table}\` ` +
        `WHERE PRACTICE_CODE IN (${codesOf(practices)
          .map((code) => `'${code}'`)
          .join(',')}) GROUP BY name ORDER BY items DESC`,
    },
  ],
  digest: prescribedShape,
  read: ({ result }: Wire) => {
    // Over 32,000 rows, upstream sends a link to a file instead of records.
    const records: readonly Row[] | null | undefined = result?.result?.records
    if (!Array.isArray(records)) throw new TypeError('no records')
    // The sum over a renamed column is null, which must not count as zero.
    if (records.length > 0 && records.every(({ items, cost }) => numeric(items) === null || numeric(cost) === null))
      throw new TypeError('records without figures')
    const substances = records.map(({ name, items, cost }) => ({
      name: stated(name) ?? 'Not named',
      items: Math.round(numeric(items) ?? 0),
      cost: rounded(numeric(cost) ?? 0, 2),
    }))
    return {
      total_items: substances.reduce((total, { items }) => total + items, 0),
      total_cost: rounded(
        substances.reduce((total, { cost }) => total + cost, 0),
        2,
      ),
      top_items: substances.toSorted((a, b) => b.items - a.items).slice(0, listed),
    }
  },
  confidence: 'unconfirmed',
})

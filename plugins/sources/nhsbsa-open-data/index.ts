import {
  counted,
  figure,
  integer,
  list,
  numeric,
  object,
  partly,
  rounded,
  sent,
  source,
  stated,
  text,
  wire,
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

const { scalar, must, ignored, unread } = sent
const bodySent = unread('help', 'success')
/** Held against the catalogue's software (CKAN): a resource means nothing here without its name, which is its table. */
const packageWire = wire({
  ...bodySent,
  result: must({
    resources: must([
      {
        name: must(scalar),
        ...unread(
          'id',
          'format',
          'url',
          'position',
          'created',
          'last_modified',
          'metadata_modified',
          'bq_table_name',
          'package_id',
          'description',
          'mimetype',
          'size',
          'state',
        ),
      },
    ]),
    ...unread('id', 'name', 'title', 'notes', 'metadata_modified'),
  }),
})

/** The newest month. The service lists months in no order. */
export const newestMonth = nhsbsaOpenData.get('newest', {
  wire: packageWire,
  path: () => ['/api/3/action/package_show', { id: 'english-prescribing-dataset-epd-with-snomed-code' }],
  digest: monthShape,
  read: ({ result }) => {
    const tables = result.resources
      .map(({ name }) => stated(name) ?? '')
      .filter((name) => /^EPD_SNOMED_\d{6}$/.test(name))
    const table = tables.toSorted().at(-1)
    // There is always a month: without one the tables have other names.
    if (table === undefined) throw new TypeError('no month is listed')
    return { month: table.replace(/.*(\d{4})(\d{2})$/, '$1-$2'), table }
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

/**
 * The columns are those that we ask for. The sum over a column that has another name is null, which is not zero. Over
 * 32,000 rows there is a link to a file in place of records.
 */
const answerWire = wire({
  ...bodySent,
  result: must({
    ...bodySent,
    result: must({
      records: must([{ name: scalar, items: must(scalar), cost: must(scalar) }]),
      fields: ignored,
      ...unread('records_truncated', 'gc_urls'),
    }),
  }),
})

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
  wire: answerWire,
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
  version: 2,
  digest: prescribedShape,
  read: ({ result: { result } }) => {
    const substances = result.records.flatMap(({ name, ...sums }) => {
      const items = numeric(sums.items),
        cost = numeric(sums.cost)
      return items === null || cost === null
        ? []
        : [{ name: stated(name) ?? 'Not named', items: Math.round(items), cost: rounded(cost, 2) }]
    })
    const all = {
      total_items: substances.reduce((total, { items }) => total + items, 0),
      total_cost: rounded(
        substances.reduce((total, { cost }) => total + cost, 0),
        2,
      ),
      top_items: substances.toSorted((a, b) => b.items - a.items).slice(0, listed),
    }
    const unread = result.records.length - substances.length
    return unread === 0 ? all : partly(all, `the sums of ${counted(unread, 'substance')} could not be read`)
  },
  confidence: 'unconfirmed',
})

/** Queries of a Nomis table, and reading its CSV. */
import {
  choice,
  number,
  object,
  orNull,
  quantity,
  rounded,
  sent,
  stated,
  table,
  text,
  wire,
  type All,
  type Path,
  type Query,
  type Sent,
  type Shape,
  type Shapes,
  type Wire,
} from '@domesday/core'
import { comparisonIn, comparisonOf, type Comparison } from '@domesday/vocabulary-comparison'
import { codesOf, levels, type Area, type Level } from './areas.ts'

const areaFields = {
  level: choice(levels, 'The smallest area that has the figure'),
  area: orNull(text('Name of that area')),
  period: orNull(text('As published')),
}
/** The area of a figure, which may be wider than the one asked for, and the period. */
export interface FigureArea extends All<typeof areaFields> {}

/** Figures of one area, by code or name of the cell. */
export interface Figures {
  readonly of: FigureArea
  readonly cell: (code: number) => number | null
  /** Null of a cell that is withheld. */
  readonly cells: readonly { readonly name: string; readonly value: number | null }[]
}

const { text: words, must, often } = sent
/** Held against `select`: the table has these columns, and that of its dimension. A withheld figure is empty. */
const columns = {
  GEOGRAPHY_CODE: must(words),
  GEOGRAPHY_NAME: often(words),
  DATE_NAME: often(words),
  OBS_VALUE: must(words),
}
const columnsWire = wire(columns)
/** The dimension of a table is known only where it is asked for. */
type Row = Sent<typeof columnsWire> & Readonly<Record<string, string | null | undefined>>
const rowsWire = (dimension: string) =>
  wire([{ ...columns, [dimension]: must(words), [`${dimension}_NAME`]: must(words) }]) as unknown as Wire<
    readonly Row[]
  >

/**
 * Asks for several areas at once and reads the first one with figures. Withheld figures are empty cells, and without a
 * match the whole body is empty: both count as none. `dimension` is the concept that distinguishes the cells.
 */
export const tableQuery = <S extends Shapes>(
  dataset: string,
  dimension: string,
  query: Query,
  fields: S,
  read: (figures: Figures) => All<S> | null,
  counts: Counts = 'all',
) => ({
  path: (areas: readonly Area[]): Path => [
    `/api/v01/dataset/${dataset}.data.csv`,
    {
      geography: areas.flatMap(codesOf).join(','),
      date: 'latest',
      ...query,
      select: ['date_name', 'geography_code', 'geography_name', dimension, `${dimension}_name`, 'obs_value'].join(','),
    },
  ],
  as: 'csv' as const,
  version: 2,
  wire: rowsWire(dimension.toUpperCase()),
  digest: object({ ...fields, ...areaFields }) as Shape<any> as Shape<All<S> & FigureArea>,
  read: (rows: readonly Row[], areas: readonly Area[]): (All<S> & FigureArea) | null =>
    foundIn(rows, areas, dimension, read, counts).find(({ beside }) => !beside)?.digest ?? null,
})

/** The cells that count people or homes, which add up over areas; by default all. */
type Counts = readonly number[] | 'all'

/**
 * The rows of an area. Of one with parts each cell is the sum of theirs: withheld where one of them is, and gone where
 * one lacks it, or has it of another period.
 */
const rowsOf = (
  rows: readonly Row[],
  { code, parts, name }: Area,
  dimension: string,
  counts: Counts,
): readonly Row[] => {
  if (!parts) return rows.filter((row) => row.GEOGRAPHY_CODE === code)
  const [first = [], ...others] = parts.map((part) => rows.filter((row) => row.GEOGRAPHY_CODE === part))
  return first.flatMap((row) => {
    const cell = row[dimension]?.trim()
    const same = others.flatMap(
      (part) => part.find((one) => one[dimension]?.trim() === cell && one.DATE_NAME === row.DATE_NAME) ?? [],
    )
    if (same.length < others.length || (counts !== 'all' && !counts.includes(Number(cell)))) return []
    const values = [row, ...same].map((one) => quantity(one.OBS_VALUE))
    const sum = values.includes(null) ? '' : String(values.reduce<number>((total, value) => total + value!, 0))
    return [{ ...row, GEOGRAPHY_CODE: '', GEOGRAPHY_NAME: name ?? '', OBS_VALUE: sum }]
  })
}

interface Found<S extends Shapes> {
  readonly beside: boolean
  readonly digest: All<S> & FigureArea
}
const foundIn = <S extends Shapes>(
  rows: readonly Row[],
  areas: readonly Area[],
  dimension: string,
  read: (figures: Figures) => All<S> | null,
  counts: Counts,
): readonly Found<S>[] =>
  areas.flatMap((area) => {
    const { level, beside = false } = area
    const figures = figuresOf(rowsOf(rows, area, dimension.toUpperCase(), counts), level, dimension.toUpperCase())
    const digest = figures.cells.some(({ value }) => value !== null) ? read(figures) : null
    return digest ? [{ beside, digest: { ...digest, ...figures.of } }] : []
  })

/** Adds to the figures of the smallest area those of the wider ones, of one field. */
export interface BesideOthers {
  readonly comparison: Comparison
}
export const comparedQuery = <S extends Shapes, const K extends string & keyof S>(
  dataset: string,
  dimension: string,
  query: Query,
  fields: S,
  read: (figures: Figures) => All<S> | null,
  { field, unit, counts = 'all' }: { readonly field: K; readonly unit: string; readonly counts?: Counts },
) => {
  const plain = tableQuery(dataset, dimension, query, fields, read, counts)
  return {
    ...plain,
    digest: object({ ...fields, ...areaFields, comparison: comparisonIn(unit) }) as Shape<any> as Shape<
      All<S> & FigureArea & BesideOthers
    >,
    read: (rows: readonly Row[], areas: readonly Area[]): (All<S> & FigureArea & BesideOthers) | null => {
      const found = foundIn(rows, areas, dimension, read, counts)
      const own = found.find(({ beside }) => !beside)?.digest
      const figures = found.flatMap(({ digest }) => {
        const { level, area, period } = digest
        const value = (digest as Readonly<Record<string, unknown>>)[field]
        return level === 'neighbourhood' || level === 'county' || area === null || typeof value !== 'number'
          ? []
          : [{ level, area, period, value }]
      })
      return own ? Object.assign({ comparison: comparisonOf('nomis', figures) }, own) : null
    },
  }
}

const figuresOf = (rows: readonly Row[], level: Level, dimension: string): Figures => ({
  of: { level, area: stated(rows[0]?.GEOGRAPHY_NAME), period: stated(rows[0]?.DATE_NAME) },
  cell: (code) => quantity(rows.find((row) => row[dimension]?.trim() === String(code))?.OBS_VALUE),
  cells: rows.map((row) => ({ name: stated(row[`${dimension}_NAME`]) ?? '', value: quantity(row.OBS_VALUE) })),
})

/** Percentage, one decimal; null if either is unknown, or the part is larger than the whole. */
export const percent = (part: number | null, whole: number | null): number | null =>
  part === null || !whole || part > whole ? null : rounded((100 * part) / whole, 1)

/** Sum of the cells with matching names; null if there are none, or one is withheld. */
export const totalOf = ({ cells }: Figures, name: RegExp): number | null => {
  const named = cells.filter((cell) => name.test(cell.name))
  const values = named.flatMap(({ value }) => value ?? [])
  return named.length === 0 || values.length < named.length ? null : values.reduce((sum, value) => sum + value, 0)
}

/** A total and its percentages by cell name, in the table's order; names without their prefix. */
export const spreadFields = (about: string) => ({ total: number(), shares: table(number({ unit: '%' }), about) })
export interface Spread extends All<ReturnType<typeof spreadFields>> {}
export const spread =
  (prefix: RegExp) =>
  ({ cell, cells }: Figures): Spread | null => {
    const total = cell(0)
    if (!total) return null
    const parts = cells.flatMap(({ name, value }) =>
      value === null || name.startsWith('Total') ? [] : [{ name, value }],
    )
    return {
      total,
      shares: Object.fromEntries(
        parts.map(({ name, value }) => [name.replace(prefix, ''), rounded((100 * value) / total, 1)]),
      ),
    }
  }

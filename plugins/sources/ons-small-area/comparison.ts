/** The median neighbourhood of a district, and that of England and Wales. */
import { onceFor, type Rows } from '@domesday/core'
import { comparisonOf, type Comparison } from '@domesday/vocabulary-comparison'
import { edition } from './release.ts'

interface Neighbourhood {
  readonly name: string | null
  readonly net: number
}

/** The district that a neighbourhood is named after: `Warrington 018` is one of Warrington. Null for another name. */
export const districtOf = (name: string | null): string | null => /^(\S.*) \d{3}[A-Z]?$/.exec(name ?? '')?.[1] ?? null

const medianOf = (incomes: readonly number[]): number => {
  const ascending = incomes.toSorted((a, b) => a - b)
  const [lower, upper] = [ascending[Math.ceil(ascending.length / 2) - 1]!, ascending[Math.floor(ascending.length / 2)]!]
  return Math.round((lower + upper) / 2)
}

type Table = Pick<Rows<Neighbourhood>, 'all'>
/** Kept for each import: to read all of its 7,264 rows takes some tens of milliseconds. */
const mediansIn = onceFor(
  (rows: Table): ReadonlyMap<string, number> =>
    new Map(
      [...Map.groupBy(rows.all(), ({ name }) => districtOf(name))].flatMap(([district, members]) =>
        district === null ? [] : [[district, medianOf(members.map(({ net }) => net))] as const],
      ),
    ),
)

export const incomeBeside = (rows: Table, name: string | null): Comparison => {
  const district = districtOf(name),
    median = district === null ? undefined : mediansIn(rows).get(district)
  const period = edition.year
  return comparisonOf('ons-small-area', [
    ...(district === null || median === undefined
      ? []
      : [{ level: 'district' as const, area: district, period, value: median }]),
    { level: 'nation', area: 'England and Wales', period, value: edition.median },
  ])
}

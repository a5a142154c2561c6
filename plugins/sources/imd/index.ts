import { dataset, need, notCovered, notImported, type Node, type NotImported } from '@domesday/core'
import { areaOf, files, indices, nations, type Index, type IndexNation, type SmallArea, type Wire } from './indices.ts'

export { areaOf, indices, type Index, type IndexNation, type SmallArea } from './indices.ts'

export const imd = dataset({
  id: 'imd',
  title: 'Indices of multiple deprivation',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Ministry of Housing, Communities and Local Government, the Welsh Government, the Scottish Government and the Northern Ireland Statistics and Research Agency, licensed under the Open Government Licence v3.0',
  covers: nations,
  coverage:
    'Deprivation of small areas: England 2025, Wales 2025, Scotland 2020, Northern Ireland 2017; the nations cannot be compared',
  pull: files,
  row: (wire: Wire, part: string): SmallArea | null => areaOf(wire, part),
  key: ({ code }) => code,
  index: ['nation'],
})

/** The small area (null if the index does not rank it), and the index. */
export interface Deprivation {
  readonly nation: IndexNation
  readonly index: Index
  readonly area: SmallArea | null
}
interface Question {
  readonly nation: IndexNation
  readonly code: string | null
}

/** For a nation whose file is imported. */
export const deprivation = imd.ask('deprivation', (rows, { nation, code }: Question): Deprivation | NotImported => {
  const [any] = rows.where('nation', nation)
  return any ? { nation, index: indices[nation], area: code === null ? null : rows.key(code) } : notImported(nation)
})

/** The parts of a place that the lookup needs: codes of the 2021 census and of the previous one. */
export interface Locality {
  readonly nation: string
  readonly codes: { readonly lsoa: string | null; readonly lsoa11: string | null }
}

/**
 * England and Wales rank areas of 2021, Scotland data zones of 2011, Northern Ireland areas of 2001. The postcode
 * service gives the last two under `lsoa11`.
 */
const codeOf = (nation: IndexNation, { lsoa, lsoa11 }: Locality['codes']): string | null =>
  nation === 'England' || nation === 'Wales' ? lsoa : lsoa11

export const deprivationOf = (place: Node<Locality>): Node<Deprivation> =>
  need(deprivation, { place }, ({ place }) => {
    const nation = nations.find((one) => one === place.nation)
    return nation ? { nation, code: codeOf(nation, place.codes) } : notCovered(place.nation)
  })

/**
 * Percentage of the nation's small areas with more income deprivation than this one: 0 for the most deprived. Null if
 * it is not ranked.
 */
export const incomeStanding = ({ index, area }: Deprivation): number | null =>
  area === null || area.incomeRank === null ? null : Math.round((1000 * (area.incomeRank - 1)) / (index.areas - 1)) / 10

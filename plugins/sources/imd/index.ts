import {
  choice,
  dataset,
  flag,
  integer,
  need,
  notCovered,
  notImported,
  number,
  object,
  orNull,
  quantity,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { areaOf, files, indices, nations, type IndexNation, type SmallArea, type WireRow } from './indices.ts'

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
  row: (wire: WireRow, part: string): SmallArea | null => areaOf(wire, part),
  key: ({ code }) => code,
  index: ['nation'],
})

const deprivationFields = object({
  data_available: flag('Whether the index ranks the small area'),
  imd_decile: orNull(
    integer({
      title: 'Tenth by deprivation, 1 the most deprived',
      description: '1 is the most deprived tenth of the nation, 10 the least; not comparable between nations',
      minimum: 1,
      maximum: 10,
    }),
  ),
  imd_rank: orNull(
    integer({
      title: 'Rank by deprivation, 1 the most deprived',
      description: '1 is the most deprived small area of the nation',
    }),
  ),
  areas_ranked: integer('Small areas that the index ranks'),
  income_rank: orNull(integer('The same by income alone')),
  income_deprived_pct: orNull(
    number({
      description: 'Residents who live on low income; England and Northern Ireland publish it',
      unit: '%',
      minimum: 0,
      maximum: 100,
    }),
  ),
  index: text('Name of the index; each nation has its own'),
  year: integer('Of the index'),
  nation: choice(nations, 'The nation whose areas are ranked'),
  area_code: orNull(
    text(
      'The small area that the index ranks: of 2021 in England and Wales, 2011 in Scotland, 2001 in Northern Ireland',
    ),
  ),
  area_name: orNull(text()),
  less_deprived_than_pct: orNull(
    number({
      description: "The nation's small areas with more income deprivation than this one: 0 for the most deprived",
      unit: '%',
    }),
  ),
})
/** The deprivation of a small area, by the index of its nation. */
export interface Deprivation extends Of<typeof deprivationFields> {}
const deprivationShape: Shape<Deprivation> = deprivationFields

interface Question {
  readonly nation: IndexNation
  readonly code: string | null
}

/** Tied areas have ranks ending in .5. */
const whole = (rank: number | null): number | null => (rank === null ? null : Math.floor(rank))
const tenthOf = ({ decile }: SmallArea): number | null => (decile >= 1 && decile <= 10 ? Math.floor(decile) : null)

/** What the index of a nation says of a small area; null if it does not rank it. */
export const deprivationIn = (nation: IndexNation, area: SmallArea | null): Deprivation => {
  const { title, year, areas } = indices[nation]
  const rank = area?.incomeRank ?? null
  return {
    data_available: area !== null,
    imd_decile: area && tenthOf(area),
    imd_rank: area && whole(area.rank),
    areas_ranked: areas,
    income_rank: whole(rank),
    income_deprived_pct: quantity(area?.incomePercent, 100),
    index: title,
    year,
    nation,
    area_code: area && area.code,
    area_name: area && area.name,
    less_deprived_than_pct: rank === null ? null : Math.round((1000 * (rank - 1)) / (areas - 1)) / 10,
  }
}

/** For a nation whose file is imported. */
export const deprivation = imd.ask(
  'deprivation',
  (rows, { nation, code }: Question) => {
    const [any] = rows.where('nation', nation)
    return any ? deprivationIn(nation, code === null ? null : rows.key(code)) : notImported(nation)
  },
  { digest: deprivationShape },
)

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

export const deprivationOf = (place: Node<Locality>): Shown<Deprivation> =>
  need(deprivation, place, ({ nation, codes }) => {
    const known = nations.find((one) => one === nation)
    return known ? { nation: known, code: codeOf(known, codes) } : notCovered(nation)
  })

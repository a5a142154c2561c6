/**
 * The four nations' indices of deprivation: what each ranks, and the columns of its file. They use different methods
 * and each ranks only its own nation.
 */
import { numeric, stated, type DatasetFile } from '@domesday/core'

export const nations = ['England', 'Wales', 'Scotland', 'Northern Ireland'] as const
export type IndexNation = (typeof nations)[number]

/** An index, and its number of small areas. */
export interface Index {
  readonly title: string
  readonly year: number
  readonly areas: number
}
export const indices: Readonly<Record<IndexNation, Index>> = {
  England: { title: 'English Indices of Deprivation', year: 2025, areas: 33_755 },
  Wales: { title: 'Welsh Index of Multiple Deprivation', year: 2025, areas: 1_917 },
  Scotland: { title: 'Scottish Index of Multiple Deprivation', year: 2020, areas: 6_976 },
  'Northern Ireland': { title: 'Northern Ireland Multiple Deprivation Measure', year: 2017, areas: 890 },
}

/** A small area. Rank 1 is the most deprived of its nation, decile 1 the most deprived tenth. */
export interface SmallArea {
  readonly code: string
  readonly name: string | null
  readonly nation: IndexNation
  readonly rank: number
  readonly decile: number
  readonly incomeRank: number | null
  /** Percentage of residents in income deprivation; Wales and Scotland publish only ranks. */
  readonly incomePercent: number | null
}
export type WireRow = Readonly<Record<string, unknown>>

/** Last rank of each tenth, as Wales publishes them: its number of areas is not divisible by ten. */
const welshTenths = [191, 382, 574, 766, 958, 1149, 1341, 1533, 1724, 1917]
const tenth = (rank: number, nation: IndexNation): number =>
  nation === 'Wales'
    ? welshTenths.findIndex((last) => rank <= last) + 1
    : Math.ceil((rank * 10) / indices[nation].areas)

interface Columns {
  readonly code: RegExp
  readonly name?: RegExp
  readonly rank: RegExp
  readonly decile?: RegExp
  readonly incomeRank: RegExp
  readonly income?: RegExp
}
// Held against the headers of the files, as there is no schema. Editions differ in years, blanks and brackets, and one
// truncates a name: match columns by their beginning.
const columns: Readonly<Record<IndexNation, Columns>> = {
  England: {
    code: /^lsoa\s+code/i,
    name: /^lsoa\s+name/i,
    rank: /^index\s+of\s+multiple\s.*rank/i,
    decile: /^index\s+of\s+multiple\s.*decile/i,
    incomeRank: /^income\s+rank/i,
    income: /^income\s+score/i,
  },
  Wales: { code: /^lsoa\s+code/i, name: /^lsoa\s+name/i, rank: /^wimd\s+\d{4}$/i, incomeRank: /^income$/i },
  Scotland: { code: /^data_zone$/i, rank: /^simd\d{4}(v\d)?_rank$/i, incomeRank: /income_domain_rank$/i },
  'Northern Ireland': {
    code: /^soa2001$/i,
    name: /^soa2001name$/i,
    rank: /^mdm_rank$/i,
    incomeRank: /^d1_income_rank$/i,
    income: /^income_perc$/i,
  },
}

/** Null for a row without a ranked small area. Tied areas have ranks ending in .5. */
export const areaOf = (wire: WireRow, part: string): SmallArea | null => {
  const nation = part as IndexNation
  const cell = (column: RegExp | undefined): unknown => {
    if (column) for (const name in wire) if (column.test(name)) return wire[name]
    return undefined
  }
  const { code, name, rank, decile, incomeRank, income } = columns[nation]
  const at = stated(cell(code))?.toUpperCase() ?? null,
    place = numeric(cell(rank))
  if (at === null || place === null || place < 1) return null
  const share = numeric(cell(income))
  return {
    code: at,
    name: stated(cell(name))?.replaceAll('_', ' ') ?? null,
    nation,
    rank: place,
    decile: numeric(cell(decile)) ?? tenth(place, nation),
    incomeRank: numeric(cell(incomeRank)),
    incomePercent: share === null ? null : nation === 'England' ? Math.round(share * 1000) / 10 : share,
  }
}

const simd = 'scottish-index-of-multiple-deprivation-2020-ranks-and-domain-ranks'

/** One file per nation. England's has a new address after every correction; its page links to it. */
export const files: readonly (DatasetFile & { readonly part: IndexNation })[] = [
  {
    part: 'England',
    addresses: () => [
      {
        on: '/government/statistics/english-indices-of-deprivation-2025',
        link: (page) =>
          /https:\/\/assets\.publishing\.service\.gov\.uk\/media\/[^"'<>\s]*\/File_7_IoD2025[^"'<>\s]*\.csv/i.exec(
            page,
          )?.[0] ?? null,
      },
      'https://assets.publishing.service.gov.uk/media/691ded56d140bbbaa59a2a7d/File_7_IoD2025_All_Ranks_Scores_Deciles_Population_Denominators.csv',
    ],
    as: 'csv',
  },
  {
    part: 'Wales',
    addresses: () => [
      'https://www.gov.wales/sites/default/files/statistics-and-research/2025-11/wimd-2025-index-and-domain-ranks-by-small-area.ods',
    ],
    as: 'ods',
    sheet: /^WIMD_\d{4}_ranks$/,
    header: 'LSOA code',
  },
  {
    part: 'Scotland',
    addresses: () => [
      `https://www.gov.scot/binaries/content/documents/govscot/publications/statistics/2020/01/${simd}/documents/${simd}/${simd}/govscot%3Adocument/SIMD%2B2020v2%2B-%2Branks.xlsx`,
    ],
    as: 'xlsx',
    sheet: 'SIMD 2020v2 ranks',
  },
  {
    // The publisher's workbook is in the old binary format; the portal has the same figures as a table.
    part: 'Northern Ireland',
    addresses: () => [
      'https://admin.opendatani.gov.uk/dataset/e202fde9-7f0b-4d88-8711-e18a8817cff8/resource/60f31f62-53e7-424c-8fb5-d3b1c66ea277/download/nimdm2017-soa.csv',
    ],
    as: 'csv',
    encoding: 'detect',
  },
]

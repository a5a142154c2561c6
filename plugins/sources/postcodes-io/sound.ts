/** What a record says of one place twice: what contradicts its nation is that of somebody else. */
import { stated, type Point } from '@domesday/core'
import { mayLieIn } from '@domesday/vocabulary-geography'

/** Pseudo codes (E99999999, L99999999, M99999999 …) and "(pseudo) …" names mean "does not apply". */
export const real = (name: string | null | undefined): string | null =>
  stated(name && !/^\(pseudo\)|^[A-Z]99999999$/.test(name) ? name : null)

/**
 * First of the GSS codes of its areas. Other codes, such as those of Northern Ireland until 2011, tell no nation.
 */
const letters: Readonly<Record<string, string>> = { England: 'E', Wales: 'W', Scotland: 'S', 'Northern Ireland': 'N' }

/** Titles for readers. */
const titles = {
  district: 'district',
  county: 'county',
  ward: 'ward',
  constituency: 'constituency',
  lsoa: 'neighbourhood',
  lsoa11: 'neighbourhood of 2011',
  msoa: 'wider neighbourhood',
  oa: 'output area',
} as const
type Kind = keyof typeof titles
type Said = readonly [name: string | null | undefined, code: string | null | undefined]
interface Area {
  readonly name: string | null
  readonly code: string | null
}

/** Each area, null where its code is of another nation; `doubts` say both. */
export const soundAreas = (nation: string, said: Readonly<Record<Kind, Said>>) => {
  const letter = letters[nation]
  const doubts: string[] = []
  const areaOf = (kind: Kind): Area => {
    const [name, code] = [real(said[kind][0]), real(said[kind][1])]
    if (letter === undefined || code === null || !/^[EWSN]\d{8}$/.test(code) || code.startsWith(letter))
      return { name, code }
    doubts.push(`its ${titles[kind]}, ${name === null ? code : `${name} (${code})`}, is none of ${nation}`)
    return { name: null, code: null }
  }
  const areas = Object.fromEntries((Object.keys(titles) as Kind[]).map((kind) => [kind, areaOf(kind)]))
  return { areas: areas as Readonly<Record<Kind, Area>>, doubts }
}

/** Why a position far outside its nation is not to be relied on: one of the two is wrong, and nobody says which. */
export const strayOf = (nation: string, point: Point | null): string | undefined =>
  point === null || mayLieIn(nation, point)
    ? undefined
    : `its position, ${point.lat}, ${point.lng}, is not in ${nation}`

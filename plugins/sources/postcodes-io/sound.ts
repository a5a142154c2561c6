/** What a record says of one place twice: what contradicts its nation is that of somebody else. */
import { stated, type Point } from '@domesday/core'

/** Pseudo codes (E99999999, L99999999, M99999999 …) and "(pseudo) …" names mean "does not apply". */
export const real = (name: string | null | undefined): string | null =>
  stated(name && !/^\(pseudo\)|^[A-Z]99999999$/.test(name) ? name : null)

interface Nation {
  /** First of the GSS codes of its areas. Other codes, such as those of Northern Ireland until 2011, tell no nation. */
  readonly letter: string
  /** Degrees, with the islands. */
  readonly lat: readonly [from: number, to: number]
  readonly lng: readonly [from: number, to: number]
}
const nations: Readonly<Record<string, Nation>> = {
  England: { letter: 'E', lat: [49.8, 55.9], lng: [-6.5, 1.9] },
  Wales: { letter: 'W', lat: [51.3, 53.5], lng: [-5.5, -2.6] },
  Scotland: { letter: 'S', lat: [54.6, 60.9], lng: [-8.7, -0.7] },
  'Northern Ireland': { letter: 'N', lat: [54, 55.4], lng: [-8.3, -5.3] },
}

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
  const letter = nations[nation]?.letter
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
export const strayOf = (nation: string, point: Point | null): string | undefined => {
  const box = nations[nation]
  const isIn = (at: number, [from, to]: readonly [number, number]): boolean => at >= from && at <= to
  return point === null || box === undefined || (isIn(point.lat, box.lat) && isIn(point.lng, box.lng))
    ? undefined
    : `its position, ${point.lat}, ${point.lng}, is not in ${nation}`
}

/** Sites on the councils' registers of brownfield land: built on before, and thought fit for homes. */
import { day, quantity, stated, type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import type { Wire } from './designations.ts'

export interface BrownfieldSite {
  readonly reference: string | null
  readonly address: string | null
  readonly hectares: number | null
  /** Homes the site could hold, net. */
  readonly homes: { readonly least: number | null; readonly most: number | null }
  /** `permissioned`, `not permissioned`, `pending decision` … */
  readonly permission: string | null
  readonly permissionType: string | null
  readonly permissionDate: string | null
  /** `owned by a public authority` … */
  readonly ownership: string | null
  /** Whether homes could stand there within five years. */
  readonly deliverable: boolean | null
  readonly at: Point | null
  readonly metres: number | null
}
export interface Brownfield {
  /** All that meet the circle; the list holds five hundred at most. */
  readonly total: number
  /** Nearest first. */
  readonly sites: readonly BrownfieldSite[]
}

/** A WKT point: longitude comes first. */
const pointOf = (raw: unknown): Point | null => {
  const [, lng, lat] = /^\s*POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)/i.exec(stated(raw) ?? '') ?? []
  return lat === undefined ? null : { lat: Number(lat), lng: Number(lng) }
}
// Some councils write the codes of the register, others the words.
const words = (raw: unknown): string | null => stated(raw)?.replaceAll('-', ' ').toLowerCase() ?? null
const yes = (raw: unknown): boolean | null => ({ yes: true, y: true, no: false, n: false })[words(raw) ?? ''] ?? null

/** Some registers hold the result of a reckoning, with decimals. */
const whole = (raw: unknown): number | null => {
  const homes = quantity(raw)
  return homes === null ? null : Math.round(homes)
}

const siteOf = (wire: Wire, at: Point): BrownfieldSite => {
  const point = pointOf(wire['point'])
  return {
    reference: stated(wire['reference']),
    address: stated(wire['site-address']) ?? stated(wire['name']),
    hectares: quantity(wire['hectares']),
    homes: {
      least: whole(wire['minimum-net-dwellings']),
      most: whole(wire['maximum-net-dwellings']) ?? whole(wire['minimum-net-dwellings']),
    },
    permission: words(wire['planning-permission-status']),
    permissionType: words(wire['planning-permission-type']),
    permissionDate: day(wire['planning-permission-date']),
    ownership: words(wire['ownership-status']),
    deliverable: yes(wire['deliverable']),
    at: point,
    metres: point && Math.round(metresBetween(at, point)),
  }
}

/**
 * The same site stands as a point in one data set and as an outline in the other, under one reference of its council.
 */
const identityOf = (wire: Wire): string =>
  `${String(wire['organisation-entity'])} ${stated(wire['reference']) ?? String(wire['entity'])}`

export const brownfieldOf = (entities: readonly Wire[], total: number, at: Point): Brownfield => {
  const standing = entities.filter((wire) => stated(wire['end-date']) === null)
  const once = [...Map.groupBy(standing, identityOf).values()].map(([wire]) => wire!)
  const sites = once.map((wire) => siteOf(wire, at)).toSorted((a, b) => (a.metres ?? Infinity) - (b.metres ?? Infinity))
  return { total: Math.max(sites.length, total - (entities.length - once.length)), sites }
}

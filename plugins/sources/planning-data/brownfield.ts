/** Sites on the councils' registers of brownfield land: previously developed, and suitable for homes. */
import { day, present, quantity, stated, type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import type { Wire } from './designations.ts'

export interface BrownfieldSite {
  readonly reference: string | null
  readonly address: string | null
  readonly hectares: number | null
  /** Net number of homes that the site could have. */
  readonly homes: { readonly least: number | null; readonly most: number | null }
  /** `permissioned`, `not permissioned`, `pending decision` … */
  readonly permission: string | null
  readonly permissionType: string | null
  readonly permissionDate: string | null
  /** `owned by a public authority` … */
  readonly ownership: string | null
  /** Whether homes could be built within five years. */
  readonly deliverable: boolean | null
  readonly at: Point | null
  readonly metres: number | null
}
export interface Brownfield {
  /** All sites that overlap the circle; the list has at most five hundred. */
  readonly total: number
  /** Nearest first. */
  readonly sites: readonly BrownfieldSite[]
}

/** A WKT point: longitude first. */
const pointOf = (raw: unknown): Point | null => {
  const [, lng, lat] = /^\s*POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)/i.exec(stated(raw) ?? '') ?? []
  return lat === undefined ? null : { lat: Number(lat), lng: Number(lng) }
}
// Some councils write the register's codes, others words.
const words = (raw: unknown): string | null => stated(raw)?.replaceAll('-', ' ').toLowerCase() ?? null
const yes = (raw: unknown): boolean | null => ({ yes: true, y: true, no: false, n: false })[words(raw) ?? ''] ?? null

/** Some registers have calculated numbers with decimals. */
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

/** One data set has a site as a point, another as an outline, with the same council reference. */
const identityOf = (wire: Wire): string =>
  `${String(wire['organisation-entity'])} ${stated(wire['reference']) ?? String(wire['entity'])}`

export const brownfieldOf = (entities: readonly Wire[], total: number, at: Point): Brownfield => {
  const standing = entities.filter((wire) => stated(wire['end-date']) === null)
  const once = [...Map.groupBy(standing, identityOf).values()].map(([wire]) => wire!)
  // The register's standard demands both of every site.
  for (const name of ['hectares', 'minimum-net-dwellings'])
    if (once.length > 0)
      present(
        once.find((wire) => wire[name] !== undefined),
        name,
      )
  const sites = once.map((wire) => siteOf(wire, at)).toSorted((a, b) => (a.metres ?? Infinity) - (b.metres ?? Infinity))
  return { total: Math.max(sites.length, total - (entities.length - once.length)), sites }
}

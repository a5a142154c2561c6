/** Energy certificates in the register's wire format, and the bands of the SAP scale. */
import {
  choice,
  date,
  day,
  list,
  many,
  number,
  numeric,
  object,
  orNull,
  present,
  stated,
  text,
  type Of,
} from '@domesday/core'

export const bands = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const
export type Band = (typeof bands)[number]

const lowest: Readonly<Record<Band, number>> = { A: 92, B: 81, C: 69, D: 55, E: 39, F: 21, G: 1 }

/** The band of a SAP rating; ratings are 1 to 100 and slightly above. */
export const bandOf = (rating: number): Band => bands.find((band) => Math.round(rating) >= lowest[band]) ?? 'G'

/** The middle of a band on the SAP scale; used as the rating if only the band is listed. */
export const midScore: Readonly<Record<Band, number>> = { A: 96, B: 86, C: 74.5, D: 61.5, E: 46.5, F: 29.5, G: 10.5 }

const bandIn = (raw: unknown): Band | null => bands.find((band) => band === stated(raw)?.toUpperCase()) ?? null

/** The current certificate of each dwelling in the search results. */
export const listedShape = list(
  object({
    certificate: text('Five groups of four digits'),
    band: orNull(choice(bands, 'Null if the register has a rating of 0')),
    registered: orNull(date()),
  }),
)
export type Listed = Of<typeof listedShape>[number]

interface Row {
  readonly certificateNumber?: string
  readonly registrationDate?: string
  readonly currentEnergyEfficiencyBand?: string | null
  readonly uprn?: number | string | null
  readonly addressLine1?: string | null
  readonly addressLine2?: string | null
  readonly addressLine3?: string | null
  readonly addressLine4?: string | null
}
export interface Search {
  readonly data?: readonly Row[]
}

const addressOf = ({ addressLine1, addressLine2, addressLine3, addressLine4 }: Row): string =>
  [addressLine1, addressLine2, addressLine3, addressLine4]
    .join(' ')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

/**
 * The newest certificate of each dwelling, newest first. The register lists every certificate ever lodged and writes
 * one dwelling's address in several ways, so dwellings are matched by property number. A certificate without one is
 * matched by address, including to a dwelling with a number.
 */
export const currentOf = (wire: Search): readonly Listed[] => {
  const data = present(wire.data, 'data')
  const numbers = new Map(
    data.flatMap((row) => {
      const uprn = stated(row.uprn)
      return uprn === null ? [] : [[addressOf(row), uprn] as const]
    }),
  )
  const newest = new Map<string, Listed>()
  for (const row of data) {
    const certificate = stated(row.certificateNumber)
    if (certificate === null) continue
    const address = addressOf(row),
      key = stated(row.uprn) ?? numbers.get(address) ?? address
    const one = { certificate, band: bandIn(row.currentEnergyEfficiencyBand), registered: day(row.registrationDate) }
    if ((newest.get(key)?.registered ?? '') <= (one.registered ?? '')) newest.set(key, one)
  }
  return [...newest.values()].toSorted((a, b) => ((b.registered ?? '') < (a.registered ?? '') ? -1 : 1))
}

/** The contents of a dwelling's certificate. */
export const dwellingShape = object({
  rating: orNull(number('On the SAP scale, 1 to 100 and slightly above')),
  co2: orNull(number({ unit: 't/year' })),
  energyUse: orNull(number({ description: 'Calculated for normal use', unit: 'kWh/m²/year' })),
  floorArea: orNull(number({ unit: 'm²' })),
  kind: orNull(text('House, Bungalow, Flat, Maisonette or Park home')),
  heating: orNull(text('Main heating: Boiler and radiators, mains gas')),
  walls: orNull(text('Main walls: Cavity wall, filled cavity')),
})
export type Dwelling = Of<typeof dwellingShape>

type Described = { readonly description?: string | { readonly value?: string } | null }
export interface Wire {
  readonly energy_rating_current?: unknown
  readonly co2_emissions_current?: unknown
  readonly energy_consumption_current?: unknown
  readonly total_floor_area?: unknown
  readonly property_type?: unknown
  readonly main_heating?: readonly Described[] | Described | null
  readonly walls?: readonly Described[] | Described | null
}

const kinds = ['House', 'Bungalow', 'Flat', 'Maisonette', 'Park home']

/** Newer schemas send a string; older ones an object with a string and its language. */
const description = (parts: Wire['walls']): string | null => {
  const [first] = many<Described>(parts as Described)
  const given = first?.description
  return stated(typeof given === 'object' ? given && present(given.value, 'description.value') : given)
}

/** A measured number; some schemas send `{ value, quantity }`. */
const measure = (raw: unknown): number | null =>
  numeric(typeof raw === 'object' ? (raw as { readonly value?: unknown } | null)?.value : raw)

export const readCertificate = (wire: Wire): Dwelling => {
  const kind = numeric(wire.property_type)
  const rating = numeric(wire.energy_rating_current)
  return {
    rating: rating !== null && rating > 0 ? rating : null,
    co2: numeric(wire.co2_emissions_current),
    energyUse: numeric(wire.energy_consumption_current),
    floorArea: measure(wire.total_floor_area),
    kind: kind === null ? stated(wire.property_type) : (kinds[kind] ?? null),
    heating: description(wire.main_heating),
    walls: description(wire.walls),
  }
}

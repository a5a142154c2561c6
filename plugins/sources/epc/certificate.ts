/** Energy certificates in the register's wire format, and the bands of the SAP scale. */
import {
  choice,
  date,
  day,
  list,
  number,
  numeric,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
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

const { text: words, scalar, must, often, any } = sent
// Held against api.yml of epb-data-warehouse, which requires nothing: a row is a certificate by its number.
export const searchWire = wire({
  data: must([
    {
      certificateNumber: must(words),
      registrationDate: often(words),
      currentEnergyEfficiencyBand: often(words),
      uprn: often(scalar),
      addressLine1: often(words),
      addressLine2: words,
      addressLine3: words,
      addressLine4: words,
      ...sent.unread('constituency', 'council', 'postTown', 'postcode', 'schemaType'),
    },
  ]),
  pagination: sent.ignored,
})
type Row = Sent<typeof searchWire>['data'][number]

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
export const currentOf = (data: readonly Row[]): readonly Listed[] => {
  const numbers = new Map(
    data.flatMap((row) => {
      const uprn = stated(row.uprn)
      return uprn === null ? [] : [[addressOf(row), uprn] as const]
    }),
  )
  const newest = new Map<string, Listed>()
  for (const row of data) {
    const certificate = row.certificateNumber
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

const part = [
  { description: sent.mustOrNull(any), ...sent.unread('energy_efficiency_rating', 'environmental_efficiency_rating') },
] as const
/** Its members vary with the year of its schema, of which there are some twenty. None is in all by obligation. */
export const certificateWire = wire({
  data: must({
    energy_rating_current: scalar,
    co2_emissions_current: scalar,
    energy_consumption_current: scalar,
    // A number, or one with its unit.
    total_floor_area: any,
    property_type: scalar,
    main_heating: part,
    walls: part,
    ...sent.unread('addendum', 'address_line_1', 'address_line_2', 'assessment_type', 'built_form'),
    ...sent.unread('calculation_software_version', 'cfl_fixed_lighting_bulbs_count'),
    ...sent.unread('co2_emissions_current_per_floor_area', 'co2_emissions_potential', 'completion_date'),
    ...sent.unread('conservatory_type', 'country_code', 'created_at', 'current_energy_efficiency_band'),
    ...sent.unread('door_count', 'draughtproofed_door_count', 'dwelling_type', 'energy_consumption_potential'),
    ...sent.unread('energy_rating_average', 'energy_rating_potential', 'environmental_impact_current'),
    ...sent.unread('environmental_impact_potential', 'extensions_count', 'fixed_lighting_outlets_count'),
    ...sent.unread('floors', 'glazed_area', 'habitable_room_count', 'has_fixed_air_conditioning'),
    ...sent.unread('has_heated_separate_conservatory', 'has_hot_water_cylinder', 'heated_room_count'),
    ...sent.unread('heating_cost_current', 'heating_cost_potential', 'hot_water', 'hot_water_cost_current'),
    ...sent.unread('hot_water_cost_potential', 'incandescent_fixed_lighting_bulbs_count', 'inspection_date'),
    ...sent.unread('insulated_door_count', 'insulated_door_u_value', 'language_code'),
    ...sent.unread('led_fixed_lighting_bulbs_count', 'lighting', 'lighting_cost_current'),
    ...sent.unread('lighting_cost_potential', 'low_energy_fixed_lighting_bulbs_count'),
    ...sent.unread('low_energy_fixed_lighting_outlets_count', 'low_energy_lighting', 'lzc_energy_sources'),
    ...sent.unread('main_heating_controls', 'measurement_type', 'mechanical_vent_duct_insulation'),
    ...sent.unread('mechanical_vent_duct_insulation_level', 'mechanical_vent_duct_placement'),
    ...sent.unread('mechanical_vent_duct_type', 'mechanical_vent_measured_installation'),
    ...sent.unread('mechanical_ventilation', 'mechanical_ventilation_index_number'),
    ...sent.unread('multiple_glazed_proportion', 'multiple_glazing_type', 'open_chimneys_count'),
    ...sent.unread('open_fireplaces_count', 'percent_draughtproofed', 'post_town', 'postcode'),
    ...sent.unread('potential_energy_efficiency_band', 'pressure_test', 'pressure_test_certificate_number'),
    ...sent.unread('pvc_window_frames', 'region_code', 'registration_date', 'renewable_heat_incentive'),
    ...sent.unread('report_type', 'roofs', 'sap_building_parts', 'sap_energy_source', 'sap_flat_details'),
    ...sent.unread('sap_heating', 'sap_version', 'sap_windows', 'schema_type', 'schema_version_original'),
    ...sent.unread('secondary_heating', 'solar_water_heating', 'status', 'suggested_improvements', 'tenure'),
    ...sent.unread('transaction_type', 'uprn', 'uprn_source', 'wet_rooms_count', 'window'),
    ...sent.unread('windows_transmission_details'),
  }),
})
type Certificate = Sent<typeof certificateWire>['data']

const kinds = ['House', 'Bungalow', 'Flat', 'Maisonette', 'Park home']

/** Newer schemas send a string; older ones an object with a string and its language. */
const description = (parts: Certificate['walls']): string | null => {
  const given = parts?.[0]?.description
  return stated(typeof given === 'object' ? (given as { readonly value?: unknown } | null)?.value : given)
}

/** A measured number; some schemas send `{ value, quantity }`. */
const measure = (raw: unknown): number | null =>
  numeric(typeof raw === 'object' ? (raw as { readonly value?: unknown } | null)?.value : raw)

/** Whether a description is an object of another kind: what it describes is not known then. */
export const isOddlyDescribed = ({ main_heating: heating, walls }: Certificate): boolean =>
  [heating, walls].some((parts) => {
    const given = parts?.[0]?.description
    return typeof given === 'object' && given !== null && !('value' in given)
  })

export const readCertificate = (wire: Certificate): Dwelling => {
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

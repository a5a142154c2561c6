/** The dwellings of `dwellings.yaml` as the register's search results and certificates. */
import { yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

interface Dwelling {
  readonly postcode: string
  readonly at: string
  readonly score: number
  readonly co2: number
  readonly area: number
  readonly kind: number
  readonly heat: keyof typeof heating
  readonly wall: keyof typeof walls
  readonly on: string
  readonly was?: readonly [score: number, on: string]
  readonly bare?: true
}
interface Certificate extends Dwelling {
  readonly number: string
  readonly uprn: number | null
}

const heating = {
  gas: 'Boiler and radiators, mains gas',
  electric: 'Electric storage heaters',
  heaters: 'Room heaters, electric',
  communal: 'Community scheme',
  oil: 'Boiler and radiators, oil',
  pump: 'Air source heat pump, radiators, electric',
}
const walls = {
  cavity: 'Cavity wall, filled cavity',
  solid: 'Solid brick, as built, no insulation (assumed)',
  insulated: 'Solid brick, with internal insulation',
  stone: 'Sandstone or limestone, as built, no insulation (assumed)',
  new: 'Average thermal transmittance 0.18 W/m²K',
}
const councils: Readonly<Record<string, readonly [council: string, constituency: string, town: string]>> = {
  WA1: ['Warrington', 'Warrington South', 'Warrington'],
  NW1: ['Camden', 'Holborn and St Pancras', 'London'],
  CF24: ['Cardiff', 'Cardiff East', 'Cardiff'],
  PR3: ['Lancaster', 'Lancaster and Wyre', 'Lancaster'],
}

const groups = (digits: number): string =>
  String(digits)
    .padStart(20, '9900')
    .replace(/(.{4})(?=.)/g, '$1-')
const certificates: readonly Certificate[] = yamlRows<Dwelling>(import.meta.dirname, 'dwellings.yaml').flatMap(
  (dwelling, i) => {
    const uprn = dwelling.bare ? null : 990_000_000_000 + i
    const { was } = dwelling
    return [
      { ...dwelling, number: groups(2_000 + i), uprn },
      // A second, worse record of the same dwelling with other punctuation: the register was typed in by hand for
      // years.
      ...(was
        ? [
            {
              ...dwelling,
              at: dwelling.at.replace(/^(\d+) /, '$1, '),
              number: groups(1_000 + i),
              uprn,
              score: was[0],
              on: was[1],
              co2: dwelling.co2 * 1.5,
            },
          ]
        : []),
    ]
  },
)

const lowest = [
  [92, 'A'],
  [81, 'B'],
  [69, 'C'],
  [55, 'D'],
  [39, 'E'],
  [21, 'F'],
  [1, 'G'],
] as const
const band = (score: number): string => lowest.find(([from]) => score >= from)![1]
const isNew = ({ on }: Certificate): boolean => on >= '2023'
const schema = (one: Certificate): string =>
  isNew(one) ? 'RdSAP-Schema-21.0.1' : one.on >= '2020' ? 'RdSAP-Schema-20.0.0' : 'RdSAP-Schema-17.1'

const row = (one: Certificate): object => {
  const [council, constituency, postTown] = councils[one.postcode.split(' ')[0]!]!
  return {
    addressLine1: one.at,
    addressLine2: null,
    addressLine3: null,
    addressLine4: null,
    uprn: one.uprn,
    certificateNumber: one.number,
    constituency,
    council,
    currentEnergyEfficiencyBand: band(one.score),
    postTown,
    postcode: one.postcode,
    registrationDate: one.on,
    schemaType: schema(one),
  }
}

const described = (one: Certificate, text: string): object => ({
  description: isNew(one) ? text : { value: text, language: '1' },
  energy_efficiency_rating: 3,
  environmental_efficiency_rating: 3,
})

const certificate = (one: Certificate): object => ({
  uprn: one.uprn,
  uprn_source: one.uprn === null ? '' : 'Address Matched',
  walls: [described(one, walls[one.wall])],
  main_heating: [described(one, heating[one.heat])],
  postcode: one.postcode,
  address_line_1: one.at,
  post_town: councils[one.postcode.split(' ')[0]!]![2],
  created_at: `${one.on} 20:54:31.000000`,
  tenure: 1,
  schema_type: schema(one),
  assessment_type: 'RdSAP',
  country_code: one.postcode.startsWith('CF') ? 'WLS' : 'ENG',
  property_type: one.kind,
  built_form: 4,
  dwelling_type: isNew(one) ? 'Dwelling' : { value: 'Dwelling', language: '1' },
  // Records from older documents have numbers as strings.
  total_floor_area: one.on < '2018' ? String(one.area) : one.area,
  co2_emissions_current: one.on < '2018' ? String(one.co2) : one.co2,
  co2_emissions_current_per_floor_area: Math.round((1_000 * one.co2) / one.area),
  energy_consumption_current: Math.round((5_400 * one.co2) / one.area),
  energy_rating_current: one.score,
  energy_rating_potential: Math.min(95, one.score + 14),
  current_energy_efficiency_band: band(one.score),
  potential_energy_efficiency_band: band(Math.min(95, one.score + 14)),
  registration_date: one.on,
  inspection_date: one.on,
  transaction_type: 1,
})

const failing = (status: number, error: string): SampleReply => ({ status, json: { data: { error } } })

export const answer: SampleAnswer = ({ path, query }) => {
  if (path === '/api/certificate') {
    const found = certificates.find(({ number }) => number === query.get('certificate_number'))
    return found ? { json: { data: certificate(found) } } : failing(404, 'Certificate not found')
  }
  if (path !== '/api/domestic/search') return null
  const postcode = (query.get('postcode') ?? '').replace(/\s/g, '').toUpperCase()
  if (!/^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(postcode))
    return failing(400, 'The search query was invalid - please provide a valid postcode')
  const found = certificates.filter((one) => one.postcode.replace(' ', '') === postcode)
  return found.length === 0
    ? failing(404, 'No certificates could be found for that query')
    : {
        json: {
          data: found.map(row),
          pagination: {
            totalRecords: found.length,
            currentPage: 1,
            totalPages: 1,
            nextPage: null,
            prevPage: null,
            pageSize: 5000,
          },
        },
      }
}

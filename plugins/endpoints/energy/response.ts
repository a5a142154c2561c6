import { choice, date, flag, integer, number, object, orNull, scored, table, text } from '@domesday/core'

const bands = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const
const percent = (about: string) => number({ description: about, unit: '%', minimum: 0, maximum: 100 })
const inBand = percent('Dwellings in this band')
const mw = (about: string) => number({ description: about, unit: 'MW' })
const time = (about: string) => text({ description: `${about}, in UTC`, format: 'date-time' })
const counted = (about: string) =>
  orNull(table(integer(), `Dwellings by ${about}, most frequent first; null where no certificate could be read`))

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    region: text('One of the nine English regions, or else the nation'),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  }),
  carbon: object({
    intensity_gco2_kwh: orNull(
      number({ description: 'Carbon in the electricity of this half hour', unit: 'gCO2/kWh' }),
    ),
    index: orNull(text('very low, low, moderate, high or very high')),
    measured: flag('Whether it is measured; if not, it is forecast. Regions are always forecast'),
    scope: choice(['regional', 'national'], 'national where the region is not to be had'),
    network_region: orNull(text("The network operator's region, which is not the English region")),
    from: orNull(time('Start of the half hour')),
  }),
  'carbon.generation_mix': orNull(
    table(percent('Share of the fuel'), 'Per cent of the electricity used here by what generates it, most first'),
  ),
  'carbon.year': object(
    {
      intensity_gco2_kwh: number({ description: 'Mean of the weeks', unit: 'gCO2/kWh' }),
      network_region: text("The network operator's region, which is not the English region"),
      from: text('First month'),
      to: text('Last month'),
      weeks: integer('Weeks that are known, of twelve'),
    },
    'Carbon in the electricity of a year: the first week of each of the twelve months before this one. The score rests on it',
  ),
  grid: object(
    {
      total_generation_mw: mw('All of the mix, imports among it'),
      mix: object({
        gas: mw('Gas'),
        wind: mw('Wind farms on the transmission system; those on local networks are not metered'),
        solar: orNull(
          mw(
            'Solar, an estimate that is an hour or two old; null where it is not known, and no part of the total then',
          ),
        ),
        nuclear: mw('Nuclear'),
        hydro: mw('Hydro, pumped storage among it while it generates'),
        biomass: mw('Biomass'),
        imports: mw('What comes in over the interconnectors, those that export left out'),
        coal: mw('Coal'),
        oil: mw('Oil'),
        other: mw('Anything else'),
      }),
      exports_mw: mw('What leaves over the interconnectors'),
      pumping_mw: mw('What pumped storage takes while it stores'),
      from: time('Start of the five minutes'),
      solar_from: orNull(time('Start of the half hour that solar is of')),
    },
    'The electricity system of Great Britain as a whole',
  ),
  local_efficiency: object({
    avg_epc_rating: orNull(choice(bands, 'Band of the average rating')),
    distribution: orNull(
      object(
        Object.fromEntries(bands.map((band) => [band, inBand])) as Record<(typeof bands)[number], typeof inBand>,
        'Per cent of the dwellings by band',
      ),
    ),
    avg_co2_tpa: orNull(number({ description: 'Mean of a dwelling', unit: 't/year' })),
    dwellings: integer('Dwellings of the postcode with a certificate'),
  }),
  esg_score: orNull(
    integer({
      description:
        '0 to 100, higher is better: the carbon intensity of the electricity and the efficiency of the homes',
      minimum: 0,
      maximum: 100,
    }),
  ),
  esg_rating: orNull(text('STRONG, GOOD, MODERATE, WEAK or POOR, unless the operator has other bands')),
  esg_assessment: scored,
  'local_efficiency.detail': object({
    avg_rating: orNull(
      number({
        description: 'Average rating on the scale of the certificates, 1 to 100, from the middle of each band',
        unit: 'points',
      }),
    ),
    newest_certificate: orNull(date('Day of the newest certificate')),
    certificates_read: integer(
      'The newest certificates, which the figures below and avg_co2_tpa are of: thirty at most',
    ),
    avg_energy_use_kwh_m2: orNull(number({ description: 'As calculated for normal use', unit: 'kWh/m²/year' })),
    avg_floor_area_m2: orNull(number({ description: 'Mean of a dwelling', unit: 'm²' })),
    heating: counted('main heating'),
    walls: counted('main walls'),
    property_types: counted('kind'),
  }),
  wholesale_price: object(
    {
      gbp_mwh: number({ description: 'Market index of the half hour; may be negative', unit: 'GBP/MWh' }),
      volume_mwh: orNull(number({ description: 'What was traded', unit: 'MWh' })),
      from: time('Start of the half hour'),
    },
    'Short-term market of Great Britain',
  ),
}

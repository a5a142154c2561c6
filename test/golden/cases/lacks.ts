/** Records that hold less than they seem to: what they lack is told, and is no zero and no “none”. */
import type { Case } from '../case.ts'
import { json } from '../../../plugins/tools/gateway/server.ts'
import { answering, both, changing } from '../wire.ts'
import type { StandIn } from '../world.ts'

/** WA1 1UH, with other members of its record. */
const record = (members: object): StandIn =>
  changing('postcodes-io', { path: /^\/postcodes\/WA11UH$/i }, (body) => ({
    ...body,
    result: { ...body.result, ...members },
  }))

export const postcodes: readonly Case[] = [
  {
    id: 'letters-for-digits',
    says: 'Typed with letters for digits, it is the one postcode that can be meant, and that is said.',
    given: () => undefined,
    asks: ['/location/WAI%20IUH?depth=summary', '/environment/WA1%201UH?depth=summary'],
    expect: [
      { read: { 'location.postcode': 'WA1 1UH', '_meta.matched.asked': 'WAI IUH', '_meta.matched.chosen': 'WA1 1UH' } },
      { never: /"matched"/ },
    ],
  },
  {
    id: 'post-office-boxes',
    says: 'Its position is the mean of a sector, as of PO boxes: what rests on a point is not sure.',
    given: record({ quality: 6 }),
    asks: ['/environment/WA11UH?depth=standard', '/planning/WA11UH?depth=standard'],
    expect: {
      read: { '_meta.gaps': /the position of WA1 1UH is not exact: it is the mean of its postcode sector/ },
      missing: { source: 'postcodes-io', reason: 'partly' },
      confidence: ['low', 'medium'],
      advises: /: the position of WA1 1UH is not exact/,
      neverAdvises: /is not exact.*is not exact/,
    },
  },
  {
    id: 'place-of-a-point',
    says: 'Its position is that of its addresses: nothing is said of it.',
    given: record({ quality: 1 }),
    asks: '/environment/WA11UH?depth=summary',
    expect: { never: /is not exact/ },
  },
]

/** The conservation areas that hold the place, and how many the council has handed in. */
const conservation = (here: number, handedIn: number): StandIn =>
  both(
    changing('planning-data', { path: /^\/entity\.json$/, query: /organisation_entity=/ }, (body) => ({
      ...body,
      count: handedIn,
    })),
    changing('planning-data', { path: /^\/entity\.json$/, query: /local-planning-authority/ }, (body) => {
      const isKept = ({ dataset }: any): boolean => !/conservation-area|local-planning-authority/.test(dataset)
      const council = { entity: 626_900, name: 'Warrington LPA', dataset: 'local-planning-authority' }
      const others = [
        ...body.entities.filter(isKept),
        { ...council, 'start-date': '', 'end-date': '', 'organisation-entity': '365' },
      ]
      const areas = Array.from({ length: here }, (_, i) => ({
        entity: 44_990_001 + i,
        name: `Invented Green ${i + 1}`,
        dataset: 'conservation-area',
        'start-date': '1994-03-01',
        'end-date': '',
      }))
      return { ...body, count: others.length + areas.length, entities: [...others, ...areas] }
    }),
  )

export const councils: readonly Case[] = [
  {
    id: 'council-that-handed-in-nothing',
    says: 'The council has handed in no conservation area: that none is listed here means nothing.',
    given: conservation(0, 0),
    asks: ['/planning/WA11UH?depth=standard', '/property/WA11UH?depth=standard'],
    expect: [
      {
        read: {
          'constraints.conservation_area': null,
          '_meta.gaps': /is not known to have handed in its conservation areas/,
        },
        missing: { source: 'planning-data', reason: 'partly' },
        never: /Nothing is designated/i,
        advises:
          /^[^.]* constraint density, known in part: Warrington is not known to have handed in its conservation areas/,
        neverAdvises: /green belt|Environmental designations/i,
      },
      { read: { 'planning.conservation_area': null }, missing: { source: 'planning-data', reason: 'partly' } },
    ],
  },
  {
    id: 'council-that-handed-in-some',
    says: 'The council has handed in its areas, and none holds the place: there is none.',
    given: conservation(0, 16),
    asks: '/planning/WA11UH?depth=standard',
    expect: { read: { 'constraints.conservation_area': false }, never: /handed in its conservation areas/ },
  },
  {
    id: 'council-with-an-area-here',
    says: 'An area holds the place: whether the council handed in others is no matter.',
    given: conservation(1, 0),
    asks: '/planning/WA11UH?depth=standard',
    expect: { read: { 'constraints.conservation_area': true }, never: /handed in its conservation areas/ },
  },
]

const common = 'http://landregistry.data.gov.uk/def/common'
const literal = (value: string | number) => ({ type: 'literal', value: String(value) })
const sold = (date: string, ...prices: readonly number[]): StandIn =>
  answering('land-registry-ppd', { path: /\/landregistry\/query$/ }, () =>
    json(200, {
      head: { vars: ['sale', 'date', 'price', 'type', 'category'] },
      results: {
        bindings: prices.map((price, i) => ({
          sale: { type: 'uri', value: `http://landregistry.data.gov.uk/data/ppi/transaction/INV-${i}/current` },
          date: literal(i === 0 ? date : '2026-03-11'),
          price: literal(price),
          type: { type: 'uri', value: `${common}/terraced` },
          category: { type: 'uri', value: 'http://landregistry.data.gov.uk/def/ppi/standardPricePaidTransaction' },
        })),
      },
    }),
  )

export const sales: readonly Case[] = [
  {
    id: 'a-pound-and-a-portfolio',
    says: 'A sale of £1 and one of £42m among seven: the median is told, and both are named.',
    given: sold('2026-03-11', 1, 210_000, 240_000, 250_000, 260_000, 275_000, 42_000_000),
    asks: '/property/WA11UH?depth=summary',
    expect: {
      read: {
        'price_history.area_context.median_price': 250_000,
        'price_history.area_context.odd_prices': [1, 42_000_000],
      },
    },
  },
  {
    id: 'a-sale-to-come',
    says: 'A sale is dated a year ahead: it is left out, and told.',
    given: sold('2027-03-11', 990_000, 210_000, 240_000, 250_000, 260_000, 275_000),
    asks: '/property/WA11UH?depth=summary',
    expect: {
      read: {
        'price_history.area_context.transactions_12m': 5,
        'price_history.area_context.newest_sale': '2026-03-11',
        '_meta.gaps': /1 sale dated after today left out/,
      },
      missing: { source: 'land-registry-ppd', reason: 'partly' },
    },
  },
  {
    id: 'sales-beside-scotland',
    says: 'Some postcodes of the outcode are in Scotland, whose sales this register does not have.',
    given: both(
      record({ latitude: 55.648, longitude: -2.233 }),
      answering('postcodes-io', { path: /^\/outcodes\/WA1$/ }, () =>
        json(200, { status: 200, result: { outcode: 'WA1', country: ['England', 'Scotland'] } }),
      ),
      sold('2026-03-11', 210_000, 240_000, 250_000, 260_000, 275_000),
    ),
    asks: '/property/WA11UH?depth=summary',
    expect: {
      read: { '_meta.gaps': /some postcodes of WA1 are in Scotland, which is not covered/ },
      missing: { source: 'land-registry-ppd', reason: 'partly' },
    },
  },
  {
    id: 'sales-within-england',
    says: 'The border is near, and the outcode ends before it: nothing is said of Scotland.',
    given: both(
      record({ latitude: 55.413, longitude: -1.706 }),
      answering('postcodes-io', { path: /^\/outcodes\/WA1$/ }, () =>
        json(200, { status: 200, result: { outcode: 'WA1', country: ['England'] } }),
      ),
      sold('2026-03-11', 210_000, 240_000, 250_000, 260_000, 275_000),
    ),
    asks: '/property/WA11UH?depth=summary',
    expect: {
      read: { 'price_history.area_context.transactions_12m': 5 },
      never: /some postcodes of WA1|dated after today/,
    },
  },
]

/** Each second outlet is of a company whose newest return is a year older. */
const late = changing('storm-overflows', { path: /edm_annual_returns/ }, (body) => ({
  ...body,
  features: body.features.map(({ attributes, ...rest }: any, i: number) => ({
    ...rest,
    attributes:
      i % 2 === 1 && 'water_company_name' in attributes
        ? { ...attributes, water_company_name: 'Invented Water', annual_return_year: '2024' }
        : attributes,
  })),
}))
/** All outlets under one number. */
const shared = changing('storm-overflows', { path: /edm_annual_returns/ }, (body) => ({
  ...body,
  features: body.features.map(({ attributes, ...rest }: any) => ({
    ...rest,
    attributes: 'unique_id' in attributes ? { ...attributes, unique_id: 'INV0001' } : attributes,
  })),
}))
const without = (fuel: string): StandIn =>
  changing('elexon-insights', { path: /FUELINST/ }, (body) => {
    const rows = (all: readonly any[]) => all.filter(({ fuelType }) => fuelType !== fuel)
    return Array.isArray(body) ? rows(body) : { ...body, data: rows(body.data) }
  })

export const sets: readonly Case[] = [
  {
    id: 'company-a-year-late',
    says: 'One company has not made its return for the year of the others: its older one counts, and is told.',
    given: late,
    asks: '/water/WA11UH?depth=standard',
    expect: {
      read: { '_meta.gaps': /Invented Water.*2024/ },
      missing: { source: 'storm-overflows', reason: 'partly' },
    },
  },
  {
    id: 'outlets-under-one-number',
    says: 'Several outlets share a number: each of them counts.',
    given: shared,
    asks: '/water/WA11UH?depth=standard',
    expect: { never: /"partly"/ },
  },
  {
    id: 'fuel-that-is-missing',
    says: 'There is no row of wind: it is not known, and the total is told to be without it.',
    given: without('WIND'),
    asks: '/energy/WA11UH?depth=standard',
    expect: {
      read: { 'grid.mix.wind': null, '_meta.gaps': /there is no figure for wind, and the total is without it/ },
      missing: { source: 'elexon-insights', reason: 'partly' },
    },
  },
  {
    id: 'fuel-that-is-zero',
    says: 'Coal burns nothing: that is a figure.',
    given: () => undefined,
    asks: '/energy/WA11UH?depth=standard',
    expect: { read: { 'grid.mix.coal': 0 }, never: /there is no figure for/ },
  },
]

/** The ground below a place, as a conveyancer asks of it: peat, coal and landfill. */
import type { Case } from '../case.ts'
import { coal, deposit, flooding, ground, landfill, northOf, points, radon, waterbody } from '../places-world.ts'
import { asItIs, both, changing, down } from '../wire.ts'

const environment = (postcode: string): string => `/environment/${postcode}?depth=standard`
const homes = (postcode: string): readonly string[] => [environment(postcode), `/property/${postcode}?depth=full`]
const reporting = 'Coal.Mining.Reporting.Area'
const highRisk = 'Development.High.Risk.Area'
/** Nothing floods, moves or leaks radon, and the brook is clean. */
const harmless = both(
  flooding('Very low', 'Very low'),
  ground(1),
  radon(1),
  waterbody('High', 'Good'),
  changing('ea-flood-monitoring', { path: /floods$/ }, (body) => ({ ...body, items: [] })),
)

export const soils: readonly Case[] = [
  {
    id: 'peat-under-the-house',
    says: 'The farmhouse itself stands on peat: what is worst around is what lies under it.',
    given: asItIs,
    asks: environment('PR30SG'),
    expect: {
      read: { 'geology.superficial_deposits[0].rock': 'PEAT' },
      factors: { ground_stability: /^The ground is likely unstable: peat is mapped at the point itself/ },
    },
  },
  {
    id: 'peat-in-the-next-parish',
    says: 'The moss lies miles off; the house stands on boulder clay.',
    given: deposit('DIAMICTON', 'TILL'),
    asks: environment('PR30SG'),
    expect: {
      factors: {
        ground_stability: /likely no worse than moderately stable: till \(diamicton\) is mapped at the point/,
      },
    },
  },
  {
    id: 'peat-that-the-hazard-map-calls-low',
    says: 'A thin skin of peat where the hazard map has nothing that compresses.',
    given: ground(1),
    asks: environment('PR30SG'),
    expect: { factors: { ground_stability: /^The ground is stable: all five hazards are low/ } },
  },
  {
    id: 'rocks-not-read',
    says: 'The map of deposits does not answer: the worst of the square is all that is known.',
    given: down('bgs-geosure', { path: /bgsgeology625k/ }),
    asks: environment('PR30SG'),
    expect: {
      missing: { source: 'bgs-geosure', reason: 'upstream_failed' },
      factors: { ground_stability: /unstable or better/ },
    },
  },
  {
    id: 'london-clay-at-the-door',
    says: 'London clay is what the garden is dug in: clay that shrinks is not only somewhere around.',
    given: asItIs,
    asks: environment('NW19HZ'),
    expect: { factors: { shrink_swell: /Thames Group \(clay, silt, sand and gravel\) is mapped at the point itself/ } },
  },
]

export const mines: readonly Case[] = [
  {
    id: 'over-old-workings',
    says: 'Shallow workings are likely below the terrace, and nothing else is wrong.',
    given: both(coal(reporting, highRisk), harmless),
    asks: homes('WA11UH'),
    expect: [
      {
        read: { 'mining.level': 'high risk' },
        atLeast: 25,
        notRating: ['LOW'],
        decidedBy: /Development High Risk Area/,
        advises: /coal/i,
      },
      { read: { 'mining.development_high_risk_area': true }, decidedBy: /Development High Risk Area/ },
    ],
  },
  {
    id: 'on-the-coalfield',
    says: 'A coalfield without shallow workings: a search is usual, and no hazard is known.',
    given: both(coal(reporting), harmless),
    asks: environment('WA11UH'),
    expect: { read: { 'mining.level': 'on the coalfield' }, rating: ['LOW'], notDecidedBy: /./, advises: /coalfield/ },
  },
  {
    id: 'far-from-any-coal',
    says: 'No coal was ever mined in London.',
    given: harmless,
    asks: environment('NW19HZ'),
    expect: { read: { 'mining.level': 'outside the coalfield' }, notDecidedBy: /./, neverAdvises: /coal/i },
  },
  {
    id: 'coalfield-not-read',
    says: 'The map of the coalfield does not answer: there may be workings.',
    given: both(down('mining-risk'), harmless),
    asks: environment('WA11UH'),
    expect: {
      missing: { source: 'mining-risk', reason: 'upstream_failed' },
      notDecidedBy: /./,
      reaches: 25,
      confidence: ['medium', 'low'],
    },
  },
]

export const tips: readonly Case[] = [
  {
    id: 'on-an-old-tip',
    says: 'The close was built on a council tip that took household waste until 1971.',
    given: both(landfill(points.NW19HZ, 120), harmless),
    asks: homes('NW19HZ'),
    expect: [
      {
        read: { 'landfill.historic[0].distance_m': 0 },
        atLeast: 25,
        notRating: ['LOW'],
        decidedBy: /stands on a historic landfill site, Invented Brickfield Tip: household waste, last used in 1971/,
        advises: /landfill/i,
      },
      { decidedBy: /stands on a historic landfill site/ },
    ],
  },
  {
    id: 'beside-a-working-tip',
    says: 'A quarry that takes waste under a permit begins 180 metres off: said, since gas may travel so far.',
    given: both(landfill(northOf(points.NW19HZ, 300), 120, 'authorised'), harmless),
    asks: environment('NW19HZ'),
    expect: {
      read: { 'landfill.authorised[0].permit': 'Effective' },
      rating: ['LOW'],
      notDecidedBy: /./,
      advises: /1[78]\d m from it lies an authorised landfill site, Invented Quarry Landfill \(permit: effective\)/,
    },
  },
  {
    id: 'tip-beyond-reach',
    says: 'The tip is half a kilometre away: no search would name it a risk to the house.',
    given: both(landfill(northOf(points.NW19HZ, 600), 120), harmless),
    asks: environment('NW19HZ'),
    expect: { read: { 'landfill.historic': [] }, notDecidedBy: /./, neverAdvises: /landfill/i },
  },
  {
    id: 'landfill-maps-down',
    says: 'Neither map of landfill answers: whether the house stands on one is not known.',
    given: both(down('ea-landfill'), harmless),
    asks: environment('NW19HZ'),
    expect: {
      read: { landfill: null },
      missing: { source: 'ea-landfill', reason: 'upstream_failed' },
      notDecidedBy: /./,
      reaches: 25,
      neverAdvises: /It stands on/,
    },
  },
  {
    id: 'one-landfill-map-down',
    says: 'The map of old tips knows of none; that of permits does not answer.',
    given: both(down('ea-landfill', { path: /\/wfs$/ }), harmless),
    asks: environment('NW19HZ'),
    expect: { read: { 'landfill.historic': [], 'landfill.authorised': null }, notDecidedBy: /./, reaches: 25 },
  },
]

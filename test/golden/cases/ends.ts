/** The best and the worst of each score of a place: where its curves end. */
import type { Case } from '../case.ts'
import { carbon, certificates, lines, signal, spills, waterbody } from '../places-world.ts'
import { asItIs, both, changing, down, figures } from '../wire.ts'

const at = (endpoint: string, postcode: string): string => `/${endpoint}/${postcode}?depth=standard`
/** What the labour market and the census say of a district and its neighbourhood. */
const labour = (pay: number, working: number, claiming: number) =>
  figures(
    'nomis',
    {},
    {
      '"Weekly pay - gross"': pay,
      '"Employment rate - aged 16-64"': working,
      '"Claimants as a proportion of residents aged 16-64"': claiming,
    },
  )

export const ends: readonly Case[] = [
  {
    id: 'homes-of-the-best-band',
    says: 'Every home is of band A, and its electricity comes from wind and water.',
    given: both(certificates('A', 96), carbon(12)),
    asks: at('energy', 'NW19HZ'),
    expect: { rating: ['STRONG'], atLeast: 90, notDecidedBy: /./, confidence: ['high'] },
  },
  {
    id: 'homes-of-the-worst-band',
    says: 'Every home is of band G, and its electricity comes from coal.',
    given: both(certificates('G', 9), carbon(430)),
    asks: at('energy', 'PR30SG'),
    expect: {
      rating: ['POOR'],
      atMost: 10,
      decidedBy: /in band F or G/,
      confidence: ['high'],
      neverAdvises: /report it with confidence/i,
    },
  },
  {
    id: 'clean-power-for-homes-that-may-not-be-let',
    says: 'Wind heats homes of band G: a landlord can do nothing with them.',
    given: both(certificates('G', 9), carbon(12)),
    asks: at('energy', 'WA11UH'),
    expect: {
      atMost: 39,
      rating: ['WEAK', 'POOR'],
      decidedBy: /without an exemption none of these may be let/,
      advises: /band F or G/,
    },
  },
  {
    id: 'one-home-in-band-e',
    says: 'All homes but one are of band G: one may be let, and the mean says how poor they are.',
    given: changing('epc', { path: /\/search$/ }, (body) => ({
      ...body,
      data: body.data.map((row: any, i: number) => ({ ...row, currentEnergyEfficiencyBand: i === 0 ? 'E' : 'G' })),
    })),
    asks: at('energy', 'WA11UH'),
    expect: {
      notDecidedBy: /./,
    },
  },
  {
    id: 'homes-without-a-certificate',
    says: 'No home of the postcode has a certificate: the wind alone makes no strong building.',
    given: carbon(8),
    asks: at('energy', 'SW1A2AA'),
    expect: {
      notRating: ['STRONG'],
      confidence: ['low', 'medium'],
      possible: ['STRONG', 'MODERATE'],
      advises: /buildings/i,
      neverAdvises: /report it with confidence/i,
    },
  },
  {
    id: 'fibre-and-four-networks',
    says: 'Gigabit at every door and four networks in every room.',
    given: both(signal(4)),
    asks: at('connectivity', 'NW19HZ'),
    expect: { rating: ['EXCELLENT'], atLeast: 98, certain: true, confidence: ['high'] },
  },
  {
    id: 'copper-and-no-network',
    says: 'Two megabits of copper, and no network in or out of doors.',
    given: both(lines(1.9, 0.3), signal(0)),
    asks: at('connectivity', 'PR30SG'),
    expect: { rating: ['VERY_POOR'], atMost: 8, certain: true, factors: { '4g_indoor_coverage': /no network gives/i } },
  },
  {
    id: 'lines-not-told',
    says: 'The regulator’s list of lines does not answer, and every network reaches every room: a phone is no line.',
    given: down('ofcom-connected-nations', { path: /broadband/ }),
    asks: at('connectivity', 'WA11UH'),
    expect: {
      missing: { source: 'ofcom-connected-nations', reason: 'upstream_failed' },
      confidence: ['low'],
      possible: ['EXCELLENT', 'MODERATE'],
      advises: /download speed|broadband/i,
      neverAdvises: /fit for any digital business/i,
      factors: { max_download_speed: /not known/i },
    },
  },
  {
    id: 'by-the-tube',
    says: 'Underground, trains and buses within five minutes.',
    given: asItIs,
    asks: at('transport', 'SW1A2AA'),
    expect: { rating: ['EXCELLENT'], atLeast: 90, certain: true },
  },
  {
    id: 'an-hour-to-a-train',
    says: 'One bus stop at a kilometre, the railway at twelve.',
    given: asItIs,
    asks: at('transport', 'PR30SG'),
    expect: { rating: ['LIMITED'], atMost: 25, certain: true, factors: { station_proximity: /12\.0 km/i } },
  },
  {
    id: 'clean-brook',
    says: 'No overflow spilled last year, and the brook is of high class and good chemistry.',
    given: both(spills(0), waterbody('High', 'Good')),
    asks: at('water', 'WA11UH'),
    expect: {
      rating: ['EXCELLENT', 'GOOD'],
      atLeast: 75,
      confidence: ['high', 'medium'],
      factors: { storm_overflows: /0 spills/i },
    },
  },
  {
    id: 'open-sewer',
    says: 'Each overflow spills every third day, into a brook of bad class.',
    given: both(spills(131), waterbody('Bad', 'Fail')),
    asks: at('water', 'WA11UH'),
    expect: { rating: ['BAD', 'POOR'], atMost: 25, factors: { storm_overflows: /131 spills for each/i } },
  },
  {
    id: 'stockbrokers',
    says: 'High pay, nearly everybody in work, hardly a claimant, and little deprivation.',
    given: labour(1040, 87.9, 0.9),
    asks: at('demographics', 'PR30SG'),
    expect: { rating: ['HIGH', 'VERY_HIGH'], atLeast: 70, confidence: ['high', 'medium'] },
  },
  {
    id: 'pit-closed',
    says: 'Low pay, every second adult in work, one in ten on benefits, among the most deprived of Wales.',
    given: labour(388, 51.2, 10.4),
    asks: at('demographics', 'CF243AA'),
    expect: { rating: ['LOW', 'VERY_LOW'], atMost: 30, confidence: ['high', 'medium'] },
  },
  {
    id: 'vacant-seat',
    says: 'The Member died in September, and no by-election has been held.',
    given: changing('parliament-members', { path: /Constituency\/Search$/ }, (body) => ({
      ...body,
      items: body.items.map((item: any) => ({ ...item, value: { ...item.value, currentRepresentation: null } })),
    })),
    asks: at('political', 'NW19HZ'),
    expect: {
      read: { mp: null },
      factors: { mp_representation: /^Does not apply: .* its seat is vacant until a by-election/ },
      atLeast: 60,
      certain: true,
    },
  },
  {
    id: 'a-quiet-year-for-petitions',
    says: 'Hardly a petition is open in the whole country, which says nothing of this place.',
    given: changing('parliament-petitions', { path: /^\/petitions\.json$/ }, (body) => ({
      ...body,
      data: body.data.slice(0, 1),
      links: { ...body.links, last: body.links.first, next: null },
    })),
    asks: at('political', 'NW19HZ'),
    expect: { atLeast: 60, certain: true, factors: { petition_activity: /^Does not apply/ }, neverAdvises: /vacant/ },
  },
]

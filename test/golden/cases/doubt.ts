/** What could not be asked: it is said, it widens the bounds, and it never reads as good. */
import type { Case } from '../case.ts'
import { company } from '../companies-world.ts'
import { vehicle, yearly } from '../vehicles-world.ts'
import { asItIs, both, down } from '../wire.ts'

const entity = (number: string): string => `/entity/${number}?depth=standard`
const at = (endpoint: string, postcode: string): string => `/${endpoint}/${postcode}?depth=standard`
const unsure = ['low', 'medium']

export const failing: readonly Case[] = [
  {
    id: 'profile-not-read',
    says: 'Without the company’s own record there is no answer at all.',
    given: down('companies-house', { path: /^\/company\/99003401$/ }),
    asks: entity('99003401'),
    expect: { status: 502 },
  },
  {
    id: 'charges-not-read',
    says: 'The charges did not come: at worst a dozen lenders hold everything.',
    given: company('99003402', 'SKELLGILL ORGAN BUILDERS LIMITED', {}, { down: ['charges'] }),
    asks: entity('99003402'),
    expect: {
      missing: { source: 'companies-house' },
      reaches: 15,
      factors: { active_charges: /not known/i },
      notDecidedBy: /./,
    },
  },
  {
    id: 'filings-not-read',
    says: 'The filing history did not come: the accounts may always have been late, and a strike-off notice may lie in it.',
    given: company('99003403', 'BARBON MOOR WOOL LIMITED', {}, { down: ['filing-history'] }),
    asks: entity('99003403'),
    expect: {
      missing: { source: 'companies-house' },
      possible: ['LOW_RISK', 'HIGH_RISK'],
      confidence: unsure,
      factors: { filing_delays: /not known/i, gazette_warnings: /not known/i },
      advises: /filing|Companies House/i,
    },
  },
  {
    id: 'officers-not-read',
    says: 'The officers did not come: all directors may have left.',
    given: company('99003404', 'KENTMERE TROUT LIMITED', {}, { down: ['officers'] }),
    asks: entity('99003404'),
    expect: { missing: { source: 'companies-house' }, reaches: 10, factors: { director_instability: /not known/i } },
  },
  {
    id: 'gazette-and-insolvency-not-read',
    says: 'Neither the Gazette nor the insolvency record could be read, of a company that files in time.',
    given: company('99003405', 'RAVENSTONEDALE BRASS LIMITED', {}, { down: ['gazette', 'insolvency'] }),
    asks: [entity('99003405'), '/report/entity/99003405'],
    expect: [
      {
        possible: ['CRITICAL_RISK', 'LOW_RISK'],
        reaches: 90,
        confidence: ['low'],
        advises: [/gazette/i, /insolvency/i],
      },
      {
        verdict: ['PROCEED_WITH_CAUTION'],
        possibleVerdicts: ['DO_NOT_ENGAGE'],
        advises: [/gazette/i, /insolven/i],
        because: /petition/i,
      },
    ],
  },
  {
    id: 'liquidation-of-a-kind-not-read',
    says: 'It is in liquidation, and the record that says whether it is solvent did not come.',
    given: company('99003406', 'CROOK O LUNE INNS LIMITED', { status: 'liquidation' }, { down: ['insolvency'] }),
    asks: [entity('99003406'), '/report/entity/99003406'],
    expect: [
      { atLeast: 35, reaches: 90, possible: ['CRITICAL_RISK'], decidedBy: /liquidation/i, advises: /solvent/i },
      {
        verdict: ['ENHANCED_DUE_DILIGENCE', 'DO_NOT_ENGAGE'],
        possibleVerdicts: ['DO_NOT_ENGAGE'],
        because: /liquidation/i,
      },
    ],
  },
  {
    id: 'notice-of-an-unknown-code',
    says: 'A notice of this summer has a code that no table holds.',
    given: company('99003407', 'GARSDALE HEAD SIGNALS LIMITED', {
      notices: [{ code: '2471', on: '2026-07-29', says: 'Notice concerning the above-named company.' }],
    }),
    asks: [entity('99003407'), '/report/entity/99003407'],
    expect: [
      {
        read: { 'gazette_notices[0].severity': 'unrated' },
        possible: ['CRITICAL_RISK'],
        confidence: unsure,
        advises: /2471|cannot be told/i,
      },
      { verdict: ['PROCEED_WITH_CAUTION', 'ENHANCED_DUE_DILIGENCE'], because: /cannot be told/i },
    ],
  },
  {
    id: 'tests-not-read',
    says: 'Without the tests there is nothing to say of a vehicle.',
    given: both(
      down('dvsa-mot-history', { path: /ZZ19GNE$/ }),
      vehicle('ZZ19GNE', { firstUsed: '2019-01-15', tests: yearly('2026-01-14', 40_000, 5_000, 4) }),
    ),
    asks: '/vehicle/ZZ19GNE',
    expect: { status: 502 },
  },
  {
    id: 'proposal-perhaps-suspended',
    says: 'Its status holds a proposal to strike it off; whether an objection suspended it stands in filings that did not come.',
    given: company(
      '99003409',
      'LITTONDALE PRESERVES LIMITED',
      { detail: 'active-proposal-to-strike-off' },
      { down: ['filing-history'] },
    ),
    asks: [entity('99003409'), '/report/entity/99003409'],
    expect: [
      { notDecidedBy: /strike/i, reaches: 35, possible: ['HIGH_RISK'], confidence: unsure },
      {
        verdict: ['PROCEED_WITH_CAUTION', 'ENHANCED_DUE_DILIGENCE'],
        possibleVerdicts: ['ENHANCED_DUE_DILIGENCE'],
        because: /strike off/i,
      },
    ],
  },
  {
    id: 'portal-not-read',
    says: 'One of the portals did not answer: what the others hold is the least there is.',
    given: down('contracts-finder'),
    asks: '/tenders?sector=cleaning',
    expect: {
      missing: { source: 'contracts-finder', reason: 'upstream_failed' },
      read: { 'summary.complete': false },
      confidence: unsure,
      never: /No tender is open|No procurement was published/,
    },
  },
  {
    id: 'patents-not-read',
    says: 'The patent office did not answer for a company with projects: it may own a hundred patents.',
    given: down('epo-ops'),
    asks: '/innovation/99000017?depth=full',
    expect: {
      missing: { source: 'epo-ops' },
      confidence: unsure,
      possible: ['STRONG'],
      factors: { patent_portfolio: /not known/i },
    },
  },
  {
    id: 'bills-not-read',
    says: 'The bills before Parliament did not come: that none is pending nobody knows.',
    given: down('parliament-bills'),
    asks: '/legal/construction',
    expect: {
      missing: { source: 'parliament-bills' },
      factors: { pending_bills: /not known/i },
      never: /No bill on it/i,
    },
  },
  {
    id: 'ground-not-read',
    says: 'The map of the ground did not answer: it may slide.',
    given: down('bgs-geosure'),
    asks: at('environment', 'WA11UH'),
    expect: {
      missing: { source: 'bgs-geosure' },
      possible: ['MODERATE'],
      factors: { ground_stability: /not known/i, shrink_swell: /not known/i },
    },
  },
  {
    id: 'tubes-not-read',
    says: 'Transport for London did not answer: the national register of stops stands in, and says how far.',
    given: down('tfl'),
    asks: at('transport', 'NW19HZ'),
    expect: { missing: { source: 'tfl' }, rating: ['EXCELLENT', 'GOOD'], reaches: 90 },
  },
  {
    id: 'labour-market-not-read',
    says: 'Census and labour market did not come: deprivation and income alone are known.',
    given: down('nomis'),
    asks: at('demographics', 'SW1A2AA'),
    expect: {
      missing: { source: 'nomis' },
      confidence: ['low'],
      possible: ['VERY_HIGH', 'LOW'],
      advises: /earnings|census|nomis/i,
    },
  },
  {
    id: 'spills-not-read',
    says: 'The returns of the overflows did not come: they may spill all year.',
    given: down('storm-overflows'),
    asks: at('water', 'WA11UH'),
    expect: {
      missing: { source: 'storm-overflows' },
      confidence: unsure,
      advises: /overflow/i,
      factors: { storm_overflows: /not known/i },
    },
  },
  {
    id: 'grid-not-read',
    says: 'The carbon of the grid did not come: coal or wind.',
    given: down('carbon-intensity'),
    asks: at('energy', 'WA11UH'),
    expect: { missing: { source: 'carbon-intensity' }, notRating: ['STRONG'], confidence: unsure, advises: /carbon/i },
  },
  {
    id: 'certificates-not-read',
    says: 'The register of certificates did not answer: clean electricity alone makes no strong building.',
    given: down('epc'),
    asks: at('energy', 'NW19HZ'),
    expect: {
      missing: { source: 'epc' },
      notRating: ['STRONG'],
      confidence: unsure,
      advises: /buildings|efficiency/i,
      neverAdvises: /report it with confidence/i,
    },
  },
  {
    id: 'members-not-read',
    says: 'Parliament’s list of Members did not answer: whether the seat is held is not known.',
    given: down('parliament-members'),
    asks: at('political', 'WA11UH'),
    expect: {
      missing: { source: 'parliament-members' },
      confidence: unsure,
      factors: { mp_representation: /not known/i },
    },
  },
  {
    id: 'coal-not-read',
    says: 'The map of the coalfield did not answer: a small weight, and said.',
    given: down('mining-risk'),
    asks: at('planning', 'WA11UH'),
    expect: {
      missing: { source: 'mining-risk' },
      narrow: 8,
      rating: ['MODERATE'],
      factors: { mining_risk: /not known/i },
    },
  },
]

export const notImported: readonly Case[] = [
  {
    id: 'care-not-imported',
    says: 'The inspectorate’s directory is not on this machine: every home may be inadequate.',
    given: asItIs,
    asks: at('health', 'WA11UH'),
    expect: {
      missing: { source: 'cqc', reason: 'not_imported' },
      possible: ['INADEQUATE', 'EXCELLENT'],
      reaches: 19,
      confidence: ['low'],
    },
  },
  {
    id: 'stops-not-imported',
    says: 'The register of stops is not on this machine: that is no want of trains.',
    given: asItIs,
    asks: at('transport', 'CF243AA'),
    expect: {
      missing: { source: 'naptan', reason: 'not_imported' },
      rating: [null],
      confidence: ['low'],
      never: /"nearest_stations":\[\]/,
    },
  },
  {
    id: 'deprivation-not-imported',
    says: 'The indices of deprivation are not on this machine.',
    given: asItIs,
    asks: at('demographics', 'NW19HZ'),
    expect: {
      missing: { source: 'imd', reason: 'not_imported' },
      confidence: unsure,
      factors: { imd_deprivation: /not known/i },
    },
  },
  {
    id: 'air-not-imported',
    says: 'The maps of the air of a year are not on this machine: this hour’s index does not stand in for them.',
    given: asItIs,
    asks: at('environment', 'NW19HZ'),
    expect: {
      missing: { source: 'defra-air-annual', reason: 'not_imported' },
      factors: { air_quality: /not known/i },
      possible: ['MODERATE'],
    },
  },
  {
    id: 'income-not-imported',
    says: 'The income of neighbourhoods is not on this machine: the pay of the district is not that of the place.',
    given: asItIs,
    asks: at('demographics', 'NW19HZ'),
    expect: {
      missing: { source: 'ons-small-area', reason: 'not_imported' },
      read: { 'neighbourhood.household_income': null },
      factors: { median_earnings: /not known/i },
      confidence: unsure,
    },
  },
  {
    id: 'schools-not-imported',
    says: 'Neither schools nor inspections are on this machine: nobody says that there is no school.',
    given: asItIs,
    asks: '/education/WA11UH?depth=full',
    expect: { missing: { source: 'gias', reason: 'not_imported' }, read: { schools: null, summary: null } },
  },
  {
    id: 'decisions-not-imported',
    says: 'How the council decides is not on this machine.',
    given: asItIs,
    asks: at('planning', 'PR30SG'),
    expect: {
      missing: { source: 'planning-performance', reason: 'not_imported' },
      factors: { council_efficiency: /not known/i },
      narrow: 20,
    },
  },
]

export const withoutKeys: readonly Case[] = [
  {
    id: 'coverage-without-a-key',
    says: 'The operator has no key for the regulator’s coverage: nobody says that there is no network.',
    given: asItIs,
    asks: at('connectivity', 'SW1A2AA'),
    expect: {
      missing: { source: 'ofcom-connected-nations', reason: 'not_configured' },
      rating: [null],
      possible: ['EXCELLENT', 'VERY_POOR'],
    },
  },
  {
    id: 'regulator-without-a-key',
    says: 'The register of financial firms has no key here: that changes nothing of how near a company is to failing.',
    given: company('99003408', 'THRELKELD MUTUAL ADVICE LIMITED'),
    asks: entity('99003408'),
    expect: { missing: { source: 'fca-register', reason: 'not_configured' }, certain: true, rating: ['LOW_RISK'] },
  },
]

/** Each nation in each score of a place: what its sources do not cover is doubt or said, and never good. */
import type { Case, Expected } from '../case.ts'
import { asItIs } from '../wire.ts'

const postcodes = { england: 'WA11UH', wales: 'CF243AA', scotland: 'EH11YZ', 'northern-ireland': 'BT12FF' } as const
type Nation = keyof typeof postcodes
const names: Readonly<Record<Nation, string>> = {
  england: 'England',
  wales: 'Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

/** Everything is there that the score rests on. */
const covered: Expected = { confidence: ['high', 'medium'], never: /does not cover this place/ }
const uncovered = (source: string, advises: RegExp): Expected => ({
  missing: { source, reason: 'not_covered' },
  confidence: ['low', 'medium'],
  advises,
})
/** So little is covered that no rating can be given. */
const unrated = (source: string, advises: RegExp): Expected => ({ ...uncovered(source, advises), rating: [null] })
const floodUnknown: Expected = {
  ...uncovered('ea-flood-risk', /flood/i),
  possible: ['HIGH'],
  reaches: 50,
  notDecidedBy: /./,
}

type Row = readonly [endpoint: string, says: string, expect: Expected]
const rows: Readonly<Record<Nation, readonly Row[]>> = {
  england: [
    [
      'environment',
      'flood, ground, air, water and radon are all told',
      { ...covered, rating: ['LOW', 'MODERATE'], narrow: 10 },
    ],
    [
      'property',
      'sales, certificates, crime and hazards are all told',
      { ...covered, rating: ['LOW', 'MODERATE'], narrow: 10 },
    ],
    ['planning', 'designations, decisions, sites and zones are all told', { ...covered, certain: true }],
    ['health', 'practices, hospitals, homes and life expectancy are all told', { ...covered, narrow: 15 }],
    [
      'demographics',
      'census, pay, work and deprivation are all told, pay and work for the district',
      { ...covered, narrow: 20 },
    ],
    ['connectivity', 'lines and networks are told by address', { ...covered, certain: true }],
    ['energy', 'homes and electricity are told', { ...covered, narrow: 10 }],
    ['transport', 'stations and stops are told', { ...covered, certain: true }],
    ['water', 'spills, classes and the company are told', { ...covered, certain: true }],
    ['political', 'Member, petitions and turnout are told', { ...covered, certain: true }],
  ],
  wales: [
    ['environment', 'its flood maps and rivers are kept by a body of its own', floodUnknown],
    ['property', 'sales and certificates are told, and flooding is not', floodUnknown],
    [
      'planning',
      'the register of designations is England’s',
      { ...unrated('planning-data', /constraint|protected/i), reaches: 49 },
    ],
    [
      'health',
      'its inspectorate grades no homes and practices here',
      { ...unrated('cqc', /./), possible: ['INADEQUATE', 'EXCELLENT'] },
    ],
    [
      'demographics',
      'deprivation is measured within Wales',
      { ...covered, rating: ['LOW', 'MODERATE'], factors: { imd_deprivation: /of Wales/ } },
    ],
    ['connectivity', 'the regulator covers it', { ...covered, certain: true }],
    [
      'energy',
      'one register of certificates serves England and Wales',
      { ...covered, rating: ['WEAK', 'MODERATE'], narrow: 10 },
    ],
    ['transport', 'stations and stops are told', { ...covered, certain: true }],
    [
      'water',
      'its beaches are told; spills, rivers and the company are not',
      {
        ...unrated('storm-overflows', /overflow/i),
        factors: { bathing_water: /Excellent/, ecological_status: /not known/i },
      },
    ],
    ['political', 'Member, petitions and turnout are told', { ...covered, certain: true }],
  ],
  scotland: [
    ['environment', 'its flood maps and rivers are kept by a body of its own', floodUnknown],
    ['property', 'neither sales nor certificates nor flooding are told', floodUnknown],
    [
      'planning',
      'the register of designations is England’s',
      { ...unrated('planning-data', /constraint|protected/i), reaches: 49 },
    ],
    [
      'health',
      'neither inspectorate nor practices are covered',
      { ...unrated('cqc', /./), possible: ['INADEQUATE', 'EXCELLENT'], factors: { gp_access: /not known/i } },
    ],
    [
      'demographics',
      'its census was another one: homes and activity are not told',
      {
        ...uncovered('nomis', /home ownership|economic activity/i),
        factors: { imd_deprivation: /of Scotland/, home_ownership: /not known/i },
      },
    ],
    ['connectivity', 'the regulator covers it', { ...covered, certain: true }],
    [
      'energy',
      'its certificates have a register of their own: clean electricity alone',
      { ...uncovered('epc', /buildings/i), notRating: ['STRONG'], possible: ['MODERATE', 'GOOD'] },
    ],
    ['transport', 'stations, trams and stops are told', { ...covered, certain: true }],
    ['water', 'spills, rivers and beaches are another body’s', unrated('storm-overflows', /overflow/i)],
    ['political', 'Member, petitions and turnout are told', { ...covered, certain: true }],
  ],
  'northern-ireland': [
    [
      'environment',
      'of its hazards none is told',
      { ...unrated('ea-flood-risk', /flood/i), possible: ['HIGH', 'LOW'] },
    ],
    ['property', 'of its hazards none is told', { ...unrated('ea-flood-risk', /flood/i), possible: ['HIGH', 'LOW'] }],
    [
      'planning',
      'neither designations nor decisions nor coal are told',
      { ...unrated('planning-data', /constraint|protected/i), reaches: 49 },
    ],
    [
      'health',
      'neither inspectorate nor practices are covered',
      { ...unrated('cqc', /./), possible: ['INADEQUATE', 'EXCELLENT'] },
    ],
    [
      'demographics',
      'pay and work are those of the whole nation, and said to be',
      {
        ...uncovered('nomis', /home ownership|economic activity/i),
        factors: { median_earnings: /Northern Ireland as a whole/ },
      },
    ],
    ['connectivity', 'the regulator covers it', { ...covered, certain: true }],
    ['energy', 'its grid is Ireland’s, and its certificates are its own', unrated('carbon-intensity', /carbon/i)],
    [
      'transport',
      'its stops are in no register here',
      { ...unrated('naptan', /station/i), never: /outside London and the major cities/ },
    ],
    ['water', 'spills, rivers and beaches are another body’s', unrated('storm-overflows', /overflow/i)],
    ['political', 'Member, petitions and turnout are told', { ...covered, certain: true }],
  ],
}

export const nations: readonly Case[] = Object.entries(rows).flatMap(([nation, of]) =>
  of.map(([endpoint, says, expect]) => ({
    id: `${nation}-${endpoint}`,
    says: `${names[nation as Nation]}, ${endpoint}: ${says}.`,
    given: asItIs,
    asks: `/${endpoint}/${postcodes[nation as Nation]}?depth=standard`,
    expect,
  })),
)

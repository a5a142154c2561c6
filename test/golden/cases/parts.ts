/** Places of which a source has a part alone: it is told as a part, and what lies far from there is not touched. */
import type { Case } from '../case.ts'
import { json } from '../../../plugins/tools/gateway/server.ts'
import { answering, both, changing } from '../wire.ts'
import type { StandIn } from '../world.ts'

/** WA1 1UH, with other members of its record. */
const record = (members: object, codes: object = {}): StandIn =>
  changing('postcodes-io', { path: /^\/postcodes\/WA11UH$/ }, (body) => ({
    ...body,
    result: { ...body.result, ...members, codes: { ...body.result.codes, ...codes } },
  }))
const lying = (latitude: number, longitude: number, pfa: string): StandIn => record({ latitude, longitude, pfa })
/** Four crimes in each month. */
const crimes = (latitude: string, longitude: string): StandIn =>
  answering('police-uk', { path: /crimes-street/ }, () =>
    json(
      200,
      Array.from({ length: 4 }, (_, i) => ({
        category: 'violent-crime',
        location_type: 'Force',
        location: { latitude, longitude, street: { id: 991_200 + i, name: `On or near Invented Row ${i}` } },
        context: '',
        outcome_status: null,
        persistent_id: '',
        id: 991_200 + i,
        location_subtype: '',
        month: '2026-08',
      })),
    ),
  )

export const borders: readonly Case[] = [
  {
    id: 'crimes-beside-scotland',
    says: 'Half of the circle is in Scotland, of which the police register has nothing.',
    given: both(lying(55.648, -2.233, 'Northumbria'), crimes('55.6480', '-2.2330')),
    asks: ['/location/WA11UH?depth=standard', '/property/WA11UH?depth=standard'],
    expect: { read: { 'crime.total_crimes': 48 }, missing: { source: 'police-uk', reason: 'partly' } },
  },
  {
    id: 'crimes-far-from-scotland',
    says: 'It lies thirty kilometres from the border: nothing is said of Scotland.',
    given: both(lying(55.413, -1.706, 'Northumbria'), crimes('55.4130', '-1.7060')),
    asks: '/location/WA11UH?depth=standard',
    expect: { read: { 'crime.total_crimes': 48 }, never: /in Scotland, which/ },
  },
  {
    id: 'crimes-beside-wales',
    says: 'The police register has Wales as it has England: a circle over that border is whole.',
    given: both(lying(51.651, -2.664, 'Gloucestershire'), crimes('51.6510', '-2.6640')),
    asks: '/location/WA11UH?depth=standard&radius_m=3000',
    expect: { read: { 'crime.total_crimes': 48 }, never: /Police recorded crime: [^"]*in Wales/ },
  },
  {
    id: 'crimes-beside-ireland',
    says: 'A part of the circle is in Ireland, of which no register of the United Kingdom has anything.',
    given: both(
      record(
        {
          country: 'Northern Ireland',
          region: null,
          latitude: 54.12,
          longitude: -6.36,
          pfa: 'Northern Ireland',
          admin_district: 'Newry, Mourne and Down',
        },
        { admin_district: 'N09000010' },
      ),
      crimes('54.1200', '-6.3600'),
    ),
    asks: '/location/WA11UH?depth=standard&radius_m=3000',
    expect: {
      read: {
        'crime.total_crimes': 48,
        '_meta.gaps':
          /Police recorded crime: about \d+ % of the circle is in the Republic of Ireland, which is not covered\./,
      },
      missing: { source: 'fsa-food-hygiene', reason: 'partly' },
    },
  },
  {
    id: 'schools-and-care-beside-wales',
    says: 'Much of the circle is in Wales, whose schools and care homes these registers do not have.',
    given: lying(51.651, -2.664, 'Gloucestershire'),
    asks: ['/education/WA11UH?depth=standard', '/health/WA11UH?depth=standard', '/water/WA11UH?depth=standard'],
    expect: [
      { missing: { source: 'gias', reason: 'partly' } },
      { missing: { source: 'cqc', reason: 'partly' } },
      { missing: { source: 'storm-overflows', reason: 'partly' } },
    ],
  },
]

export const forces: readonly Case[] = [
  {
    id: 'force-that-hands-in-nothing',
    says: 'Greater Manchester Police has handed in nothing since July 2019: no count of crimes is known.',
    given: both(
      record({ pfa: 'Greater Manchester' }),
      answering('police-uk', { path: /crimes-street/ }, () => json(200, [])),
    ),
    asks: ['/location/WA11UH?depth=standard', '/location/WA11UH?depth=full', '/property/WA11UH?depth=standard'],
    expect: {
      read: { crime: null },
      missing: { source: 'police-uk', reason: 'not_covered' },
      never: /total_crimes|British Transport Police are counted/,
    },
  },
  {
    id: 'force-next-door-that-hands-in-nothing',
    says: 'The circle reaches Greater Manchester, whose police hand in nothing: its crimes are not in the count.',
    given: both(lying(53.444, -2.505, 'Cheshire'), crimes('53.4440', '-2.5050')),
    asks: '/location/WA11UH?depth=standard&radius_m=3000',
    expect: {
      read: {
        'crime.total_crimes': 48,
        '_meta.gaps': /about \d+ % of the circle is in Greater Manchester, whose police have handed in nothing\./,
      },
      missing: { source: 'police-uk', reason: 'partly' },
    },
  },
  {
    id: 'force-next-door-out-of-reach',
    says: 'The same place, and a circle that ends before the border.',
    given: both(lying(53.444, -2.505, 'Cheshire'), crimes('53.4440', '-2.5050')),
    asks: '/location/WA11UH?depth=standard&radius_m=300',
    expect: { read: { 'crime.total_crimes': 48 }, never: /Greater Manchester/ },
  },
  {
    id: 'force-that-left-out-months',
    says: 'Gwent Police handed in nothing for September to December 2025: those months are left out, and told.',
    given: both(record({ pfa: 'Gwent' }), crimes('53.3897', '-2.5996')),
    asks: '/location/WA11UH?depth=standard',
    expect: {
      read: { 'crime.total_crimes': 32, 'crime.rate.months': 8 },
      missing: { source: 'police-uk', reason: 'partly' },
    },
  },
]

const authorities = (...names: readonly string[]): StandIn =>
  changing('planning-data', { path: /^\/entity\.json$/, query: /local-planning-authority/ }, (body) => ({
    ...body,
    entities: [
      ...body.entities.filter(({ dataset }: any) => dataset !== 'local-planning-authority'),
      ...names.map((name, i) => ({
        entity: 626_900 + i,
        name: `${name} LPA`,
        dataset: 'local-planning-authority',
        'start-date': '',
        'end-date': '',
        'organisation-entity': '365',
      })),
    ],
  }))

export const witnesses: readonly Case[] = [
  {
    id: 'authority-of-another-district',
    says: 'The platform lists an authority that is none of the district: nobody can tell who decides.',
    given: authorities('South Warrington'),
    asks: ['/planning/WA11UH?depth=summary', '/property/WA11UH?depth=standard'],
    expect: [
      {
        read: { 'constraints.planning_authority': null },
        missing: { source: 'planning-data', reason: 'partly' },
      },
      { read: { 'planning.planning_authority': null }, missing: { source: 'planning-data', reason: 'partly' } },
    ],
  },
  {
    id: 'codes-of-another-nation',
    says: 'The record says Wales, and its neighbourhood is in England: neither stands in for the other.',
    given: record(
      { country: 'Wales', region: null, latitude: 51.6877, longitude: -2.9984, admin_district: 'Newport' },
      {
        admin_district: 'W06000022',
      },
    ),
    asks: '/location/WA11UH?depth=summary',
    expect: {
      read: {
        'location.nation': 'Wales',
        'location.codes.local_authority': 'W06000022',
        'location.codes.lsoa': null,
        'location.constituency': null,
      },
      missing: { source: 'postcodes-io', reason: 'partly' },
    },
  },
  {
    id: 'position-outside-its-nation',
    says: 'The record says England, and its position is in the Highlands: all that rests on it is not sure.',
    given: record({ latitude: 57.48, longitude: -4.22 }),
    asks: '/environment/WA11UH?depth=summary',
    expect: {
      read: { '_meta.gaps': /its position, 57\.48, -4\.22, is not in England/ },
      missing: { source: 'postcodes-io', reason: 'partly' },
    },
  },
]

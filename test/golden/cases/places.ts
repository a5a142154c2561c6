/** Places as a conveyancer, a planner or a buyer would judge them: waters, ground and land. */
import type { Case } from '../case.ts'
import {
  bathing,
  brownfield,
  designated,
  flooding,
  floodZone,
  ground,
  northOf,
  points,
  radon,
  site,
  warning,
  waterbody,
} from '../places-world.ts'
import { asItIs, both, changing, down } from '../wire.ts'

const environment = (postcode: string): string => `/environment/${postcode}?depth=standard`
const planning = (postcode: string): string => `/planning/${postcode}?depth=standard`

export const waters: readonly Case[] = [
  {
    id: 'renamed-classes',
    says: 'River and beaches have classes that nobody knows yet: overflows and the company are all that is known.',
    given: both(waterbody('Recovering', 'Recovering'), bathing('Superb')),
    asks: '/water/PR30SG?depth=standard',
    expect: {
      read: { 'waterbody.wfd_classification': 'Recovering', 'bathing_water.nearest_classification': null },
      factors: {
        bathing_water: /not known: .* is given as “Superb”/i,
        ecological_status: /not known: .* is given as “Recovering”/i,
        chemical_status: /not known: .* is given as “Recovering”/i,
      },
      confidence: ['low', 'medium'],
    },
  },
  {
    id: 'closed-beaches',
    says: 'Every beach is closed to bathers: there is none to judge by.',
    given: bathing('Closed'),
    asks: '/water/PR30SG?depth=standard',
    expect: {
      read: { 'bathing_water.nearest_classification': null },
      factors: { bathing_water: /does not apply: there is no classified bathing water/i },
    },
  },
]

export const environments: readonly Case[] = [
  {
    id: 'river-high',
    says: 'The river is likely to flood the place, defences counted; the ground is of the best.',
    given: both(flooding('High', 'Very low'), ground(1)),
    asks: [environment('NW19HZ'), '/property/NW19HZ?depth=full'],
    expect: {
      read: { 'flood.rivers_and_sea': 'high' },
      atLeast: 50,
      rating: ['HIGH', 'SEVERE'],
      decidedBy: /rivers or the sea/i,
      advises: /flood/i,
    },
  },
  {
    id: 'river-medium',
    says: 'The river floods the place now and then: a factor, no gate.',
    given: flooding('Medium'),
    asks: environment('SW1A2AA'),
    expect: {
      read: { 'flood.rivers_and_sea': 'medium' },
      notDecidedBy: /./,
      rating: ['LOW', 'MODERATE'],
      factors: { flood: /medium from rivers/i },
    },
  },
  {
    id: 'new-scheme-of-classes',
    says: 'The regulator has renamed its classes: what the river is like is not known, and samples do not stand in for it.',
    given: waterbody('Recovering', 'Recovering'),
    asks: environment('WA11UH'),
    expect: {
      read: { 'water_quality.ecological_class': 'Recovering' },
      factors: { water_quality: /not known: the ecological class of .* is given as “Recovering”/i },
    },
  },
  {
    id: 'surface-water-high',
    says: 'Rain runs off the hill into the street and floods it often; no river does.',
    given: flooding('Very low', 'High'),
    asks: environment('WA11UH'),
    expect: {
      read: { 'flood.surface_water': 'high', 'flood.rivers_and_sea': 'very low' },
      notDecidedBy: /./,
      notRating: ['LOW'],
      factors: { flood: /high from surface water/i },
      neverAdvises: /usual searches are enough/i,
    },
  },
  {
    id: 'behind-a-new-wall',
    says: 'Zone 3 for planning behind a wall that makes flooding unlikely: the zone matters to who builds, not to who buys.',
    given: both(flooding('Low', 'Very low'), floodZone(points.PR30SG, 'FZ3')),
    asks: [environment('PR30SG'), '/planning/PR30SG?depth=full'],
    expect: [
      { read: { 'flood.rivers_and_sea': 'low' }, notDecidedBy: /./, factors: { flood: /is low/i } },
      {
        read: { 'flood_risk.zone': 3 },
        notDecidedBy: /flood/i,
        factors: { flood_risk: /zone 3, a high probability/i },
      },
    ],
  },
  {
    id: 'severe-warning-tonight',
    says: 'A severe flood warning is in force over a place whose likelihood is very low: said, and of tonight.',
    given: both(flooding('Very low', 'Low'), warning(points.NW19HZ, 1, 'River Fleet')),
    asks: environment('NW19HZ'),
    expect: {
      read: {
        'flood.active_warnings[0].severity': 'Severe flood warning',
        'flood.active_warnings[0].covers_postcode': true,
      },
      neverAdvises: /usual searches are enough/i,
      notDecidedBy: /./,
      factors: { flood: /severe flood warning for River Fleet/i },
    },
  },
  {
    id: 'flood-maps-down',
    says: 'Neither flood map answers: the place may flood every other year.',
    given: down('ea-flood-risk'),
    asks: environment('PR30SG'),
    expect: {
      missing: { source: 'ea-flood-risk', reason: 'upstream_failed' },
      notDecidedBy: /./,
      possible: ['HIGH'],
      reaches: 50,
      confidence: ['low', 'medium'],
      advises: /flood/i,
    },
  },
  {
    id: 'flood-warnings-down',
    says: 'The likelihood is known; whether a warning is in force tonight is not.',
    given: both(flooding('Very low', 'Very low'), down('ea-flood-monitoring')),
    asks: environment('WA11UH'),
    expect: {
      missing: { source: 'ea-flood-monitoring', reason: 'upstream_failed' },
      notDecidedBy: /./,
      factors: { flood: /whether a warning is in force is not known/i },
    },
  },
  {
    id: 'nothing-in-the-ground',
    says: 'Nothing floods, nothing moves, the air is that of a town and the brook is of high class.',
    given: both(
      flooding('Very low', 'Very low'),
      ground(1),
      radon(1),
      waterbody('High', 'Good'),
      changing('ea-flood-monitoring', { path: /floods$/ }, (body) => ({ ...body, items: [] })),
    ),
    asks: environment('WA11UH'),
    expect: { rating: ['LOW'], atMost: 10, narrow: 5, confidence: ['high'], notDecidedBy: /./ },
  },
  {
    id: 'everything-in-the-ground',
    says: 'The sea floods it, the ground moves and shrinks, radon is high and the water dead.',
    given: both(flooding('High', 'High'), ground(3), radon(6), waterbody('Bad')),
    asks: environment('PR30SG'),
    expect: { rating: ['SEVERE'], atLeast: 75, decidedBy: /rivers or the sea/i, possible: ['SEVERE'] },
  },
]

export const developments: readonly Case[] = [
  {
    id: 'edge-of-town-green-belt',
    says: 'The last house before the fields stands within the green belt.',
    given: designated('green-belt', 'Invented Mersey Green Belt', 'INV-GB-1'),
    asks: planning('WA11UH'),
    expect: {
      read: { 'constraints.green_belt': true },
      atMost: 49,
      rating: ['CONSTRAINED', 'HIGHLY_CONSTRAINED'],
      decidedBy: /green belt/i,
      advises: /green belt/i,
    },
  },
  {
    id: 'inside-a-moss',
    says: 'The field is part of a moss that is a Site of Special Scientific Interest, by Natural England’s map alone.',
    given: site('SSSI_England', 'INVENTED MOSS', points.PR30SG, 600),
    asks: planning('PR30SG'),
    expect: {
      atMost: 49,
      decidedBy: /Special Scientific Interest/i,
      factors: { environmental_designations: /inside/i },
    },
  },
  {
    id: 'inside-a-heath',
    says: 'The same kind of site, by the planning platform alone.',
    given: designated('site-of-special-scientific-interest', 'Invented Heath', '1009913'),
    asks: planning('NW19HZ'),
    expect: { atMost: 49, decidedBy: /Special Scientific Interest/i },
  },
  {
    id: 'over-a-roman-fort',
    says: 'A Roman fort lies under the car park: a scheduled monument.',
    given: designated('scheduled-monument', 'Roman fort, invented', '1019912'),
    asks: planning('WA11UH'),
    expect: { atMost: 49, decidedBy: /scheduled monument/i, advises: /scheduled monument/i },
  },
  {
    id: 'beside-a-marsh',
    says: 'A marsh that is a Site of Special Scientific Interest begins 300 metres off: a factor, no gate.',
    given: site('SSSI_England', 'INVENTED MARSH', northOf(points.WA11UH, 500), 200),
    asks: planning('WA11UH'),
    expect: {
      notDecidedBy: /./,
      rating: ['MODERATE'],
      factors: { environmental_designations: /\d+ m from INVENTED MARSH/i },
    },
  },
  {
    id: 'fen-a-mile-off',
    says: 'The fen that is a Site of Special Scientific Interest lies a mile and more away.',
    given: site('SSSI_England', 'INVENTED FEN', northOf(points.NW19HZ, 1900), 250),
    asks: planning('NW19HZ'),
    expect: {
      notDecidedBy: /./,
      rating: ['MODERATE'],
      factors: { environmental_designations: /m from invented fen/i },
    },
  },
  {
    id: 'conservation-area',
    says: 'A conservation area with three directions against conversions: much to heed, and nothing that forbids.',
    given: asItIs,
    asks: '/planning/NW19HZ?depth=full',
    expect: {
      read: { 'constraints.conservation_area': true, 'constraints.green_belt': false },
      notDecidedBy: /./,
      rating: ['MODERATE', 'CONSTRAINED'],
      certain: true,
    },
  },
  {
    id: 'protected-landscape',
    says: 'A National Landscape (an area of outstanding natural beauty) asks for care, and is no gate.',
    given: designated('area-of-outstanding-natural-beauty', 'Invented Fells', 'INV-NL-2'),
    asks: planning('PR30SG'),
    expect: { notDecidedBy: /./, factors: { environmental_designations: /inside Invented Fells/i } },
  },
  {
    id: 'land-registers-down',
    says: 'Neither the planning platform nor Natural England answers: it may be green belt.',
    given: both(down('planning-data'), down('natural-england')),
    asks: planning('PR30SG'),
    expect: {
      missing: { source: 'planning-data', reason: 'upstream_failed' },
      notDecidedBy: /./,
      reaches: 49,
      confidence: ['low', 'medium'],
      advises: /protected|constraint|designat/i,
    },
  },
  {
    id: 'platform-down',
    says: 'Natural England knows of no site here; green belt and monuments stand with the platform, which does not answer.',
    given: down('planning-data'),
    asks: planning('WA11UH'),
    expect: { notDecidedBy: /./, reaches: 49, confidence: ['low', 'medium'], possible: ['CONSTRAINED'] },
  },
  {
    id: 'old-works',
    says: 'Eight cleared works with permission, nothing designated, no wood, no flood: builders come here first.',
    given: both(
      brownfield(points.PR30SG, 8),
      changing('natural-england', {}, (body) => ({ ...body, features: [] })),
    ),
    asks: planning('PR30SG'),
    expect: { rating: ['FAVOURABLE'], certain: true, confidence: ['high'], notDecidedBy: /./ },
  },
]

import {
  choice,
  endpoint,
  field,
  full,
  integer,
  list,
  maybe,
  number,
  object,
  omit,
  orNull,
  pick,
  point as pointShape,
  render,
  rounded,
  section,
  standard,
  text,
} from '@domesday/core'
import { bathingWatersNear } from '@domesday/source-ea-bathing-water'
import { shownWaterbody, waterbodyAt } from '@domesday/source-ea-catchment-data'
import { riverSamplingAt, shownSampling } from '@domesday/source-ea-water-quality'
import { overflowsNear, overflowsNow, sewerageCompanyAt, spillsNear } from '@domesday/source-storm-overflows'
import { companyAt, ratingFor } from '@domesday/source-water-companies'
import { atPostcode } from '@domesday/subject-postcode'
import { gradeOf, grades, nearestGraded, qualityOf } from './quality.ts'

const { place, point, subject } = atPostcode()

const waterbody = waterbodyAt(point)
const around = overflowsNear(point)
const spills = spillsNear(around)
const company = companyAt(sewerageCompanyAt(point, around))
const rating = ratingFor(place, company)
const beaches = bathingWatersNear(point)
const quality = qualityOf({ spills, beaches, waterbody, rating })

const bathing = object({
  nearest_classification: orNull(choice(grades, 'Of the nearest bathing water that has one, within 30 km')),
  sites: list(
    object({
      name: text('As designated'),
      classification: orNull(choice(grades, 'Null where it has none: in its first seasons, or closed')),
      distance_km: number({ description: 'As the crow flies', unit: 'km' }),
      coordinates: pointShape(),
      season: orNull(integer('The bathing season after which it was classified')),
      type: orNull(choice(['coastal', 'river', 'lake'], 'What water it is')),
    }),
    'The nearest five within 30 km, in England and Wales',
  ),
  sites_within_30km: integer('All of them, listed or not'),
})

/** Water quality around a postcode, and the responsible company. */
export const water = endpoint({
  id: 'water',
  title: 'Water quality',
  summary:
    'The river or coastal water that a postcode drains to and the company that does its sewers; from standard up the spills of storm overflows, bathing waters and a score; at full depth each overflow, discharging now or not, and the sampling of rivers.',
  home: import.meta.dirname,
  path: '/water/{postcode}',
  subject,
  sections: {
    location: section(pick(place, 'postcode', 'local_authority'), {
      coordinates: field(place, 'point'),
      nation: field(
        place,
        'nation',
        'Overflows, rivers and ratings are of England, bathing waters of England and Wales',
      ),
    }),

    waterbody: section(shownWaterbody(waterbody)),

    water_company: section({ company_name: company }, omit(maybe(rating), 'company')),

    storm_overflows: standard(spills),
    'storm_overflows.overflows': full(overflowsNow(point, around)),

    bathing_water: standard(
      render(bathing, beaches, (beaches) => {
        const nearest = nearestGraded(beaches)
        return {
          nearest_classification: nearest ? gradeOf(nearest) : null,
          sites: beaches.slice(0, 5).map(({ id: _, metres, ...site }) => ({
            ...site,
            classification: gradeOf(site),
            distance_km: rounded(metres / 1000, 1),
          })),
          sites_within_30km: beaches.length,
        }
      }),
    ),

    water_quality_score: standard(quality),

    river_sampling: full(shownSampling(riverSamplingAt(point))),
  },
})

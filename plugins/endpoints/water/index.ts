import { endpoint, field, full, maybe, omit, pick, section, standard } from '@domesday/core'
import {
  bathingWatersAround,
  bathingWatersNear,
  nearestClassifiedAt,
  shownBathingWaters,
} from '@domesday/source-ea-bathing-water'
import { shownWaterbody, waterbodyAt } from '@domesday/source-ea-catchment-data'
import { riverSamplingAt, shownSampling } from '@domesday/source-ea-water-quality'
import { overflowsNear, overflowsNow, sewerageCompanyAt, spillsNear } from '@domesday/source-storm-overflows'
import { companyAt, ratingFor } from '@domesday/source-water-companies'
import { atPostcode } from '@domesday/subject-postcode'
import { qualityOf } from './quality.ts'

const { place, point, subject } = atPostcode()

const waterbody = waterbodyAt(point)
const around = overflowsNear(point)
const spills = spillsNear(around)
const company = companyAt(sewerageCompanyAt(point, around))
const rating = ratingFor(place, company)
const beaches = bathingWatersNear(point)
const quality = qualityOf({ spills, beach: nearestClassifiedAt(point, beaches), waterbody, rating })

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

    bathing_water: standard(shownBathingWaters(bathingWatersAround(point, beaches))),

    water_quality_score: standard(quality),

    river_sampling: full(shownSampling(riverSamplingAt(point))),
  },
})

import {
  derive,
  endpoint,
  field,
  first,
  full,
  integer,
  need,
  notCovered,
  pick,
  render,
  section,
  standard,
  unpriced,
} from '@domesday/core'
import { healthOf, indicatorsCompared, indicatorsShown } from '@domesday/source-fingertips'
import { newestMonth, prescribed, prescribedShape } from '@domesday/source-nhsbsa-open-data'
import { atPostcode } from '@domesday/subject-postcode'
import { practicesAround, providersWithin } from './care.ts'
import { serviceQuality } from './quality.ts'
import { tune } from './settings.ts'

const { place, point, subject } = atPostcode()
const indicators = healthOf(place)
const compared = indicatorsCompared(place, indicators)
const { practices, unplaced, closed } = practicesAround(place, point)
const providers = providersWithin(point, practices)
const near = derive({ practices, tune }, ({ practices, tune }) =>
  practices.filter(({ metres }) => metres <= tune.practice_km * 1000),
)

const nothing = { total_items: 0, total_cost: 0, top_items: [] }
const nobody = render(prescribedShape, near, (near) => (near.length > 0 ? null : nothing))
// Prescribing is not published outside England; without this, the gap would be blamed on missing practices.
const england = derive(place, ({ nation }) => (nation === 'England' ? nation : notCovered(nation)))
const month = need(newestMonth, { england, near }, ({ near }) => (near.length > 0 ? {} : null))
const prescribing = first(
  nobody,
  need(prescribed, { month, near }, ({ month, near }) => ({
    ...month,
    practices: near
      .slice(0, 100)
      .map(({ code }) => code)
      .toSorted(),
  })),
)

/** The distance that a setting has in kilometres. */
const withinM = (setting: 'care_km' | 'practice_km', description: string) =>
  render(integer({ description, unit: 'm' }), tune, (tune) => Math.round(tune[setting] * 1000))

/** Health services around a postcode, and health of the residents. */
export const health = endpoint({
  id: 'health',
  title: 'Health profile',
  summary:
    'Life expectancy, obesity and smoking around a postcode; from standard up care providers with their ratings, GP practices and a score of the services; at full depth what the practices prescribe.',
  home: import.meta.dirname,
  path: '/health/{postcode}',
  tool: 'uk_health_intelligence',
  subject,
  sections: {
    location: section(pick(place, 'postcode', 'local_authority'), {
      nation: field(
        place,
        'nation',
        'The indicators, ratings and prescribing are of England; GP practices are known in Wales too',
      ),
      coordinates: field(place, 'point'),
    }),

    indicators: section(indicatorsShown(indicators), { comparison: compared }),

    care_providers: standard(field(providers, 'nearest')),
    care_providers_summary: standard(
      { within_m: withinM('care_km', 'Providers are counted and listed within this distance') },
      pick(providers, 'total', 'by_type', 'by_rating', 'by_rating_status'),
    ),

    prescribing: standard({
      practices_nearby: render(
        integer('GP practices on the NHS register that are open within the distance'),
        near,
        (near) => near.length,
      ),
      within_m: withinM('practice_km', 'Practices count as nearby within this distance'),
    }),
    'prescribing.practices_closed': unpriced(standard(closed)),
    service_quality_score: standard(serviceQuality(point, { practices, unplaced, closed }, indicators, compared)),

    'prescribing.month': full(
      field(month, 'month', 'The month that items and costs are of, YYYY-MM; absent where no practice is near'),
    ),
    'prescribing.total_items': full(field(prescribing, 'total_items')),
    'prescribing.total_cost': full(field(prescribing, 'total_cost')),
    'prescribing.top_items': full(field(prescribing, 'top_items')),
  },
})

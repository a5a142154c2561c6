/** Bathing waters as they are shown. */
import {
  choice,
  drawn,
  integer,
  number,
  object,
  orNull,
  render,
  renderEach,
  rounded,
  take,
  type Shown,
} from '@domesday/core'
import { bathingWaterFields, grades, gradeTones, nearestClassified, type BathingWaterNear } from './sites.ts'

const siteShape = drawn(
  object({
    name: bathingWaterFields.name,
    classification: orNull(
      choice(grades, { description: 'Null where it has none: in its first seasons, or closed', tones: gradeTones }),
    ),
    distance_km: number({ description: 'As the crow flies', unit: 'km' }),
    coordinates: bathingWaterFields.coordinates,
    season: bathingWaterFields.season,
    type: bathingWaterFields.type,
  }),
  'map',
  { title: 'name', word: 'classification', kind: 'type', distance: 'distance_km', at: 'coordinates' },
)

/** The nearest five of those within reach. */
export const shownBathingWaters = (near: Shown<readonly BathingWaterNear[]>) => ({
  nearest_classification: render(
    orNull(
      choice(grades, { description: 'Of the nearest bathing water that has one, within 30 km', tones: gradeTones }),
    ),
    near,
    (near) => nearestClassified(near)?.grade ?? null,
  ),
  sites: renderEach(
    siteShape,
    take(5, near),
    ({ name, type, coordinates, grade, season, metres }) => ({
      name,
      type,
      coordinates,
      classification: grade,
      season,
      distance_km: rounded(metres / 1000, 1),
    }),
    'The nearest five within 30 km, in England and Wales',
  ),
  sites_within_30km: render(integer('All of them, listed or not'), near, ({ length }) => length),
})

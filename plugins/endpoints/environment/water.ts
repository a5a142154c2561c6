/** What this endpoint shows of the water of a place. */
import { date, integer, number, object, orNull, text, type Of } from '@domesday/core'
import type { NearestWaterbody } from '@domesday/source-ea-catchment-data'
import type { RiverSampling } from '@domesday/source-ea-water-quality'

const milligrams = (about: string) => orNull(number({ description: about, unit: 'mg/l' }))

export const waterShape = object({
  nearest_waterbody: orNull(text('The river whose catchment this is, or the nearest estuary or coastal water')),
  waterbody_type: orNull(text('river, transitional or coastal')),
  distance_m: orNull(integer({ description: '0 inside the catchment', unit: 'm' })),
  ecological_class: orNull(text('High, Good, Moderate, Poor or Bad')),
  chemical_status: orNull(
    text('Good, Fail, or that it was not assessed. Mercury and flame retardants make nearly every water body fail'),
  ),
  classification_year: orNull(integer('Of the ecological class')),
  chemical_status_year: orNull(integer('Of the chemical status, which is not classified every year')),
  river_sampling: orNull(
    object(
      {
        sampling_point: text('By its name in the archive'),
        distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
        samples: integer('Days of sampling in the last year'),
        newest: date('Day of the newest sample'),
        ammonia_mg_l: milligrams('Mean ammoniacal nitrogen'),
        dissolved_oxygen_pct: orNull(number({ description: 'Mean, of saturation', unit: '%' })),
        phosphate_mg_l: milligrams('Mean orthophosphate, as phosphorus'),
        nitrate_mg_l: milligrams('Mean nitrate, as nitrogen'),
      },
      'The nearest sampled point in a river within five kilometres',
    ),
  ),
})

export const waterOf = ({
  waterbody,
  sampling,
}: {
  readonly waterbody: NearestWaterbody | null
  readonly sampling: RiverSampling | null
}): Of<typeof waterShape> => ({
  nearest_waterbody: waterbody?.name ?? null,
  waterbody_type: waterbody?.kind ?? null,
  distance_m: waterbody?.metres ?? null,
  ecological_class: waterbody?.ecological?.status ?? null,
  chemical_status: waterbody?.chemical?.status ?? null,
  classification_year: waterbody?.ecological?.year ?? null,
  chemical_status_year: waterbody?.chemical?.year ?? null,
  river_sampling: sampling?.nearest
    ? {
        sampling_point: sampling.nearest.name,
        distance_m: sampling.nearest.distance_m,
        samples: sampling.nearest.samples,
        newest: sampling.nearest.newest,
        ammonia_mg_l: sampling.nearest.ammonia_mg_l,
        dissolved_oxygen_pct: sampling.nearest.dissolved_oxygen_pct,
        phosphate_mg_l: sampling.nearest.phosphate_mg_l,
        nitrate_mg_l: sampling.nearest.nitrate_mg_l,
      }
    : null,
})

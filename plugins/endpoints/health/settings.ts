import { integer, number, settings } from '@domesday/core'

const kilometres = (description: string) => number({ description, minimum: 0.1, maximum: 25 })

export const tune = settings({
  care_km: kilometres('Care providers are listed within so many kilometres'),
  practice_km: kilometres('GP practices count as near within so many kilometres'),
  judged_km: kilometres('Ratings are sought within so many kilometres'),
  judged: integer({ description: 'So many rated providers of each kind go into the score', minimum: 1, maximum: 50 }),
})

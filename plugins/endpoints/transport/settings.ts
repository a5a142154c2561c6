import { integer, list, number, object, settings, text } from '@domesday/core'

const km = number({ unit: 'km', exclusiveMinimum: 0, maximum: 50 })

export const tune = settings({
  reach_km: object({ rail: km, metro: km, tram: km, bus: km }),
  london_reach_km: object({ stations: km, buses: km }),
  diversity_km: km,
  major_cities: list(text()),
  traffic: object({
    reach_km: km,
    points: integer({ minimum: 1, maximum: 20 }),
    years: integer({ minimum: 1, maximum: 50 }),
  }),
})

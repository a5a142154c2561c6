/** Stations and stops of public transport, as several registers list them. */
export { nearestOf, nearestOfEach } from './nearest.ts'
export { stopShape, type Stop } from './stop.ts'

/**
 * Crimes in the upstream's wire format, generated from the densities of `places.yaml`; deterministic, each at a map
 * point.
 */
import { createHash } from 'node:crypto'
import { type Point } from '@domesday/core'
import { inRing, metresBetween } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Place extends Point {
  readonly mile: number
  readonly thinning: number
  readonly streets: readonly string[]
}

const places = yamlRows<Place>(import.meta.dirname, 'places.yaml')
const firstMonth = '2023-09'
const lastMonth = '2026-08'
const reach = 5200 // metres around a place within which there are crimes
const radius = 1609.344 // metres around a point if no polygon is sent
const cap = 10_000

// Out of a thousand crimes.
const shares = {
  'violent-crime': 330,
  'anti-social-behaviour': 190,
  shoplifting: 110,
  'public-order': 85,
  'criminal-damage-arson': 75,
  'other-theft': 62,
  'vehicle-crime': 50,
  drugs: 32,
  burglary: 28,
  'theft-from-the-person': 12,
  'other-crime': 10,
  'bicycle-theft': 7,
  'possession-of-weapons': 5,
  robbery: 4,
}
const categories = Object.entries(shares).flatMap(([category, share]) => Array.from({ length: share }, () => category))
const outcomes = [
  'Under investigation',
  'Investigation complete; no suspect identified',
  'Unable to prosecute suspect',
  'Awaiting court outcome',
  'Local resolution',
]

/** A number in [0, 1) that depends only on its arguments. */
const chance = (...seeds: readonly number[]): number => {
  let hash = 2166136261
  for (const seed of seeds) hash = Math.imul(hash ^ seed, 16777619) ^ (hash >>> 13)
  hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

interface MapPoint extends Point {
  readonly metres: number
  readonly id: number
  readonly street: string
}

const band = 150 // metres between the rings of map points
const spacing = 170 // metres between map points of a ring

/** The map points of a place, ring by ring, each slightly off its ring. */
const pointsOf = (place: Place, index: number): readonly (readonly MapPoint[])[] =>
  Array.from({ length: Math.ceil(reach / band) }, (_, ring) => {
    const middle = band * (ring + 0.5),
      count = Math.max(2, Math.round((2 * Math.PI * middle) / spacing))
    return Array.from({ length: count }, (_, i) => {
      const metres = middle + band * 0.8 * (chance(index, ring, i, 5) - 0.5)
      const angle = 2 * Math.PI * (chance(index, ring, 6) + (i + 0.6 * chance(index, ring, i, 7)) / count)
      return {
        lat: place.lat + (metres * Math.cos(angle)) / 111_320,
        lng: place.lng + (metres * Math.sin(angle)) / (111_320 * Math.cos((place.lat * Math.PI) / 180)),
        metres,
        id: 9_900_000 + index * 10_000 + ring * 250 + i,
        street: place.streets[Math.floor(chance(index, ring, i, 8) * place.streets.length)]!,
      }
    })
  })
const points = places.map(pointsOf)

function* crimesOf(place: Place, index: number, month: string, holds: (at: Point) => boolean): Generator<object> {
  const rings = points[index]!.map((ring) => ring.map((at) => (at.metres <= reach && holds(at) ? at : null)))
  const time = Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
  const mile = place.mile * (1 + 0.12 * Math.sin(time * 0.9) + 0.06 * (chance(index, time) - 0.5))
  const count = Math.round(mile * (reach / 1609) ** place.thinning)
  for (let i = 0; i < count; i++) {
    const ring = rings[Math.floor((1609 * ((i + chance(index, time, i)) / mile) ** (1 / place.thinning)) / band)]
    // The square makes some points of a ring much busier than others.
    const at = ring?.[Math.floor(ring.length * chance(index, time, i, 1) ** 2)]
    if (at) yield crime(index, month, time, i, at)
  }
}

const crime = (index: number, month: string, time: number, i: number, at: MapPoint): object => {
  const category = categories[Math.floor(chance(index, time, i, 2) * categories.length)]!
  const antisocial = category === 'anti-social-behaviour'
  return {
    category,
    location_type: chance(index, time, i, 4) < 0.03 ? 'BTP' : 'Force',
    location: {
      latitude: at.lat.toFixed(6),
      street: { id: at.id, name: `On or near ${at.street}` },
      longitude: at.lng.toFixed(6),
    },
    context: '',
    outcome_status: antisocial
      ? null
      : { category: outcomes[Math.floor(chance(index, time, i, 5) * outcomes.length)], date: month },
    persistent_id: antisocial ? '' : createHash('sha256').update(`${index} ${month} ${i}`).digest('hex'),
    id: 900_000_000 + (time % 60) * 1_000_000 + index * 100_000 + i,
    location_subtype: '',
    month,
  }
}

/** The area asked for. `nears` is a quick test whether a place may have points in it. */
interface Area {
  readonly holds: (at: Point) => boolean
  readonly nears: (place: Point) => boolean
}

// Slightly more than the reach: map points are laid out on a flat Earth.
const beyond = reach + 50

const areaIn = (query: URLSearchParams): Area | null => {
  const poly = query.get('poly')
  if (poly !== null) {
    const ring = poly
      .split(':')
      .map((corner) => corner.split(',').map(Number))
      .map(([lat = NaN, lng = NaN]) => ({ lat, lng }))
    if (ring.length < 3 || !ring.every(({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng))) return null
    const first = ring[0]!,
      widest = Math.max(...ring.map((corner) => metresBetween(first, corner)))
    return { holds: (at) => inRing(at, ring), nears: (place) => metresBetween(first, place) <= widest + beyond }
  }
  const centre = { lat: Number(query.get('lat') ?? NaN), lng: Number(query.get('lng') ?? NaN) }
  if (!Number.isFinite(centre.lat) || !Number.isFinite(centre.lng)) return null
  return {
    holds: (at) => metresBetween(centre, at) <= radius,
    nears: (place) => metresBetween(centre, place) <= radius + beyond,
  }
}

export const answer: SampleAnswer = ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/api/crimes-street/all-crime') return null
  const month = query.get('date') ?? lastMonth
  const area = areaIn(query)
  if (!area || !/^\d{4}-\d{2}$/.test(month)) return { status: 400, text: 'Bad Request' }
  if (month < firstMonth || month > lastMonth) return { status: 404, text: 'Not Found' }
  const rows = places.flatMap((place, index) =>
    area.nears(place) ? [...crimesOf(place, index, month, area.holds)] : [],
  )
  return rows.length > cap ? { status: 503 } : { json: rows }
}

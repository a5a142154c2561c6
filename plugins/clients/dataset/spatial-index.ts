/** The spatial index: a packed R-tree over the rows' places, stored in the file, so that it is read and not built. */
import Flatbush from 'flatbush'
import type { DatabaseSync } from 'node:sqlite'
import type { Point } from '@domesday/core'
import { earthRadius, metresBetween } from '@domesday/vocabulary-geography'

const earthKm = earthRadius / 1000
const furthest = Math.PI * earthKm
const radians = Math.PI / 180

/** Builds the index anew from the rows. */
export const indexPoints = (db: DatabaseSync): void => {
  db.exec('DELETE FROM points')
  const places = collectPoints()
  const placed = db.prepare('SELECT id, lat, lng FROM rows WHERE lat IS NOT NULL').iterate()
  for (const { id, lat, lng } of placed as unknown as Iterable<{ id: number; lat: number; lng: number }>)
    places.add(id, { lat, lng })
  places.write(db)
}

/** Collects places while their rows are written, so that an import need not read them back. */
export const collectPoints = () => {
  let count = 0
  let ids = new Uint32Array(1024)
  let at = new Float64Array(2048)
  return {
    add(id: number, { lat, lng }: Point): void {
      if (count === ids.length) {
        ids = grown(ids, new Uint32Array(count * 2))
        at = grown(at, new Float64Array(count * 4))
      }
      ids[count] = id
      at[count * 2] = lng
      at[count++ * 2 + 1] = lat
    },
    /** Drops the rows after an id. */
    cut(last: number): void {
      while (count > 0 && ids[count - 1]! > last) count--
    },
    write(db: DatabaseSync): void {
      if (count === 0) return
      const tree = new Flatbush(count)
      for (let n = 0; n < count; n++) tree.add(at[n * 2]!, at[n * 2 + 1]!, at[n * 2]!, at[n * 2 + 1]!)
      tree.finish()
      db.prepare('INSERT INTO points VALUES(?, ?)').run(
        new Uint8Array(ids.buffer, 0, count * 4),
        new Uint8Array(tree.data as ArrayBuffer),
      )
    },
  }
}

const grown = <T extends Uint32Array | Float64Array>(from: T, to: T): T => {
  to.set(from)
  return to
}

export interface Near {
  readonly id: number
  readonly km: number
}

/** The ids and distances of the rows within so many kilometres, nearest first. */
export type Nearest = (at: Point, km: number) => Generator<Near>

/** Kilometres. Few callers take all rows, so the search begins here and doubles its radius. */
const firstRing = 0.1

/** Null where no row has a place. */
export const readPoints = (db: DatabaseSync): Nearest | null => {
  const stored = db.prepare('SELECT ids, tree FROM points').get() as { ids: Uint8Array; tree: Uint8Array } | undefined
  if (!stored) return null
  const ids = new Uint32Array(buffer(stored.ids))
  const tree = Flatbush.from(buffer(stored.tree))
  return function* (at, km) {
    const most = Math.min(km, furthest)
    for (let within = -1, to = Math.min(most, firstRing); ; within = to, to = Math.min(most, to * 2)) {
      const ring: Near[] = []
      tree.search(...boxAround(at, to), (item, lng, lat) => {
        const away = metresBetween(at, { lat, lng }) / 1000
        if (away > within && away <= to) ring.push({ id: ids[item]!, km: away })
        return false
      })
      yield* ring.sort((a, b) => a.km - b.km)
      if (!(to < most)) return
    }
  }
}

/** West, south, east and north of a circle; all longitudes where it holds a pole or crosses the 180th meridian. */
const boxAround = ({ lat, lng }: Point, km: number): [number, number, number, number] => {
  const angle = (km + slack) / earthKm
  const north = angle / radians
  const holdsPole = Math.abs(lat) + north >= 90
  const east = holdsPole ? 180 : Math.asin(Math.sin(angle) / Math.cos(lat * radians)) / radians
  return Math.abs(lng) + east >= 180
    ? [-180, lat - north, 180, lat + north]
    : [lng - east, lat - north, lng + east, lat + north]
}

/** Kilometres by which the box is larger than the circle, so that rounding excludes no row. */
const slack = 0.001

const buffer = (bytes: Uint8Array): ArrayBuffer =>
  (bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
    ? bytes.buffer
    : bytes.slice().buffer) as ArrayBuffer

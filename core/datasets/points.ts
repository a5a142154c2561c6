/** The spatial index: a packed R-tree over the rows' places, kept in the file so that opening it costs a read and no sorting. */
import Flatbush from 'flatbush'
import { around } from 'geoflatbush'
import type { DatabaseSync } from 'node:sqlite'
import type { Point } from '../contract/shape.ts'

const earthKm = 6371
const radians = Math.PI / 180

export const kmBetween = (a: Point, b: Point): number => {
  const north = Math.sin((b.lat - a.lat) * radians / 2)
  const east = Math.sin((b.lng - a.lng) * radians / 2)
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(north * north + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * east * east)))
}

/** Builds the index anew from the rows. */
export const indexPoints = (db: DatabaseSync): void => {
  db.exec('DELETE FROM points')
  const places = collectPoints()
  const placed = db.prepare('SELECT id, lat, lng FROM rows WHERE lat IS NOT NULL').iterate()
  for (const { id, lat, lng } of placed as unknown as Iterable<{ id: number; lat: number; lng: number }>) places.add(id, { lat, lng })
  places.write(db)
}

/** Gathers places as their rows are written, which spares an import reading all of them back. */
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
    /** Forgets the rows after one. */
    cut(last: number): void {
      while (count > 0 && ids[count - 1]! > last) count--
    },
    write(db: DatabaseSync): void {
      if (count === 0) return
      const tree = new Flatbush(count)
      for (let n = 0; n < count; n++) tree.add(at[n * 2]!, at[n * 2 + 1]!, at[n * 2]!, at[n * 2 + 1]!)
      tree.finish()
      db.prepare('INSERT INTO points VALUES(?, ?)').run(new Uint8Array(ids.buffer, 0, count * 4), new Uint8Array(tree.data as ArrayBuffer))
    },
  }
}

const grown = <T extends Uint32Array | Float64Array>(from: T, to: T): T => {
  to.set(from)
  return to
}

/** Numbers of the rows within so many kilometres and a metre, nearest first. */
export type Nearest = (at: Point, km: number) => Generator<number>

/** Null where no row has a place. */
export const readPoints = (db: DatabaseSync): Nearest | null => {
  const stored = db.prepare('SELECT ids, tree FROM points').get() as { ids: Uint8Array; tree: Uint8Array } | undefined
  if (!stored) return null
  const ids = new Uint32Array(buffer(stored.ids))
  const tree = Flatbush.from(buffer(stored.tree))
  return function* (at, km) {
    // A search cannot be taken up again, so it is asked for more and more: few callers want all of a city.
    for (let seen = 0, most = 8; ; most *= 4) {
      const found = around(tree, at.lng, at.lat, most, km + slack)
      for (; seen < found.length; seen++) yield ids[found[seen]!]!
      if (found.length < most) return
    }
  }
}

/** geoflatbush measures by the law of cosines, which is some centimetres off at short range; what is told and cut is the haversine. */
const slack = 0.001

const buffer = (bytes: Uint8Array): ArrayBuffer =>
  (bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer) as ArrayBuffer

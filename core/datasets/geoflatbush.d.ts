/** geoflatbush has no types of its own. */
declare module 'geoflatbush' {
  import type Flatbush from 'flatbush'
  /** Indexes of the items nearest to a place, nearest first; the distance in kilometres. */
  export function around(tree: Flatbush, lng: number, lat: number, most?: number, km?: number): number[]
}

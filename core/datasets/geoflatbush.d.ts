/** geoflatbush has no types of its own. */
declare module 'geoflatbush' {
  import type Flatbush from 'flatbush'
  /** Indexes of the items nearest to a place, nearest first; the distance in kilometres. */
  function around(tree: Flatbush, lng: number, lat: number, most?: number, km?: number): number[]
  const geoflatbush: { around: typeof around }
  export default geoflatbush
}

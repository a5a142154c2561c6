/** Whether a point can be in a nation: by a box of degrees around it, with its islands. */
import type { Point } from '@domesday/core'

type Reach = readonly [from: number, to: number]
const boxes: Readonly<Record<string, { readonly lat: Reach; readonly lng: Reach }>> = {
  England: { lat: [49.8, 55.9], lng: [-6.5, 1.9] },
  Wales: { lat: [51.3, 53.5], lng: [-5.5, -2.6] },
  Scotland: { lat: [54.6, 60.9], lng: [-8.7, -0.7] },
  'Northern Ireland': { lat: [54, 55.4], lng: [-8.3, -5.3] },
}
const isIn = (at: number, [from, to]: Reach): boolean => at >= from && at <= to

/** False of what is certainly elsewhere; true also of a nation without a box. */
export const mayLieIn = (nation: string, { lat, lng }: Point): boolean => {
  const box = boxes[nation]
  return box === undefined || (isIn(lat, box.lat) && isIn(lng, box.lng))
}

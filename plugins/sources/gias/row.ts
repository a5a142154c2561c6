/** What is kept of the register: open schools, closed ones, and links between them. */
import type { Point } from '@domesday/core'
import type { Columns, LinkColumns } from './columns.ts'
import { schoolOf, type School } from './establishment.ts'
import { closedOf, linkOf, marksOf, type Closed, type Link } from './links.ts'

export interface Row {
  readonly school: (School & { readonly marks: readonly string[] }) | null
  readonly closed: Closed | null
  readonly link: Link | null
  /** Whose predecessor a link names. */
  readonly successor: string | null
  /** By what a closed school is found. */
  readonly marks: readonly string[]
  /** By which it is told whether there are links at all. */
  readonly file: 'links' | null
}
const nothing: Row = { school: null, closed: null, link: null, successor: null, marks: [], file: null }

/** Null for establishments that are no schools, for planned ones, and for links that tell of no succession. */
export const rowOf = (wire: Columns | LinkColumns, part: string): Row | null => {
  if (part === 'links') {
    const link = linkOf(wire as LinkColumns)
    return link && { ...nothing, link, successor: link.successor, file: 'links' }
  }
  const school = schoolOf(wire as Columns)
  if (school) return { ...nothing, school: { ...school, marks: marksOf(wire as Columns) } }
  const closed = closedOf(wire as Columns)
  return closed && { ...nothing, closed, marks: marksOf(wire as Columns) }
}

export const keyOf = ({ school, closed, link }: Row): string =>
  link ? `${link.predecessor} ${link.successor}` : (school ?? closed)!.urn
export const placeOf = ({ school }: Row): Point | null => school?.at ?? null

/** Most links stand twice, at either end: the one with a name says more. */
export const fuller = (old: Row, next: Row): Row =>
  old.link && next.link && next.link.name === null && (old.link.name !== null || next.link.kind === null) ? old : next

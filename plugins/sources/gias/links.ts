/** Which school succeeded which: the register's file of links, and closed schools for those that it does not link. */
import { day, stated } from '@domesday/core'
import type { Kind, Step } from '@domesday/vocabulary-succession'
import type { Columns, LinkColumns } from './columns.ts'
import { isSchool, type School } from './establishment.ts'

/** A school that has closed: kept for those that succeeded it. */
export interface Closed {
  readonly urn: string
  readonly name: string
  readonly closed: string
  readonly reason: string | null
}

export interface Link extends Omit<Step, 'kind'> {
  /** Null where the register only says that one came before: why it closed tells how. */
  readonly kind: Kind | null
  /** Of the predecessor; null where only its own row says that it has a successor. */
  readonly name: string | null
}

/** By what a school and its predecessor are alike where no link names them: the council's number, postcode and name. */
export const marksOf = (wire: Columns): readonly string[] => {
  const [council, number, postcode, name] = [
    wire['LA (code)'],
    wire.EstablishmentNumber,
    wire.Postcode ?? wire.PostCode,
    wire.EstablishmentName,
  ].map((raw) => stated(raw)?.toLowerCase() ?? null)
  return [
    council && number ? `${council}/${number}` : null,
    postcode ? postcode.replaceAll(' ', '') : null,
    council && name ? `${council} ${name}` : null,
  ].filter((mark) => mark !== null)
}

/**
 * Null for schools that are open, for those that closed on a day that is not stated, and for those that closed before
 * they were to open: such a one never taught anybody.
 */
export const closedOf = (wire: Columns): Closed | null => {
  const urn = stated(wire.URN)
  const name = stated(wire.EstablishmentName)
  const opened = day(wire.OpenDate),
    closed = day(wire.CloseDate)
  return urn === null ||
    name === null ||
    closed === null ||
    (opened !== null && closed < opened) ||
    stated(wire['EstablishmentStatus (code)']) !== '2' ||
    !isSchool(stated(wire['TypeOfEstablishment (name)']) ?? '')
    ? null
    : { urn, name, closed, reason: stated(wire['ReasonEstablishmentClosed (name)']) }
}

const said: readonly (readonly [RegExp, Kind])[] = [
  [/amalgam|merge/i, 'merged'],
  [/split/i, 'split'],
]
const kindSaid = (words: string): Kind | null => said.find(([pattern]) => pattern.test(words))?.[1] ?? null

/**
 * Kinds of links that tell of succession, in either direction. Those of sixth forms, children's centres and “Other”
 * tell of no school that another one continues. “Merged - …” is said of the school that took the other in.
 */
export const linkOf = (wire: LinkColumns): Link | null => {
  const [urn, other, type] = [stated(wire.URN), stated(wire.LinkURN), stated(wire.LinkType)]
  if (urn === null || other === null || type === null) return null
  const told = { kind: kindSaid(type), on: day(wire.LinkEstablishedDate) }
  if (/^successor/i.test(type)) return { predecessor: urn, successor: other, name: null, ...told }
  return /^(predecessor|merged|result of amalgamation)/i.test(type)
    ? { predecessor: other, successor: urn, name: stated(wire.LinkName), ...told }
    : null
}

/** The register's reasons for a closure that another school followed; “Closure” and the like say that none did. */
const continuing = /academy converter|new sponsor|change in status|religious character|free school/i
const replacing = /for academy|fresh start/i

/** How a school followed one that closed, by the reason of that; null where the reason tells of no successor. */
export const kindByReason = (reason: string | null): Kind | null => {
  if (reason === null) return null
  if (replacing.test(reason)) return 'replaced'
  return kindSaid(reason) ?? (continuing.test(reason) ? 'continued' : null)
}

/** A sponsor takes over a school that failed: the academy is another school, not that one under a new number. */
export const kindByType = (type: string): Kind => (/sponsor/.test(type) ? 'replaced' : 'continued')

/** Days. A school that closes in July is followed in September; one that closed long before is another story. */
const longestGap = 100

/** Whether a school closed when the other one opened. */
export const isFollowedBy = ({ closed }: Closed, { opened }: Pick<School, 'opened'>): boolean => {
  if (opened === null) return false
  const days = (Date.parse(opened) - Date.parse(closed)) / 86_400_000
  return days >= -1 && days <= longestGap
}

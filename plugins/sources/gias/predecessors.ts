/** The schools that a school succeeded. */
import { onceFor, type Rows } from '@domesday/core'
import { before, type Step } from '@domesday/vocabulary-succession'
import type { School } from './establishment.ts'
import { isFollowedBy, kindByReason, kindByType, type Closed } from './links.ts'
import type { PredecessorOfSchool } from './near.ts'
import type { Row } from './row.ts'

type Register = Pick<Rows<Row, 'successor' | 'marks' | 'file'>, 'key' | 'where' | 'asOf'>

interface Known extends Step {
  readonly name: string | null
  readonly until: string | null
}

/** Every school is inspected within this time: whatever stood before an older one tells nothing of it. */
const years = 10
const isRecent = (day: string | null, { asOf }: Pick<Register, 'asOf'>): boolean =>
  day !== null && Number(asOf.slice(0, 4)) - Number(day.slice(0, 4)) <= years

/** Whether the file of links was there. */
export const hasLinks = onceFor((rows: Pick<Register, 'where'>): boolean => {
  for (const _ of rows.where('file', 'links')) return true
  return false
})

/** Whether it may have succeeded a school that only the file of links would name. */
export const isYoung = ({ opened }: Pick<School, 'opened'>, rows: Register): boolean => isRecent(opened, rows)

/** A split leaves both open; of a school that goes on as another one nothing else is to be told. */
const linked = (rows: Register, successor: string, type: string): readonly Known[] => {
  const steps = [...rows.where('successor', successor)].flatMap(({ link }) => (link ? [link] : []))
  return steps.flatMap(({ predecessor, kind: said, on, name }): readonly Known[] => {
    const row = rows.key(predecessor)
    if (said !== 'split' && row?.school) return []
    const kind = said ?? (steps.length > 1 ? 'merged' : (kindByReason(row?.closed?.reason ?? null) ?? kindByType(type)))
    return [
      {
        predecessor,
        successor,
        kind,
        on,
        name: name ?? row?.closed?.name ?? row?.school?.name ?? null,
        until: row?.closed?.closed ?? (kind === 'split' ? on : null),
      },
    ]
  })
}

/** Where no link names any: those that closed for a successor when this one opened, and share a mark with it. */
const alike = (rows: Register, school: NonNullable<Row['school']>): readonly Known[] => {
  const closed = new Map<string, Closed>()
  for (const mark of school.marks)
    for (const row of rows.where('marks', mark)) if (row.closed) closed.set(row.closed.urn, row.closed)
  return [...closed.values()].flatMap((one): readonly Known[] => {
    const kind = kindByReason(one.reason)
    return kind === null || !isFollowedBy(one, school)
      ? []
      : [
          {
            predecessor: one.urn,
            successor: school.urn,
            kind,
            on: school.opened,
            name: one.name,
            until: one.closed,
          },
        ]
  })
}

/** Nearest first: those that it succeeded within ten years. */
export const predecessorsOf = (rows: Register, school: NonNullable<Row['school']>): readonly PredecessorOfSchool[] => {
  const into = (urn: string): readonly Known[] => {
    const known = linked(rows, urn, urn === school.urn ? school.type : '')
    return known.length > 0 || urn !== school.urn || !isYoung(school, rows) ? known : alike(rows, school)
  }
  return before(school.urn, into)
    .filter(({ until, on }) => isRecent(until ?? on ?? school.opened, rows))
    .map(({ predecessor: urn, name, kind, until }) => ({ urn, name: name ?? `School ${urn}`, kind, until }))
}

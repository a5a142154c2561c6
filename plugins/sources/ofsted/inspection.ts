/** A school's row in the management information: up to three inspections, one of each kind. */
import { day, stated } from '@domesday/core'
import type { Columns } from './columns.ts'

/** An inspection of the school, or of its predecessor before it became an academy. */
interface Inspected {
  readonly on: string | null
  readonly ofPredecessor: boolean
}

/** Under the framework that ended in November 2025. From September 2024 it gave no overall grade. */
export interface Graded extends Inspected {
  readonly overall: Grade | null
  readonly quality: Grade | null
  readonly leadership: Grade | null
  /** Null if not judged. */
  readonly safeguarding: boolean | null
  readonly concern: Concern | null
}
export type Grade = 1 | 2 | 3 | 4

/** A visit without grades that says whether the last grade still applies. */
export interface Ungraded extends Inspected {
  readonly outcome: string
}

/** Under the framework of November 2025: a word for each area, none overall. */
export interface ReportCard extends Inspected {
  readonly areas: Readonly<Record<string, string>>
  /** `Met` or `Not met`. */
  readonly safeguarding: string | null
  readonly concern: Concern | null
}

/** The inspectorate's categories of concern. `other` is an unknown one. */
export const concerns = ['special_measures', 'serious_weaknesses', 'requires_significant_improvement', 'other'] as const
export type Concern = (typeof concerns)[number]

export interface Inspection {
  readonly urn: string
  readonly graded: Graded | null
  readonly ungraded: Ungraded | null
  readonly card: ReportCard | null
  /** The school's current category, from whichever inspection. */
  readonly concern: Concern | null
  /** The file that has it, and the month of the newest day in its row: `state-funded 2026-09`. Null without a day. */
  readonly month: string | null
  readonly newest: string | null
}
/** The two files. */
export const files = ['state-funded', 'independent'] as const
export type File = (typeof files)[number]

const areas = {
  inclusion: 'Inclusion',
  curriculum_and_teaching: 'Curriculum and teaching',
  achievement: 'Achievement',
  attendance_and_behaviour: 'Attendance and behaviour',
  personal_development_and_wellbeing: 'Personal development and wellbeing',
  early_years: 'Early years (where applicable)',
  post_16: 'Post-16 provision (where applicable)',
  leadership_and_governance: 'Leadership and governance',
} as const

/** Removes the placeholders for "no value". */
const said = (raw: unknown): string | null => {
  const text = stated(raw)
  return text === null || /^(null|not applicable|not judged)$/i.test(text) ? null : text
}
/** 9 and 0 mean not judged. */
const grade = (raw: unknown): Grade | null => {
  const text = said(raw)
  return text === '1' || text === '2' || text === '3' || text === '4' ? (Number(text) as Grade) : null
}
const concernOf = (raw: unknown): Concern | null => {
  const text = said(raw)
  if (text === null || /^(no|none|n\/?a|-)$/i.test(text)) return null
  if (/^(sm|special measures)$/i.test(text)) return 'special_measures'
  if (/^(swk?|serious weakness(es)?)$/i.test(text)) return 'serious_weaknesses'
  return /^(rsi|requires significant improvement)$/i.test(text) ? 'requires_significant_improvement' : 'other'
}
const yes = (raw: unknown): boolean | null => {
  const text = said(raw)?.toLowerCase()
  return text === 'yes' ? true : text === 'no' ? false : null
}

const gradedOf = (w: Columns): Graded | null => {
  const graded = {
    overall: grade(w['Latest OEIF overall effectiveness']),
    quality: grade(w['Latest OEIF quality of education']),
    leadership: grade(w['Latest OEIF effectiveness of leadership and management']),
    // The file of state-funded schools has two blanks, that of independent schools one.
    safeguarding: yes(w['Latest OEIF  safeguarding is effective?'] ?? w['Latest OEIF safeguarding is effective?']),
    concern: concernOf(w['Latest OEIF category of concern']),
    // The file of independent schools calls this a standard inspection.
    on: day(
      w['Inspection start date of latest OEIF graded inspection'] ??
        w['Inspection start date of latest OEIF standard inspection'],
    ),
    ofPredecessor: said(w['Does the latest OEIF graded inspection relate to the URN of the current school?']) === 'No',
  }
  const { ofPredecessor: _, ...found } = graded
  return Object.values(found).every((value) => value === null) ? null : graded
}

const ungradedOf = (w: Columns): Ungraded | null => {
  const outcome = said(w['Ungraded inspection overall outcome'])
  return outcome === null
    ? null
    : {
        outcome,
        on: day(w['Date of latest ungraded inspection']),
        ofPredecessor: said(w['Does the ungraded inspection relate to the URN of the current school?']) === 'No',
      }
}

const cardOf = (w: Columns): ReportCard | null => {
  const given = Object.fromEntries(
    Object.entries(areas).flatMap(([area, column]) => {
      const word = said(w[column])
      return word === null ? [] : [[area, word]]
    }),
  )
  const safeguarding = said(w['Safeguarding standards'])
  const concern = concernOf(w['Category of concern'])
  return Object.keys(given).length === 0 && safeguarding === null && concern === null
    ? null
    : {
        areas: given,
        safeguarding,
        concern,
        on: day(w['Inspection start date']),
        ofPredecessor: said(w['Does the latest full inspection relate to the URN of the current school?']) === 'No',
      }
}

/** The file of independent schools calls a graded inspection a standard one. */
const newestOf = (w: Columns): string | null =>
  [
    w['School open date'],
    w['Publication date'],
    w['Inspection start date'],
    w['Publication date of latest OEIF graded inspection'] ?? w['Publication date of latest OEIF standard inspection'],
    w['Inspection start date of latest OEIF graded inspection'] ??
      w['Inspection start date of latest OEIF standard inspection'],
    w['Ungraded inspection publication date'],
    w['Date of latest ungraded inspection'],
  ]
    .flatMap((raw) => day(said(raw)) ?? [])
    .toSorted()
    .at(-1) ?? null

export const monthOf = (file: string, month: string): string => `${file} ${month}`

export const inspectionOf = (wire: Columns, file: string = 'state-funded'): Inspection | null => {
  const urn = said(wire.URN)
  const newest = newestOf(wire)
  return urn === null
    ? null
    : {
        urn,
        graded: gradedOf(wire),
        ungraded: ungradedOf(wire),
        card: cardOf(wire),
        concern: concernOf(wire['Most recent category of concern']),
        month: newest && monthOf(file, newest.slice(0, 7)),
        newest,
      }
}

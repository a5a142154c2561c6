/** Schools from the rows of the register. */
import { day, numeric, stated, type Point } from '@domesday/core'
import { fromGrid } from '@domesday/vocabulary-geography'
import type { Columns } from './columns.ts'

export const phases = ['primary', 'secondary', 'all-through', 'nursery', '16-plus'] as const
export type Phase = (typeof phases)[number]

export const groups = [
  'academy',
  'free_school',
  'local_authority_maintained',
  'independent',
  'special',
  'college',
  'other',
] as const
export type Group = (typeof groups)[number]

export interface School {
  /** Unique reference number; a school that becomes an academy gets a new one. */
  readonly urn: string
  readonly name: string
  /** Null if neither a phase nor ages are stated. */
  readonly phase: Phase | null
  /** The register's type in snake case: `voluntary_aided`, `academy_converter`, `independent` … */
  readonly type: string
  readonly group: Group
  /** Statutory ages in years; the upper one is the leaving age. */
  readonly lowAge: number | null
  readonly highAge: number | null
  /** `mixed`, `boys` or `girls`. */
  readonly gender: string | null
  /** Null if none is stated or the school has none. */
  readonly religion: string | null
  readonly pupils: number | null
  readonly postcode: string | null
  /** Inspectorate of an independent school: `ISI`, `Ofsted`; null for other schools. */
  readonly inspectorate: string | null
  /** Open, but proposed to close; with the closing day, if known. */
  readonly closing: boolean
  readonly closes: string | null
  /** Null of most schools that are older than the register. */
  readonly opened: string | null
  readonly at: Point | null
  /** In Wales, whose schools the register has beside its own. */
  readonly welsh: boolean
}

/** Codes for open, and for open but proposed to close. */
const kept = new Set(['1', '3'])

/** Not local schools: the register also has establishments abroad. */
const leftOut = new Set([
  'british schools overseas',
  'childrens centre',
  'childrens centre linked site',
  'higher education institutions',
  'miscellaneous',
  'offshore schools',
  'online provider',
  'academy secure 16 to 19',
  'secure units',
  'service childrens education',
])

export const isSchool = (type: string): boolean => !leftOut.has(words(type))

const words = (name: string): string =>
  name
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

export const typeOf = (name: string): string => {
  const type = words(name)
    .replace(/\b(school|centre)s\b/g, '$1')
    .replace(/^other /, '')
  return (/^(free|studio) school/.test(type) ? type : type.replace(/ school$/, '')).replaceAll(' ', '_')
}

const groupOf = (name: string): Group => {
  const group: Readonly<Record<string, Group>> = {
    academies: 'academy',
    'free schools': 'free_school',
    'local authority maintained schools': 'local_authority_maintained',
    'independent schools': 'independent',
    'special schools': 'special',
    colleges: 'college',
  }
  return group[words(name)] ?? 'other'
}

const byCode: Readonly<Record<string, Phase>> = {
  1: 'nursery',
  2: 'primary',
  3: 'primary',
  4: 'secondary',
  5: 'secondary',
  6: '16-plus',
  7: 'all-through',
}

/** Independent and special schools state no phase: derive it from the ages. */
const byAges = (low: number | null, high: number | null): Phase | null => {
  if (low === null || high === null) return null
  if (low >= 16) return '16-plus'
  if (high <= 5) return 'nursery'
  if (low >= 10) return 'secondary'
  return high > 14 ? 'all-through' : 'primary'
}

const notApplicable = (raw: unknown): string | null => {
  const text = stated(raw)
  return text === null || /^(not applicable|does not apply|none|unknown)$/i.test(text) ? null : text
}

/** In order, or neither: nobody can tell which of the two is wrong, and a phase that follows from them would be too. */
const agesOf = (wire: Columns): readonly [low: number | null, high: number | null] => {
  const low = numeric(wire.StatutoryLowAge),
    high = numeric(wire.StatutoryHighAge)
  return low !== null && high !== null && low > high ? [null, null] : [low, high]
}

/** Null for closed, planned, and non-school establishments. Names of people are dropped. */
export const schoolOf = (wire: Columns): School | null => {
  const urn = stated(wire.URN)
  const name = stated(wire.EstablishmentName)
  const type = stated(wire['TypeOfEstablishment (name)'])
  const status = stated(wire['EstablishmentStatus (code)'])
  if (urn === null || name === null || type === null || status === null || !kept.has(status) || !isSchool(type))
    return null
  const [lowAge, highAge] = agesOf(wire)
  const easting = numeric(wire.Easting),
    northing = numeric(wire.Northing)
  const closing = status === '3'
  return {
    urn,
    name,
    phase: byCode[stated(wire['PhaseOfEducation (code)']) ?? ''] ?? byAges(lowAge, highAge),
    type: typeOf(type),
    group: groupOf(stated(wire['EstablishmentTypeGroup (name)']) ?? ''),
    lowAge,
    highAge,
    gender: notApplicable(wire['Gender (name)'])?.toLowerCase() ?? null,
    religion: notApplicable(wire['ReligiousCharacter (name)']),
    pupils: numeric(wire.NumberOfPupils),
    postcode: stated(wire.Postcode ?? wire.PostCode),
    inspectorate: notApplicable(wire['InspectorateName (name)']),
    closing,
    closes: closing ? day(wire.CloseDate) : null,
    opened: day(wire.OpenDate),
    at: easting && northing ? fromGrid(easting, northing) : null,
    welsh: words(type) === 'welsh establishment',
  }
}

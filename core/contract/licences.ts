/** What the terms of a source say about charging for answers, and about how long answers may be cached. */
import { nearest } from '../config/nearest.ts'

/**
 * `free`: no conditions. `attribution`: allowed with the required attribution beside the data. `licence_needed`: only
 * with the operator's own licence. `discouraged`: the publisher asks not to sell anything that is based on it.
 */
export type Charging = 'free' | 'attribution' | 'licence_needed' | 'discouraged'

/** A duration as settings write it, such as `30d`. */
export type MayKeep = 'no' | 'unlimited' | `${number}${'m' | 'h' | 'd'}`

/** A quotation or summary of the terms, and their page. */
export interface Words {
  readonly words: string
  readonly url: string
}

export interface Terms {
  readonly charging: Charging
  readonly mayKeep: MayKeep
  readonly terms: Words
}

/** Part of a source with its own terms, such as another owner's data. `part` of an operation names it. */
export interface LicensedPart {
  /** What it is, as a noun: 'postcodes of Northern Ireland'. */
  readonly title: string
  readonly charging: Charging
  readonly terms: Words
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds for which an answer may be cached. */
export const keepable = (mayKeep: MayKeep): number =>
  mayKeep === 'unlimited'
    ? Infinity
    : mayKeep === 'no'
      ? 0
      : parseInt(mayKeep, 10) * units[mayKeep.slice(-1) as keyof typeof units]

/** Common licences: a source under one of them need not declare its terms. */
const commonTerms: Readonly<Record<string, Terms>> = {
  'OGL-UK-3.0': {
    charging: 'attribution',
    mayKeep: 'unlimited',
    terms: {
      words:
        'Open Government Licence: you are free to “exploit the Information commercially and non-commercially”, and must acknowledge the source. It does not cover personal data.',
      url: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    },
  },
  'OPL-3.0': {
    charging: 'attribution',
    mayKeep: 'unlimited',
    terms: {
      words:
        'Open Parliament Licence: you are free to “exploit the information commercially and non-commercially”, and must acknowledge the source. It does not cover personal data.',
      url: 'https://www.parliament.uk/site-information/copyright-parliament/open-parliament-licence/',
    },
  },
  'CC-BY-4.0': {
    charging: 'attribution',
    mayKeep: 'unlimited',
    terms: {
      words:
        'Creative Commons Attribution: share and adapt “for any purpose, even commercially”, giving credit, a link to the licence, and word of changes.',
      url: 'https://creativecommons.org/licenses/by/4.0/',
    },
  },
}

/** The default for a source without declared terms: it is off until the operator confirms a licence. */
const undeclaredTerms: Terms = {
  charging: 'licence_needed',
  mayKeep: 'unlimited',
  terms: { words: 'Its plugin does not say what its terms allow.', url: '' },
}

export interface Licensed extends Partial<Terms> {
  readonly licence: string
  readonly parts?: Readonly<Record<string, LicensedPart>>
}

/** The terms of a source: its own declarations override those of its licence. */
export const termsOf = ({ licence, charging, mayKeep, terms }: Licensed): Terms => {
  const implied = Object.hasOwn(commonTerms, licence) ? commonTerms[licence]! : undeclaredTerms
  return { charging: charging ?? implied.charging, mayKeep: mayKeep ?? implied.mayKeep, terms: terms ?? implied.terms }
}

/** Of a licence that is misspelt, where nothing else says what the terms are; null where none is close. */
export const licenceFault = ({ licence, charging }: Licensed): string | null => {
  const known = Object.keys(commonTerms)
  const meant = charging !== undefined || known.includes(licence) ? null : nearest(licence, known)
  return meant && `nothing says what its licence '${licence}' allows; did you mean '${meant}'?`
}

/** Whether live mode asks such a source only after its operator's confirmation. */
export const isReserved = (charging: Charging): boolean => charging === 'licence_needed' || charging === 'discouraged'

/** What the terms of a source say of a service that charges for its answers, and of how long they may be kept. */

/**
 * `free`: nothing is asked in return. `attribution`: allowed, as long as what the terms ask for is shown beside the
 * data. `licence_needed`: not without a licence of the operator's own. `discouraged`: its keeper asks that nothing be
 * sold that rests on it.
 */
export type Charging = 'free' | 'attribution' | 'licence_needed' | 'discouraged'

/** A duration as settings write it, such as `30d`. */
export type MayKeep = 'no' | 'unlimited' | `${number}${'m' | 'h' | 'd'}`

/** What the terms say, in their words as far as they have been read, and the page where they stand. */
export interface Words {
  readonly words: string
  readonly url: string
}

export interface Terms {
  readonly charging: Charging
  readonly mayKeep: MayKeep
  readonly terms: Words
}

/** What a source holds that has terms of its own: another may own it. Named by `part` of an operation. */
export interface LicensedPart {
  /** What it is, as a noun: 'postcodes of Northern Ireland'. */
  readonly title: string
  readonly charging: Charging
  readonly terms: Words
}

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds for which an answer may be kept. */
export const keepable = (mayKeep: MayKeep): number =>
  mayKeep === 'unlimited'
    ? Infinity
    : mayKeep === 'no'
      ? 0
      : parseInt(mayKeep, 10) * units[mayKeep.slice(-1) as keyof typeof units]

/** Licences that many publishers use: a source under one of them need not repeat what it allows. */
const known: Readonly<Record<string, Terms>> = {
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

/** Nobody has said what the terms are: then nothing that rests on them is sold before somebody has read them. */
const unread: Terms = {
  charging: 'licence_needed',
  mayKeep: 'unlimited',
  terms: { words: 'Its plugin does not say what its terms allow.', url: '' },
}

export interface Licensed extends Partial<Terms> {
  readonly licence: string
  readonly parts?: Readonly<Record<string, LicensedPart>>
}

/** What a source says itself goes before what its licence says. */
export const termsOf = ({ licence, charging, mayKeep, terms }: Licensed): Terms => {
  const usual = Object.hasOwn(known, licence) ? known[licence]! : unread
  return { charging: charging ?? usual.charging, mayKeep: mayKeep ?? usual.mayKeep, terms: terms ?? usual.terms }
}

/** Whether a service that charges may do so only once its operator has said that it may. */
export const isReserved = (charging: Charging): boolean => charging === 'licence_needed' || charging === 'discouraged'

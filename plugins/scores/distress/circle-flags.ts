/** Red flags from who stands one step from a company: those who run it, and the companies that own it. */
import { spoken } from '@domesday/core'
import { basisOf, serialIn, standingOfBody, type Director, type Failure } from '@domesday/subject-circle'
import type { CircleRule, KnownCircle } from './flags.ts'

const register = 'companies-house',
  gazette = 'gazette'

const standing =
  (...of: readonly NonNullable<Director['standing']>[]) =>
  ({ directors }: KnownCircle): string | null => {
    const found = directors?.filter((one) => one.standing !== null && of.includes(one.standing)) ?? []
    return found.length === 0
      ? null
      : `${found.map(({ name, detail }) => `${name} ${detail}`).join('; ')}. ${basisOf(found)}`
  }

const insolventOwner =
  (isParent: boolean) =>
  ({ bodies, today }: KnownCircle): string | null => {
    const found = (bodies ?? [])
      .filter((body) => body.roles.includes('owner') && body.isParent === isParent && body.match.sure === 'certain')
      .map((body) => ({ name: body.name, states: standingOfBody(body, today).states }))
      .find(({ states }) => states.some(({ state }) => state === 'insolvent' || state === 'petition'))
    return found ? `${found.name}: ${found.states.map(({ detail }) => detail).join(' ')}` : null
  }

/** `Silas Crane ran 3 companies that failed apart: CRANE FACADES 1 LIMITED (99007360), 10 May 2023; …` */
export const failedInWords = (failures: readonly Failure[]): string =>
  `${failures[0]!.director} ran ${failures.length} companies that failed apart from each other: ${failures
    .slice(0, 4)
    .map(({ name, number, began }) => `${name} (${number}), ${spoken(began)}`)
    .join('; ')}.`

/** Of rows with the same flag, the first that holds counts. */
export const circleFlags: readonly CircleRule[] = [
  {
    flag: 'director_sanctioned',
    severity: 'high',
    sources: [register],
    implication: 'The measures against this person may reach the company: take legal advice before you go on.',
    evidence: standing('sanctioned'),
  },
  {
    flag: 'director_disqualified',
    severity: 'high',
    sources: [register],
    implication:
      'Who acts as a director while disqualified commits an offence, and is liable for what the company owes. Accept nothing that this person signs.',
    evidence: standing('banned'),
  },
  {
    flag: 'director_disqualified',
    severity: 'medium',
    sources: [register],
    implication: 'The disqualification has yet to begin. Ask who runs the company from then on.',
    evidence: standing('ahead'),
  },
  {
    flag: 'director_disqualified',
    severity: 'low',
    sources: [register],
    implication: 'A court allows it, often under conditions such as a second director. Ask for the order.',
    evidence: standing('by_leave'),
  },
  {
    flag: 'director_once_disqualified',
    severity: 'low',
    sources: [register],
    implication: 'The ban has run out and nothing follows from it in law. Ask what led to it.',
    evidence: standing('once'),
  },
  {
    flag: 'serial_failure',
    severity: 'medium',
    sources: [register],
    implication: 'Companies of the same person failed one after another: ask what became of their creditors.',
    evidence: ({ past, today }) => {
      const failures = past === null ? [] : serialIn(past, today)
      return failures.length > 0 && failedInWords(failures)
    },
  },
  {
    flag: 'parent_insolvent',
    severity: 'high',
    sources: [register, gazette],
    implication:
      'What its parent owes it may be lost, its shares are likely to be sold, and it may stand guarantee for the group.',
    evidence: insolventOwner(true),
  },
  {
    flag: 'owner_insolvent',
    severity: 'medium',
    sources: [register],
    implication: 'A part of its shares is likely to be sold by an office-holder. Ask who the next owner is.',
    evidence: insolventOwner(false),
  },
]

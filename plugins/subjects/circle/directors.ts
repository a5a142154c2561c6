/** Who runs a company, and whether they may. */
import { derive, type Node } from '@domesday/core'
import {
  bansOfEach,
  isDirecting,
  isInForce,
  naturalName,
  verificationOn,
  type Officer,
  type Profile,
  type Screening,
} from '@domesday/source-companies-house'
import { dated, servingOf, type CompanyFile } from '@domesday/subject-company'
import { bansIn, mayBeBanned, type Ban } from '@domesday/subject-person'
import type { Match } from '@domesday/vocabulary-companies'
import { leaveFor } from './leave.ts'
import type { StateRow } from './member.ts'
import type { Plan } from './plan.ts'

/** Natural persons who run it today, the latest appointed first: each once, whatever number of posts. */
export const directorsIn = (items: readonly Officer[]): readonly Officer[] => [
  ...new Map(
    items
      .filter(({ is_corporate, role }) => !is_corporate && isDirecting(role))
      .toSorted((a, b) => (b.appointed_on ?? '').localeCompare(a.appointed_on ?? '', 'en'))
      .map((one) => [one.officer_id ?? one.name, one]),
  ).values(),
]

/** What the register of disqualified officers says of a director. */
export type Eligibility = 'clear' | 'banned' | 'sanctioned' | 'by_leave' | 'unsure' | 'ahead' | 'once'
export interface Director {
  readonly name: string
  readonly officer: Officer
  /** Null where the register of disqualified officers failed. */
  readonly standing: Eligibility | null
  readonly ban: Ban | null
  readonly match: Match | null
  /** The standing in a sentence without a subject; empty where it is clear. */
  readonly detail: string
}

/** How a director stands who is on the board of this company. */
const directorOf = (
  officer: Officer,
  screening: Screening | null,
  { name, formerNames }: Pick<Profile, 'name' | 'formerNames'>,
  today: string,
): Director => {
  const who = { name: naturalName(officer), officer }
  if (screening === null) return { ...who, standing: null, ban: null, match: null, detail: '' }
  const names = [name, ...formerNames.map((former) => former.name)]
  const bans = bansIn(screening)
  const inForce = bans.filter((ban) => isInForce(ban, today))
  const sanction = inForce.find(({ type }) => type === 'sanction')
  const until = (ban: Ban): string => (ban.until === null ? ', without an end' : dated(' until', ban.until))
  if (sanction)
    return {
      ...who,
      standing: 'sanctioned',
      ban: sanction,
      match: sanction.match,
      detail: `is under sanctions, and for that disqualified from acting as a director${until(sanction)}`,
    }
  const [ban] = inForce.toSorted((a, b) => (b.until ?? '9999').localeCompare(a.until ?? '9999', 'en'))
  if (ban) {
    const leave = leaveFor(names, screening, today)
    const banned = `is disqualified from acting as a director${until(ban)}`
    const about = { ...who, ban, match: ban.match }
    if (leave === null) return { ...about, standing: 'banned', detail: banned }
    return leave.is === 'given'
      ? { ...about, standing: 'by_leave', detail: `${banned}, and acts here ${leave.detail}` }
      : {
          ...about,
          standing: 'unsure',
          detail: `${banned}, and acts ${leave.detail}: whether it is for this company cannot be told`,
        }
  }
  const unsure = mayBeBanned(screening, today)
  if (unsure !== null)
    return {
      ...who,
      standing: 'unsure',
      ban: null,
      match: screening.unresolved[0]?.match ?? null,
      detail: `is a possible match: ${unsure}`,
    }
  const ahead = bans.find(({ from }) => from !== null && from > today)
  if (ahead)
    return {
      ...who,
      standing: 'ahead',
      ban: ahead,
      match: ahead.match,
      detail: `will be disqualified from acting as a director${dated(' from', ahead.from)}`,
    }
  const [once] = bans.toSorted((a, b) => (b.until ?? '').localeCompare(a.until ?? '', 'en'))
  return once
    ? {
        ...who,
        standing: 'once',
        ban: once,
        match: once.match,
        detail: `was disqualified from acting as a director${dated(' until', once.until)}`,
      }
    : { ...who, standing: 'clear', ban: null, match: null, detail: '' }
}

/** What is against a director, as answers show it. Null where it could not be looked up. */
export const statesOf = (
  { officer, standing, ban, name, detail }: Director,
  today: string,
): readonly StateRow[] | null => {
  const overdue = officer.verification !== null && verificationOn(officer.verification, today) === 'overdue'
  const identity: readonly StateRow[] = overdue
    ? [
        {
          state: 'identity_overdue',
          since: officer.verification?.due ?? null,
          until: null,
          detail: `The register has no identity statement of ${name}, which was due${dated(' by', officer.verification?.due)}.`,
        },
      ]
    : []
  if (standing === null) return identity.length > 0 ? identity : null
  if (ban === null) return identity
  const state = standing === 'sanctioned' ? 'sanctioned' : 'disqualified'
  return [{ state, since: ban.from, until: ban.until, detail: `${name} ${detail}.` }, ...identity]
}

interface Directors {
  readonly all: Node<readonly Officer[]>
  readonly followed: Node<readonly Director[]>
}

export const directorsOf = ({ profile, officers, today }: CompanyFile, plan: Node<Plan>): Directors => {
  const all = derive({ profile, officers }, ({ profile, officers }) => directorsIn(servingOf(officers, profile.status)))
  const chosen = derive({ all, plan }, ({ all, plan }) => all.slice(0, plan.directors))
  const named = derive({ chosen, profile }, ({ chosen, profile: { name, formerNames } }) =>
    chosen.map((one) => ({
      name: naturalName(one),
      born: one.born,
      is_corporate: false,
      companies: [name, ...formerNames.map((former) => former.name)],
    })),
  )
  const found = bansOfEach(
    named,
    derive({ plan }, ({ plan }) => plan.entries),
  )
  const followed = derive({ chosen, found, profile, today }, ({ chosen, found, profile, today }) =>
    chosen.map((officer, i) => directorOf(officer, found[i] ?? null, profile, today)),
  )
  return { all, followed }
}

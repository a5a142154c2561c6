/** Red flags from what goes on inside a company: a shell that is woken, and charges that its own people hold. */
import { listed, spoken } from '@domesday/core'
import {
  isDirecting,
  isOneName,
  isOutstanding,
  mayBeOnePerson,
  naturalName,
  type Charge,
} from '@domesday/source-companies-house'
import { isMajority } from '@domesday/subject-circle'
import { boardOf, daysBetween, isLive, monthsAfter, servingOf, type Facts } from '@domesday/subject-company'
import { plainName } from '@domesday/vocabulary-companies'
import type { RedRule } from './flags.ts'

const register = 'companies-house'

/** Companies of residents' blocks are dormant for ever, and change directors often. */
const residents = '98000'

/** What changed in a year, each with its day; the same kind once, its latest. */
const changesIn = ({
  profile,
  officers,
  owners,
  charges,
  today,
  asOf,
}: Facts): readonly (readonly [what: string, on: string])[] => {
  const since = monthsAfter(today, -12)
  const { serving } = officers ? boardOf(officers, asOf) : { serving: [] }
  const fresh = serving.flatMap(({ appointed_on: on }) => (on !== null && on >= since ? [on] : []))
  const owned =
    owners?.items.filter((one) => one.current && isMajority(one)).map(({ notified_on }) => notified_on) ?? []
  const latest = (days: readonly (string | null | undefined)[]): string | null =>
    days
      .flatMap((day) => (day && day >= since ? [day] : []))
      .toSorted()
      .at(-1) ?? null
  const found: readonly (readonly [string, string | null])[] = [
    ['a new name', latest(profile.formerNames.map(({ until }) => until))],
    ['most of its directors new', fresh.length * 2 > serving.length ? latest(fresh) : null],
    ['a new charge', latest((charges?.items ?? []).map(({ created_on }) => created_on))],
    ['a new majority owner', latest(owned)],
  ]
  return found.flatMap(([what, on]) => (on === null || on === profile.incorporated ? [] : [[what, on] as const]))
}

/** Two changes or more within three months of each other. */
const woken = (facts: Facts): string | null => {
  const { profile, owners, today } = facts
  const { incorporated, accounts, sicCodes } = profile
  if (!isLive(profile) || accounts?.last_type !== 'dormant' || sicCodes.includes(residents)) return null
  if (incorporated !== null && incorporated > monthsAfter(today, -12)) return null
  const isSubsidiary = owners?.items.some(
    (one) =>
      one.current &&
      one.kind === 'corporate-entity' &&
      isMajority(one) &&
      (one.notified_on ?? '') < monthsAfter(today, -12),
  )
  if (isSubsidiary) return null
  const changes = changesIn(facts).toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
  const near = changes.filter(([, on]) =>
    changes.some(([, other]) => other !== on && Math.abs(daysBetween(on, other)) <= 92),
  )
  const all =
    near.length >= 2 ? near : changes.filter(([, on]) => changes.filter(([, other]) => other === on).length >= 2)
  return all.length < 2
    ? null
    : `Dormant by its last accounts, and changed hands since: ${all.map(([what, on]) => `${what} on ${spoken(on)}`).join(', ')}.`
}

/** The trustees of a pension lend to the company that pays into it, which is lawful and usual. */
const ofPension = /pension|trustee|ssas|sipp/i

interface Insider {
  readonly charge: Charge
  readonly who: string
  readonly isNatural: boolean
  readonly isDirector: boolean
  /** A forename more or less: it may be somebody else. */
  readonly isPossible: boolean
}
/** Outstanding charges that a director or owner holds, by name. */
const insidersIn = ({ profile, officers, owners, charges }: Facts): readonly Insider[] => {
  const people = officers
    ? servingOf(officers, profile.status)
        .filter(({ role }) => isDirecting(role))
        .map((one) => ({ who: naturalName(one), isNatural: !one.is_corporate, isDirector: true }))
    : []
  const owning = (owners?.items ?? []).flatMap(({ current, name, kind }) =>
    current && name !== null ? [{ who: name, isNatural: kind === 'individual', isDirector: false }] : [],
  )
  return (charges?.items ?? []).filter(isOutstanding).flatMap((charge) => {
    if (charge.persons_entitled.some((name) => ofPension.test(name))) return []
    const one = [...people, ...owning].find(({ who, isNatural }) =>
      charge.persons_entitled.some((name) =>
        isNatural ? mayBeOnePerson(name, who) : plainName(name) === plainName(who),
      ),
    )
    const isPossible = one?.isNatural === true && !charge.persons_entitled.some((name) => isOneName(name, one.who))
    return one ? [{ charge, ...one, isPossible }] : []
  })
}

/** Whether all that is charged is charged to its own people: no bank stands before others. */
export const isAllInside = (facts: Facts): boolean => {
  const open = facts.charges?.items.filter(isOutstanding) ?? []
  return open.length > 0 && insidersIn(facts).filter(({ isPossible }) => !isPossible).length === open.length
}

const charged =
  (isGrave: boolean) =>
  (facts: Facts): string | null => {
    const found = insidersIn(facts).toSorted((a, b) => Number(a.isPossible) - Number(b.isPossible))
    const grave = found.find(
      ({ charge, isNatural, isDirector, isPossible }) =>
        isNatural &&
        isDirector &&
        !isPossible &&
        charge.all_assets &&
        charge.created_on !== null &&
        charge.created_on >= monthsAfter(facts.today, -12),
    )
    const one = isGrave ? grave : found[0]
    if (one === undefined) return null
    const { charge, who, isPossible } = one
    const [holds, basis] = isPossible
      ? ['may hold', `a possible match by name with ${listed(charge.persons_entitled)}`]
      : ['holds', 'by name']
    return `${who}, who runs or owns it, ${holds} a charge over ${charge.all_assets ? 'all that it has' : 'its assets'}${charge.created_on ? `, given on ${spoken(charge.created_on)}` : ''}; ${basis}.`
  }

/** Of rows with the same flag, the first that holds counts. */
export const insideFlags: readonly RedRule[] = [
  {
    flag: 'woken_shell',
    severity: 'medium',
    sources: [register],
    implication:
      'It has traded with nobody, and is in new hands: its age says nothing of them. Deal with it as with a new company.',
    evidence: woken,
  },
  {
    flag: 'insider_charge',
    severity: 'high',
    sources: [register],
    implication:
      'It ranks before unsecured creditors where it is valid, and was given within a year: ask what for, and take security.',
    evidence: charged(true),
  },
  {
    flag: 'insider_charge',
    severity: 'medium',
    sources: [register],
    implication: 'It ranks before unsecured creditors where it is valid. Ask what was lent for it.',
    evidence: charged(false),
  },
]

/** A company's insolvency state, from the register's cases. */
import { hasEnded, type Insolvency, type InsolvencyCase, type Profile } from '@domesday/source-companies-house'
import { dated, statusInWords } from './phrases.ts'

/** Best to worst. `past` means that an insolvency is over; `unrated` is a case of unknown meaning. */
export const insolvencyStates = [
  'none',
  'solvent_liquidation',
  'past',
  'unrated',
  'moratorium',
  'arrangement',
  'proceedings',
  'administration',
  'receivership',
  'liquidation',
] as const
export type InsolvencyState = (typeof insolvencyStates)[number]

const ofStatus: Readonly<Record<string, InsolvencyState>> = {
  liquidation: 'liquidation',
  administration: 'administration',
  receivership: 'receivership',
  'voluntary-arrangement': 'arrangement',
  'insolvency-proceedings': 'proceedings',
}
const sound: ReadonlySet<string> = new Set(['active', 'open', 'registered'])
/** These types always have a status; others, such as registered societies, may have none. */
const carriesStatus = /^(ltd|plc|llp|private-)/
/** An unknown status is never sound, nor is a missing one for a type that always has one. */
export const isKnownStatus = ({ status, type }: Pick<Profile, 'status' | 'type'>): boolean =>
  status === null
    ? type === null || !carriesStatus.test(type)
    : sound.has(status) || status in ofStatus || hasEnded(status)

const ofCase: Readonly<Record<string, InsolvencyState>> = {
  'compulsory-liquidation': 'liquidation',
  'creditors-voluntary-liquidation': 'liquidation',
  'members-voluntary-liquidation': 'solvent_liquidation',
  'in-administration': 'administration',
  'administration-order': 'administration',
  receivership: 'receivership',
  'administrative-receiver': 'receivership',
  'scottish-administrative-receiver': 'receivership',
  'receiver-manager': 'receivership',
  'corporate-voluntary-arrangement': 'arrangement',
  'order-of-court-restructuring-plan': 'arrangement',
  'foreign-insolvency': 'proceedings',
}
// The register has a dozen types of moratorium.
const stateOf = ({ type }: InsolvencyCase): InsolvencyState =>
  ofCase[type ?? ''] ?? (type?.includes('moratorium') ? 'moratorium' : 'unrated')

const isSolvent = ({ type }: InsolvencyCase): boolean => type === 'members-voluntary-liquidation'
const isOver = (one: InsolvencyCase): boolean => {
  const { type, dates, practitioners } = one
  if (dates.some(({ event }) => /ended|case-end|concluded|discharged|^dissolved|ceased/.test(event))) return true
  if (type?.includes('end-of-moratorium')) return true
  // The register states no end of a receivership, only that its receivers ceased to act.
  return stateOf(one) === 'receivership' && practitioners.length > 0 && practitioners.every(({ ceased }) => ceased)
}

/** Whether its directors are responsible for it today. */
export const goesOn = ({ status, ceased }: Pick<Profile, 'status' | 'ceased'>): boolean =>
  status !== 'liquidation' && ceased === null

/**
 * The last day for which directors are responsible for filings: today, or the day on which the winding-up began or the
 * company ended. A company in liquidation owes no accounts.
 */
export const lastDayOf = (
  profile: Pick<Profile, 'status' | 'ceased'>,
  insolvency: Insolvency | null,
  today: string,
): string => {
  if (goesOn(profile)) return today
  const begun = (insolvency?.cases ?? [])
    .filter(({ type }) => type?.endsWith('liquidation'))
    .flatMap(({ dates }) =>
      dates.filter(({ event }) => event === 'wound-up-on' || event === 'ordered-to-wind-up-on').map(({ date }) => date),
    )
  return [profile.ceased ?? today, ...begun].toSorted()[0]!
}

/** When each of its insolvencies began, solvent windings-up apart. A petition alone is no beginning. */
export const insolvenciesIn = (
  cases: readonly InsolvencyCase[],
): readonly { readonly began: string; readonly type: string }[] =>
  cases.flatMap((one) => {
    const [first] = one.dates.filter(({ event }) => !/petition|declaration|ended|dissolved|due|meeting/.test(event))
    return isSolvent(one) || first === undefined || one.type === null || stateOf(one) === 'unrated'
      ? []
      : [{ began: first.date, type: one.type }]
  })

export interface InsolvencyStanding {
  readonly state: InsolvencyState
  readonly detail: string
}

/** `creditors voluntary liquidation, since 14 May 2026` */
const described = ({ type, dates }: InsolvencyCase): string => {
  const [first] = dates
  return `${type?.replaceAll('-', ' ') ?? 'insolvency case'}${first ? dated(`, ${first.event.replaceAll('-', ' ')}`, first.date) : ''}`
}

export const insolvencyStanding = (
  { status, ceased }: Pick<Profile, 'status' | 'ceased'>,
  { cases }: Insolvency,
): InsolvencyStanding => {
  const open = ceased === null ? cases.filter((one) => !isOver(one)) : []
  const byStatus = ofStatus[status ?? ''] ?? 'none'
  // Solvent and insolvent liquidations have the same status: only the cases distinguish them.
  const solvent = byStatus === 'liquidation' && open.length > 0 && open.every(isSolvent)
  const now = [solvent ? ('solvent_liquidation' as const) : byStatus, ...open.map(stateOf)]
  const worst = insolvencyStates[Math.max(...now.map((state) => insolvencyStates.indexOf(state)))]!
  if (worst !== 'none') {
    const telling = open.find((one) => stateOf(one) === worst) ?? open[0]
    if (worst === 'unrated' && telling)
      return {
        state: worst,
        detail: `Not known: what this insolvency case means cannot be told: ${described(telling)}.`,
      }
    const what = solvent ? 'Being wound up as solvent' : 'In insolvency proceedings'
    return {
      state: worst,
      detail: `${what}: ${telling ? described(telling) : `its status is ${statusInWords(status!)}`}.`,
    }
  }
  const past = cases.filter((one) => !isSolvent(one))
  if (past.length > 0) return { state: 'past', detail: `It has been insolvent: ${past.map(described).join('; ')}.` }
  return {
    state: 'none',
    detail:
      cases.length > 0
        ? 'It was wound up as solvent, and has no other insolvency case.'
        : 'The register has no insolvency case.',
  }
}

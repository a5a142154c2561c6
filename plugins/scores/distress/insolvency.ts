/** What the register's insolvency cases say of a company: one word for how it stands. */
import { hasEnded, type Insolvency, type InsolvencyCase, type Profile } from '@domesday/source-companies-house'
import { dated, statusInWords } from './phrases.ts'

/**
 * From the best to the worst; `past` had an insolvency that is over, and what an `unrated` case means cannot be told.
 */
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
/** Some kinds carry no status, such as registered societies; these always do. */
const carriesStatus = /^(ltd|plc|llp|private-)/
/**
 * A status outside the register's list is never sound: nobody knows what it means. Nor is none, of a kind that
 * carries one.
 */
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
  if (dates.some(({ event }) => /ended|concluded|discharged|^dissolved|ceased/.test(event))) return true
  if (type?.includes('end-of-moratorium')) return true
  // Of a receivership the register states no end, only that its receivers ceased to act.
  return stateOf(one) === 'receivership' && practitioners.length > 0 && practitioners.every(({ ceased }) => ceased)
}

/** Whether its directors answer for it today. */
export const goesOn = ({ status, ceased }: Pick<Profile, 'status' | 'ceased'>): boolean =>
  status !== 'liquidation' && ceased === null

/**
 * The last day on which the directors answer for what a company files: today, or that on which its winding-up began
 * or it ended. A company in liquidation has no accounts to file.
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
  // A solvent winding-up and an insolvent one have the same status: the cases tell which it is.
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

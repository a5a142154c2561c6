/** A company's states today by its notices: opened, not closed since, and not expired. */
import { meaningOf, states, type State } from './codes.ts'
import { answers, petitionOutcome } from './petition.ts'
import type { Notice } from './feed.ts'

/**
 * For how many months a notice shows that its proceedings continue. The register shows an order, a liquidation or a
 * receivership within weeks: if a notice is two years old and the register no longer shows it, it was set aside.
 */
const lasts: Readonly<Record<State, number>> = {
  winding_up_order: 24,
  creditors_voluntary: 24,
  members_voluntary: 24,
  receivership: 24,
  // Ends then, unless the creditors or the court extend it: Insolvency Act, schedule B1, paragraph 76.
  administration: 12,
  petition: 12, // heard within months
  moratorium: 12, // 20 business days, 40, or up to a year with the creditors’ consent: sections A9 to A12
  creditors_called: 3, // the creditors decide within weeks
  prohibited_name: 60, // the directors may not use the name for five years: section 216
}
/** A notice with an unknown code may have opened any of these. */
const longest = Math.max(...Object.values(lasts))

const isWithin = ({ published }: Notice, months: number, today: string): boolean => {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const since = new Date(Date.UTC(year, month - 1 - months, day)).toISOString().slice(0, 10)
  return published === null || published >= since
}

const isStanding = ({ withdrawn }: Notice): boolean => !withdrawn

/**
 * Whether the proceedings that the notice opened ended favourably: the petition was dismissed or the moratorium ended.
 */
export const isRelieved = (notice: Notice, notices: readonly Notice[]): boolean => {
  const state = meaningOf(notice.code)?.opens
  if (state === 'petition') return petitionOutcome(notice, notices.filter(isStanding)) === 'dismissed'
  return (
    state !== undefined && notices.some((later) => meaningOf(later.code)?.relieves === state && answers(later, notice))
  )
}

const isClosed = (notice: Notice, state: State, notices: readonly Notice[]): boolean =>
  notices.some((later) => meaningOf(later.code)?.closes?.includes(state) && answers(later, notice))

const ranks = ['critical', 'high', 'medium', 'low', 'relief', 'unrated'] as const
/** Order: those that are sure, then the most severe, then the newest. */
const telling = (a: Notice, b: Notice): number =>
  Number(a.match.sure === 'possible') - Number(b.match.sure === 'possible') ||
  ranks.indexOf(a.severity) - ranks.indexOf(b.severity) ||
  (b.published ?? '').localeCompare(a.published ?? '', 'en')

export interface GazetteState {
  /** Current states, each with its strongest notice: `match` says how sure it is that it is about the company. */
  readonly standing: Readonly<Partial<Record<State, Notice>>>
  /** Notices with an unknown code that are recent enough to matter: we cannot tell what they opened or closed. */
  readonly unrated: readonly Notice[]
  /** A petition of which it cannot be told whether it is the one that was dismissed. */
  readonly unclear: Notice | null
}

export const gazetteStateOf = (all: readonly Notice[], today: string): GazetteState => {
  const notices = all.filter(isStanding)
  const isUnclear = (notice: Notice): boolean =>
    meaningOf(notice.code)?.opens === 'petition' && petitionOutcome(notice, notices) === 'unclear'
  const doubtful: Notice[] = []
  const open = states.flatMap((state) => {
    const live = notices.filter(
      (notice) =>
        meaningOf(notice.code)?.opens === state &&
        isWithin(notice, lasts[state], today) &&
        !isRelieved(notice, notices) &&
        !isClosed(notice, state, notices),
    )
    doubtful.push(...live.filter(isUnclear))
    const found = live.filter((notice) => !isUnclear(notice))
    return found.length > 0 ? [[state, found.toSorted(telling)[0]!] as const] : []
  })
  return {
    standing: Object.fromEntries(open),
    unrated: notices.filter((notice) => notice.severity === 'unrated' && isWithin(notice, longest, today)),
    unclear: doubtful.toSorted(telling)[0] ?? null,
  }
}

/** What a company is in by its notices, today: what was opened, was not closed since, and is not too old to go on. */
import { meaningOf, states, type State } from './codes.ts'
import type { Notice } from './feed.ts'

/**
 * For how many months a notice shows that its proceedings go on. The register has an order, a liquidation or a
 * receivership within weeks, so that what was advertised two years ago and is not on the register any more was set
 * aside.
 */
const lasts: Readonly<Record<State, number>> = {
  winding_up_order: 24,
  creditors_voluntary: 24,
  members_voluntary: 24,
  receivership: 24,
  administration: 12, // ends then, unless the creditors or the court extend it: Insolvency Act, schedule B1, paragraph 76
  petition: 12, // is heard within months
  moratorium: 12, // 20 business days, 40, or with the creditors’ consent up to a year: sections A9 to A12
  creditors_called: 3, // they decide within weeks
  prohibited_name: 60, // the directors may not use the name for five years: section 216
}
/** A notice that nobody can read may have opened anything. */
const longest = Math.max(...Object.values(lasts))

const isWithin = ({ published }: Notice, months: number, today: string): boolean => {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number]
  const since = new Date(Date.UTC(year, month - 1 - months, day)).toISOString().slice(0, 10)
  return published === null || published >= since
}

/** Names recur: a notice that has only a name says nothing against one that has the number. */
const answers = (later: Notice, earlier: Notice): boolean =>
  later.published !== null &&
  later.published >= (earlier.published ?? '') &&
  (later.matched === 'number' || earlier.matched === 'name')

/** Whether what the notice opened was taken back: its petition was dismissed, or its moratorium came to an end. */
export const isRelieved = (notice: Notice, notices: readonly Notice[]): boolean => {
  const state = meaningOf(notice.code)?.opens
  return (
    state !== undefined && notices.some((later) => meaningOf(later.code)?.relieves === state && answers(later, notice))
  )
}

const isClosed = (notice: Notice, state: State, notices: readonly Notice[]): boolean =>
  notices.some((later) => meaningOf(later.code)?.closes?.includes(state) && answers(later, notice))

const ranks = ['critical', 'high', 'medium', 'low', 'relief', 'unrated'] as const
/** A notice that prints the number before one that has only the name, then the gravest, then the newest. */
const telling = (a: Notice, b: Notice): number =>
  Number(a.matched === 'name') - Number(b.matched === 'name') ||
  ranks.indexOf(a.severity) - ranks.indexOf(b.severity) ||
  (b.published ?? '').localeCompare(a.published ?? '')

export interface GazetteState {
  /** What stands, each by the notice that tells most of it: `matched` says whether more than the name is known. */
  readonly standing: Readonly<Partial<Record<State, Notice>>>
  /**
   * Notices of a code that nobody knows, as far as they are not too old to matter: what they opened or closed cannot
   * be told.
   */
  readonly unrated: readonly Notice[]
}

export const gazetteStateOf = (notices: readonly Notice[], today: string): GazetteState => {
  const open = states.flatMap((state) => {
    const found = notices.filter(
      (notice) =>
        meaningOf(notice.code)?.opens === state &&
        isWithin(notice, lasts[state], today) &&
        !isRelieved(notice, notices) &&
        !isClosed(notice, state, notices),
    )
    return found.length > 0 ? [[state, found.toSorted(telling)[0]!] as const] : []
  })
  return {
    standing: Object.fromEntries(open),
    unrated: notices.filter((notice) => notice.severity === 'unrated' && isWithin(notice, longest, today)),
  }
}

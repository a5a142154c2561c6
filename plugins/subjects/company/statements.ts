/** What a company states of its owners where it does not name them. */
import type { OwnerStatement, Profile } from '@domesday/source-companies-house'
import { monthsAfter } from './calendar.ts'
import { isLive } from './facts.ts'
import { dated } from './phrases.ts'

/** By the register's codes, gravest first. */
const grades = {
  /** Their rights are frozen: Companies Act 2006, schedule 1B. */
  restricted: /^restrictions-notice-issued/,
  unidentified:
    /^(psc-exists-but-not-identified|no-beneficial-owner-identified|at-least-one-beneficial-owner-unidentified)/,
  incomplete: /^information-not-provided-for/,
  unconfirmed:
    /^(psc-details-not-confirmed|psc-contacted-but-no-response|psc-has-failed-to-confirm|awaiting-confirmation-from-psc)/,
  searching: /^steps-to-find-psc-not-yet/,
} as const
export type Unnamed = keyof typeof grades

/** A company has to know its owners when it is formed; the search of a new one is given half a year. */
const monthsToSearch = 6
const isEarly = ({ incorporated }: Pick<Profile, 'incorporated'>, today: string): boolean =>
  incorporated !== null && today <= monthsAfter(incorporated, monthsToSearch)

/** The newest statement of these grades that holds, in a sentence. */
export const ownersUnnamed =
  (...of: readonly Unnamed[]) =>
  ({
    profile,
    statements,
    today,
  }: {
    readonly profile: Profile
    readonly statements: readonly OwnerStatement[] | null
    readonly today: string
  }): string | null => {
    const asked = of.filter((grade) => grade !== 'searching' || !isEarly(profile, today))
    const one = isLive(profile)
      ? statements?.find(
          ({ statement, ceased_on }) => ceased_on === null && asked.some((grade) => grades[grade].test(statement)),
        )
      : undefined
    return one
      ? `It states ${one.detail}${one.owner === null ? '' : ` (${one.owner})`}${dated(', since', one.notified_on)}.`
      : null
  }

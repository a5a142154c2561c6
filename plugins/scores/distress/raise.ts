import { maybe, render, type Shown } from '@domesday/core'
import { hasEnded, isInsolvent } from '@domesday/source-companies-house'
import type { CompanyFile } from '@domesday/subject-company'
import { hasOlderParent, type Circle, type Director, type Sanction, type Sanctions } from '@domesday/subject-circle'
import { accountsFlags } from './accounts-flags.ts'
import { circleFlags } from './circle-flags.ts'
import { acknowledge, greenFlags, raise, redFlags, type GreenFlag, type RedFlag } from './flags.ts'
import { greenRules } from './green-flags.ts'
import { redRules } from './red-flags.ts'
import { sanctionFlags } from './sanction-flags.ts'

/** Most severe first. Flags whose source failed are rows of `missing`. */
export const redFlagsOf = ({ facts, today }: CompanyFile, { found }: Sanctions): Shown<readonly RedFlag[]> =>
  render(redFlags, { facts, sanctions: maybe(found), today }, ({ facts, ...known }) =>
    raise(redRules, facts, sanctionFlags, { directors: null, bodies: null, past: null, accounts: null, ...known }),
  )
/** Those of the circle and of the accounts too. */
export const redFlagsWith = ({ facts, accounts, today }: CompanyFile, circle: Circle): Shown<readonly RedFlag[]> =>
  render(
    redFlags,
    {
      facts,
      directors: maybe(circle.directors),
      bodies: maybe(circle.bodies),
      past: maybe(circle.past),
      sanctions: maybe(circle.sanctions.found),
      accounts: maybe(accounts),
      today,
    },
    ({ facts, ...circle }) =>
      raise(redRules, facts, [...sanctionFlags, ...circleFlags, ...accountsFlags], circle).filter(
        ({ flag }) => flag !== 'woken_shell' || !hasOlderParent(circle.bodies ?? [], circle.today),
      ),
  )

/** A board is no good sign where somebody on it may not be there, or may be the one who may not. */
const maySit = (directors: readonly Director[] | null): boolean =>
  directors?.every(({ standing }) => standing === 'clear' || standing === 'once' || standing === null) ?? true
/** Nor are people who are on the list of sanctions, or may be. */
const rolesOf: Readonly<Record<string, Sanction['role']>> = { steady_board: 'director', owner_named: 'owner' }

const trades = (status: string | null): boolean => !hasEnded(status) && !isInsolvent(status)

/** None for a company that has ended or is insolvent. */
export const greenFlagsOf = (
  { facts, contracts }: CompanyFile,
  { directors, sanctions }: Circle,
): Shown<readonly GreenFlag[]> =>
  render(
    greenFlags,
    { facts, contracts: maybe(contracts), directors: maybe(directors), listed: maybe(sanctions.found) },
    ({ facts, contracts, directors, listed }) =>
      trades(facts.profile.status)
        ? acknowledge(greenRules, { ...facts, contracts }).filter(
            ({ signal }) =>
              (signal !== 'steady_board' || maySit(directors)) &&
              !(listed ?? []).some(({ role }) => role === rolesOf[signal]),
          )
        : [],
  )

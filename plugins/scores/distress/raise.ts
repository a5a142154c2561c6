import { maybe, render, type Node, type Shown } from '@domesday/core'
import { hasEnded, isInsolvent } from '@domesday/source-companies-house'
import { latestOf, type CompanyFile } from '@domesday/subject-company'
import { hasOlderParent, type Circle, type Director, type Sanction, type Sanctions } from '@domesday/subject-circle'
import { accountsFlagsOf } from './accounts-flags.ts'
import { circleFlags } from './circle-flags.ts'
import { acknowledge, gravestFirst, greenFlags, raise, redFlags, type GreenFlag, type RedFlag } from './flags.ts'
import { greenRules } from './green-flags.ts'
import { paymentFlagsOf } from './payment-flags.ts'
import { redRules } from './red-flags.ts'
import { sanctionFlags } from './sanction-flags.ts'

/** Most severe first. Flags whose source failed are rows of `missing`. */
export const redFlagsOf = ({ facts, today }: CompanyFile, { found }: Sanctions): Shown<readonly RedFlag[]> =>
  render(redFlags, { facts, sanctions: maybe(found), today }, ({ facts, ...known }) =>
    raise(redRules, facts, sanctionFlags, { directors: null, bodies: null, past: null, ...known }),
  )
/** Those of the circle too: what a verdict rests on. */
export const redFlagsWith = ({ facts, today }: CompanyFile, circle: Circle): Shown<readonly RedFlag[]> =>
  render(
    redFlags,
    {
      facts,
      directors: maybe(circle.directors),
      bodies: maybe(circle.bodies),
      past: maybe(circle.past),
      sanctions: maybe(circle.sanctions.found),
      today,
    },
    ({ facts, ...circle }) =>
      raise(redRules, facts, [...sanctionFlags, ...circleFlags], circle).filter(
        ({ flag }) => flag !== 'woken_shell' || !hasOlderParent(circle.bodies ?? [], circle.today),
      ),
  )

/** And of its accounts and of how it pays, which move no verdict: they are months old. */
export const allRedFlagsOf = (
  { facts, accounts, payment }: CompanyFile,
  flags: Node<readonly RedFlag[]>,
): Shown<readonly RedFlag[]> =>
  render(
    redFlags,
    { flags, facts, accounts: maybe(latestOf(accounts)), payment: maybe(payment) },
    ({ flags, facts, accounts, payment }) =>
      gravestFirst([...flags, ...accountsFlagsOf(accounts, facts), ...paymentFlagsOf(payment)]),
  )

/** A board is no good sign where somebody on it may not be there, or may be the one who may not. */
const maySit = (directors: readonly Director[] | null): boolean =>
  directors?.every(({ standing }) => standing === 'clear' || standing === 'once' || standing === null) ?? true
/** Nor are people who are on the list of sanctions, or may be. */
const rolesOf: Readonly<Record<string, Sanction['role']>> = { steady_board: 'director', owner_named: 'owner' }

const trades = (status: string | null): boolean => !hasEnded(status) && !isInsolvent(status)

/** None for a company that has ended or is insolvent. */
export const greenFlagsOf = (
  { facts, accounts, contracts, payment }: CompanyFile,
  { directors, sanctions }: Circle,
): Shown<readonly GreenFlag[]> =>
  render(
    greenFlags,
    {
      facts,
      accounts: maybe(latestOf(accounts)),
      contracts: maybe(contracts),
      payment: maybe(payment),
      directors: maybe(directors),
      listed: maybe(sanctions.found),
    },
    ({ facts, accounts, contracts, payment, directors, listed }) =>
      trades(facts.profile.status)
        ? acknowledge(greenRules, { ...facts, accounts, contracts, payment }).filter(
            ({ signal }) =>
              (signal !== 'steady_board' || maySit(directors)) &&
              !(listed ?? []).some(({ role }) => role === rolesOf[signal]),
          )
        : [],
  )

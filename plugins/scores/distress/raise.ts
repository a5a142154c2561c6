import { maybe, render, type Shown } from '@domesday/core'
import { hasEnded, isInsolvent } from '@domesday/source-companies-house'
import type { CompanyFile } from '@domesday/subject-company'
import { hasOlderParent, type Circle, type Director } from '@domesday/subject-circle'
import { circleFlags } from './circle-flags.ts'
import { acknowledge, greenFlags, raise, redFlags, type GreenFlag, type RedFlag } from './flags.ts'
import { greenRules } from './green-flags.ts'
import { redRules } from './red-flags.ts'

/** Most severe first. Flags whose source failed are rows of `missing`. */
export const redFlagsOf = ({ facts }: CompanyFile): Shown<readonly RedFlag[]> =>
  render(redFlags, facts, (facts) => raise(redRules, facts))
/** Those of the circle too. */
export const redFlagsWith = ({ facts, today }: CompanyFile, circle: Circle): Shown<readonly RedFlag[]> =>
  render(
    redFlags,
    { facts, directors: maybe(circle.directors), bodies: maybe(circle.bodies), past: maybe(circle.past), today },
    ({ facts, ...circle }) =>
      raise(redRules, facts, circleFlags, circle).filter(
        ({ flag }) => flag !== 'woken_shell' || !hasOlderParent(circle.bodies ?? [], circle.today),
      ),
  )

/** A board is no good sign where somebody on it may not be there, or may be the one who may not. */
const maySit = (directors: readonly Director[] | null): boolean =>
  directors?.every(({ standing }) => standing === 'clear' || standing === 'once' || standing === null) ?? true

const trades = (status: string | null): boolean => !hasEnded(status) && !isInsolvent(status)

/** None for a company that has ended or is insolvent. */
export const greenFlagsOf = ({ facts, contracts }: CompanyFile, { directors }: Circle): Shown<readonly GreenFlag[]> =>
  render(
    greenFlags,
    { facts, contracts: maybe(contracts), directors: maybe(directors) },
    ({ facts, contracts, directors }) =>
      trades(facts.profile.status)
        ? acknowledge(greenRules, { ...facts, contracts }).filter(
            ({ signal }) => signal !== 'steady_board' || maySit(directors),
          )
        : [],
  )

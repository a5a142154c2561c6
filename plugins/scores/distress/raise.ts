import { maybe, render, type Shown } from '@domesday/core'
import { hasEnded, isInsolvent } from '@domesday/source-companies-house'
import type { CompanyFile } from '@domesday/subject-company'
import { acknowledge, greenFlags, raise, redFlags, type GreenFlag, type RedFlag } from './flags.ts'
import { greenRules } from './green-flags.ts'
import { redRules } from './red-flags.ts'

/** Most severe first. Flags whose source failed are rows of `missing`. */
export const redFlagsOf = ({ facts }: CompanyFile): Shown<readonly RedFlag[]> =>
  render(redFlags, facts, (facts) => raise(redRules, facts))

const trades = (status: string | null): boolean => !hasEnded(status) && !isInsolvent(status)

/** None for a company that has ended or is insolvent. */
export const greenFlagsOf = ({ facts, contracts }: CompanyFile): Shown<readonly GreenFlag[]> =>
  render(greenFlags, { facts, contracts: maybe(contracts) }, ({ facts, contracts }) =>
    trades(facts.profile.status) ? acknowledge(greenRules, { ...facts, contracts }) : [],
  )

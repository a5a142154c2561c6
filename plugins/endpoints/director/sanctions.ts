/** What the UK Sanctions List says of a person, as facts that decide. */
import { capitalised, gate, unknown, type Gate, type Node } from '@domesday/core'
import {
  isSure,
  possibleInWords,
  reachOf,
  sanctionInWords,
  type Sanction,
  type Sanctions,
} from '@domesday/subject-circle'

type Advice = Readonly<Record<string, string>>

/** A freeze and a ban from acting as a director decide alike; of several entries the first sure one is said. */
const groupOf = (one: Sanction): string => (reachOf(one) === 'other_sanctions' ? 'other_sanctions' : 'sanctioned')

export const gatesOfPerson = (
  { found }: Sanctions,
  limits: Node<{ readonly sanctions: Advice }>,
): Readonly<Record<'sanctioned' | 'other_sanctions', Gate>> => {
  const by = (group: string): Gate =>
    gate({ found, limits }, ({ found, limits: { sanctions: advice } }) => {
      const own = found.filter((one) => groupOf(one) === group)
      const sure = own.find(isSure)
      if (sure) return `${capitalised(sanctionInWords(sure.name, sure))} ${advice[reachOf(sure)] ?? ''}`.trim()
      const [doubt] = own
      return doubt?.listing ? unknown(possibleInWords(doubt.name, { ...doubt, listing: doubt.listing })) : null
    })
  return { sanctioned: by('sanctioned'), other_sanctions: by('other_sanctions') }
}

/** Facts one step from a company that decide about it: its parent, and the people who run it. */
import { counted, derive, gate, gates, spoken, unknown, type GatesNode, type Unknown } from '@domesday/core'
import {
  predecessorIn,
  serialIn,
  standingOfBody,
  type Circle,
  type Director,
  type Followed,
  type Past,
} from '@domesday/subject-circle'
import { isDirecting, type Owners, type Profile } from '@domesday/source-companies-house'
import { gazetteStateOf, type Notice } from '@domesday/source-gazette'
import { isLive, type CompanyFile } from '@domesday/subject-company'
import { failedInWords } from './circle-flags.ts'

type Found = string | Unknown | null

/** A parent that is insolvent, or under a petition. One whose number may be another's is doubt. */
const parentInsolvent = (bodies: readonly Followed[], today: string): Found => {
  const parents = bodies
    .filter(({ isParent }) => isParent)
    .map((body) => ({ ...body, ...standingOfBody(body, today) }))
    .map((body) => ({
      ...body,
      states: body.states.filter(({ state }) => state === 'insolvent' || state === 'petition'),
    }))
  const sure = parents.find(({ match, states }) => match.sure === 'certain' && states.length > 0)
  if (sure)
    return `More than half of it is owned by ${sure.name}. Its parent company: ${sure.states.map(({ detail }) => detail).join(' ')}`
  const perhaps = parents.find(({ states }) => states.length > 0)
  if (perhaps)
    return unknown(
      `its owner ${perhaps.name} states the number of ${perhaps.profile.name}, a possible match by number alone: ${perhaps.states[0]!.detail}`,
    )
  const unsure = parents.find(({ match, unsure }) => match.sure === 'certain' && unsure !== null)
  return unsure ? unknown(`of its parent company ${unsure.name} ${unsure.unsure}`) : null
}

const says = ({ name, detail }: Director): string => `${name} ${detail}`
const isBarred = ({ standing }: Director): boolean => standing === 'banned'
const mayBeBarred = ({ standing }: Director): boolean => standing === 'unsure'

interface Board {
  readonly directors: readonly Director[]
  readonly total: number
  /** It has companies on its board as well. */
  readonly hasBodies: boolean
}

/** Some, where at least one other may act; all, where nobody may. */
const someBarred = ({ directors }: Board): Found => {
  const barred = directors.filter(isBarred)
  if (barred.length > 0)
    return `Of ${counted(directors.length, 'director')} looked up: ${barred.map(says).join('; ')}. The basis is name and month of birth.`
  const perhaps = directors.filter(mayBeBarred)
  return perhaps.length > 0 ? unknown(perhaps.map(says).join('; ')) : null
}
const allBarred = ({ directors, total, hasBodies }: Board): Found => {
  if (directors.length === 0 || directors.length < total || hasBodies) return null
  const isOut = (one: Director): boolean => isBarred(one) || one.standing === 'sanctioned'
  if (directors.every(isOut)) return `Nobody who runs it may: ${directors.map(says).join('; ')}.`
  return directors.every((one) => isOut(one) || mayBeBarred(one)) ? unknown(directors.map(says).join('; ')) : null
}

/** A notice of rule 22.4 was given: its directors told the creditors that they use the name again. */
const hasToldCreditors = (notices: readonly Notice[], today: string): boolean =>
  gazetteStateOf(notices, today).standing.prohibited_name !== undefined

const successorOf = (past: Past, own: Profile, owners: Owners, notices: readonly Notice[], today: string): Found => {
  const found = isLive(own) ? predecessorIn(past, own, owners) : null
  if (found === null || hasToldCreditors(notices, today)) return null
  const { name, number, began, type, director } = found.failure
  const alike = found.alike === 'name' ? 'has a name like it' : 'has its office and its trade'
  return `Possible successor of ${name} (${number}), which ${director} ran: its ${type.replaceAll('-', ' ')} began on ${spoken(began)}, and this company, formed on ${spoken(own.incorporated!)}, ${alike}.`
}

/** From three companies on; two are a flag. */
const serialFailure = (past: Past, today: string): Found => {
  const failures = serialIn(past, today)
  return failures.length < 3 ? null : failedInWords(failures)
}

/** These have no effect on the score, which rests on the company's own record: they decide the verdict. */
export const circleGatesOf = (
  { profile, officers, owners, notices, today }: CompanyFile,
  circle: Circle,
): GatesNode => {
  const { directors, directorsTotal: total, bodies, past } = circle
  const hasBodies = derive({ officers }, ({ officers: { items } }) =>
    items.some(({ is_corporate, role, resigned_on }) => is_corporate && resigned_on === null && isDirecting(role)),
  )
  const board = { directors, total, hasBodies }
  return gates({
    director_sanctioned: gate(directors, (directors) => {
      const one = directors.find(({ standing }) => standing === 'sanctioned')
      return one ? `Its director ${says(one)}.` : null
    }),
    every_director_disqualified: gate(board, allBarred),
    director_disqualified: gate(board, someBarred),
    successor_of_failed: gate({ past, profile, owners, notices, today }, ({ past, profile, owners, notices, today }) =>
      successorOf(past, profile, owners, notices, today),
    ),
    serial_failure: gate({ past, today }, ({ past, today }) => serialFailure(past, today)),
    parent_insolvent: gate({ bodies, today }, ({ bodies, today }) => parentInsolvent(bodies, today)),
  })
}

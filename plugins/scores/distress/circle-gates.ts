/** Facts one step from a company that decide about it: its parent, and the people who run it. */
import {
  counted,
  derive,
  gate,
  gates,
  maybe,
  spoken,
  unknown,
  whole,
  type GatesNode,
  type Unknown,
} from '@domesday/core'
import {
  basisOf,
  isSure,
  predecessorIn,
  reachOf,
  serialIn,
  standingOfBody,
  type Circle,
  type Director,
  type Followed,
  type Past,
} from '@domesday/subject-circle'
import { isDirecting, type Owners, type Profile } from '@domesday/source-companies-house'
import { isReuse, type Notice } from '@domesday/source-gazette'
import { isLive, monthsAfter, type CompanyFile } from '@domesday/subject-company'
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
    return `Of ${counted(directors.length, 'director')} looked up: ${barred.map(says).join('; ')}. ${basisOf(barred)}`
  const perhaps = directors.filter(mayBeBarred)
  return perhaps.length > 0 ? unknown(perhaps.map(says).join('; ')) : null
}
const allBarred = ({ directors, total, hasBodies }: Board): Found => {
  if (directors.length === 0 || directors.length < total || hasBodies) return null
  const isOut = (one: Director): boolean => isBarred(one) || one.standing === 'sanctioned'
  if (directors.every(isOut)) return `Nobody who runs it may: ${directors.map(says).join('; ')}. ${basisOf(directors)}`
  return directors.every((one) => isOut(one) || mayBeBarred(one)) ? unknown(directors.map(says).join('; ')) : null
}

/** The notice is due 28 days after the business was taken over, which is not before both companies were there. */
const monthsToTell = 3
/** A notice of rule 22.4 was given in time: its directors told the creditors that they use the name again. */
const hasToldCreditors = (notices: readonly Notice[], own: Profile, began: string): boolean => {
  const [, last] = [began, own.incorporated ?? began].toSorted()
  return notices.some(
    ({ code, published, withdrawn, match }) =>
      isReuse(code) &&
      !withdrawn &&
      match.sure !== 'possible' &&
      (published === null || published <= monthsAfter(last!, monthsToTell)),
  )
}

interface Successor {
  readonly past: Past
  readonly profile: Profile
  readonly owners: Owners
  readonly bodies: readonly Followed[]
  readonly notices: readonly Notice[]
}
const successorOf = ({ past, profile: own, owners, bodies, notices }: Successor): Found => {
  const found = isLive(own) ? predecessorIn(past, own, owners, bodies) : null
  if (found === null || hasToldCreditors(notices, own, found.failure.began)) return null
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
  const { directors, directorsTotal: total, bodies, past, sanctions } = circle
  const hasBodies = derive({ officers }, ({ officers: { items } }) =>
    items.some(({ is_corporate, role, resigned_on }) => is_corporate && resigned_on === null && isDirecting(role)),
  )
  const board = { directors, total, hasBodies }
  // Who is frozen by the list is told by it. Whether it was read has no bearing on the register.
  const frozen = derive({ found: maybe(sanctions.found) }, ({ found }) =>
    whole(
      (found ?? [])
        .filter((one) => one.role === 'director' && isSure(one) && reachOf(one) === 'frozen_director_or_owner')
        .flatMap(({ officer_id }) => officer_id ?? []),
    ),
  )
  return gates({
    director_sanctioned: gate({ directors, frozen }, ({ directors, frozen }) => {
      const one = directors.find(
        ({ standing, officer }) => standing === 'sanctioned' && !frozen.includes(officer.officer_id ?? ''),
      )
      return one ? `Its director ${says(one)}. ${basisOf([one])}` : null
    }),
    every_director_disqualified: gate(board, allBarred),
    director_disqualified: gate(board, someBarred),
    successor_of_failed: gate({ past, profile, owners, bodies, notices }, successorOf),
    serial_failure: gate({ past, today }, ({ past, today }) => serialFailure(past, today)),
    parent_insolvent: gate({ bodies, today }, ({ bodies, today }) => parentInsolvent(bodies, today)),
  })
}

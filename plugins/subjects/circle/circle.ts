/** The circle of a company: who stands one step from it, each with what speaks against it. */
import { derive, maybe, render, type Node, type Of, type Shown } from '@domesday/core'
import { isOutstanding } from '@domesday/source-companies-house'
import { servingOf, type CompanyFile } from '@domesday/subject-company'
import { plainName } from '@domesday/vocabulary-companies'
import { bodiesOf, standingOfBody, type Body, type Followed } from './bodies.ts'
import { directorsIn, directorsOf, statesOf, type Director } from './directors.ts'
import { pastOf, type Past } from './failures.ts'
import { circleShape, type Member } from './member.ts'
import { planOf } from './plan.ts'
import { withSanctions } from './sanctions-shown.ts'
import { sanctionsOf, type Sanctions } from './sanctions.ts'

export interface Circle {
  readonly directors: Node<readonly Director[]>
  /** How many natural persons run it. */
  readonly directorsTotal: Node<number>
  readonly bodies: Node<readonly Followed[]>
  /** Companies that failed under those who run it. */
  readonly past: Node<Past>
  readonly sanctions: Sanctions
  readonly shown: Shown<Of<typeof circleShape>>
}

const memberOf = ({ name, roles, number, isParent }: Body, followed: Followed | undefined, today: string): Member => ({
  name,
  roles: roles.map((role) => (role === 'owner' && isParent ? 'majority owner' : role)),
  company_number: number,
  officer_id: null,
  states: followed === undefined || followed.match.sure !== 'certain' ? null : standingOfBody(followed, today).states,
  match: followed?.match ?? null,
})

/** `calls`: how many more questions to Companies House an answer may cost. */
export const circleOf = (file: CompanyFile, limits: Node<{ readonly circle_calls: number }>): Circle => {
  const { profile, officers, charges, today } = file
  const plan = derive({ profile, officers: maybe(officers), limits }, ({ profile: { status }, officers, limits }) =>
    planOf(limits.circle_calls, officers === null ? 0 : directorsIn(servingOf(officers, status)).length),
  )
  const directors = directorsOf(file, plan)
  const bodies = bodiesOf(file, plan)
  const past = pastOf(file, directors.all, plan)
  const sanctions = sanctionsOf(file)
  const seen = {
    all: bodies.all,
    followed: bodies.followed,
    board: maybe(directors.all),
    directors: maybe(directors.followed),
    charges: maybe(charges),
    past: maybe(past),
    sanctioned: maybe(sanctions.found),
    today,
  }
  return {
    directors: directors.followed,
    directorsTotal: derive(directors.all, ({ length }) => length),
    bodies: bodies.followed,
    past,
    sanctions,
    shown: render(circleShape, seen, ({ all, followed, board, directors, charges, past, sanctioned, today }) => {
      const people = (board ?? []).map(({ name, officer_id }): Member => {
        const one = directors?.find(({ officer }) => (officer.officer_id ?? officer.name) === (officer_id ?? name))
        return {
          name: one?.name ?? name,
          roles: ['director'],
          company_number: null,
          officer_id,
          states: one ? statesOf(one, today) : null,
          match: one?.match ?? null,
        }
      })
      const companies = all.map((body) =>
        memberOf(
          body,
          followed.find(({ number }) => number === body.number),
          today,
        ),
      )
      const known = new Set([...people, ...companies].map(({ name }) => plainName(name)))
      const lenders = [...new Set((charges?.items ?? []).filter(isOutstanding).flatMap((one) => one.persons_entitled))]
        .filter((name) => !known.has(plainName(name)))
        .map((name): Member => ({
          name,
          roles: ['chargee'],
          company_number: null,
          officer_id: null,
          states: null,
          match: null,
        }))
      return {
        followed: {
          directors: directors && directors.filter(({ standing }) => standing !== null).length,
          directors_total: board && board.length,
          companies: followed.length,
          companies_total: all.length,
          posts: past && past.postsRead,
          posts_total: past && past.postsTotal,
        },
        failures:
          past &&
          past.failures.map(({ director, number, name, began, type }) => ({
            company_number: number,
            company_name: name,
            director,
            began,
            type,
          })),
        members: [...companies, ...people, ...lenders]
          .map((one) => withSanctions(one, sanctioned ?? []))
          .toSorted((a, b) => (b.states?.length ?? 0) - (a.states?.length ?? 0))
          .slice(0, 100),
      }
    }),
  }
}

/** Disqualifications of a person from acting as a director. */
import {
  date,
  derive,
  drawn,
  flag,
  list,
  listed,
  object,
  orNull,
  partly,
  render,
  text,
  today,
  type Node,
  type Of,
  type Shown,
} from '@domesday/core'
import {
  disqualificationFields,
  isInForce,
  permissionsShape,
  type Disqualification,
  type Person,
  type Screening,
} from '@domesday/source-companies-house'
import { matchShape, type Match } from '@domesday/vocabulary-companies'
import { directorships } from './portfolio.ts'

export { isInForce }
export type Standing = 'none' | 'past' | 'pending' | 'current'
/** A disqualification, and on what it rests that it is this person's. */
export interface Ban extends Disqualification {
  readonly match: Match
}
/** All of a person's disqualifications that are certain or likely, past ones too. */
export const bansIn = ({ records }: Pick<Screening, 'records'>): readonly Ban[] =>
  records.flatMap(({ disqualifications, match }) => disqualifications.map((ban) => ({ ...ban, match })))

/** On what it rests that these are the disqualified: the two registers share no number. */
export const basisOf = (of: readonly { readonly match: Match | null }[]): string =>
  `The basis is ${listed([...new Set(of.flatMap(({ match }) => match?.agreed ?? []))])}.`

export const standingOf = (bans: readonly Disqualification[], today: string): Standing =>
  bans.some((ban) => isInForce(ban, today))
    ? 'current'
    : bans.some(({ from }) => from !== null && from > today)
      ? 'pending'
      : bans.length > 0
        ? 'past'
        : 'none'

/** Who of the name is or will be disqualified and may be the person, and why that cannot be told; null if nobody. */
export const mayBeBanned = ({ unresolved }: Pick<Screening, 'unresolved'>, today: string): string | null => {
  const one = unresolved.find(
    ({ disqualifications: bans }) => bans === null || bans.some(({ until }) => until === null || until >= today),
  )
  return one
    ? `whether ${one.name} on the register of disqualified officers is this person cannot be told, as ${one.why}`
    : null
}

const unresolvedShape = list(
  object({
    name: text('As on the register of disqualified officers'),
    why: text('Why it cannot be told whether this is the person'),
    in_force: orNull(flag('Today; null where the entry could not be read')),
    from: orNull(date('The first day of the latest')),
    until: orNull(date('The last day of the latest; null where it has no end, as under sanctions')),
    type: orNull(text('undertaking, court-order or sanction')),
    match: matchShape,
  }),
  'Disqualified people of the same name of whom it cannot be told whether they are this one',
)
const bansShape = object({
  is_disqualified: orNull(
    flag({
      description:
        'Today; null where it cannot be told, as `unresolved` says, or as the register states no birth of the person',
      tones: { bad: [true] },
    }),
  ),
  disqualifications: list(
    drawn(object({ in_force: flag('Today'), ...disqualificationFields, match: matchShape }), 'timeline', {
      title: ['reason', 'type'],
      from: 'from',
      until: 'until',
      running: 'in_force',
      kind: 'type',
      more: ['companies', 'court', 'case_id', 'act', 'section'],
    }),
    'Past ones too. Matched by name and month of birth: the two registers share no id',
  ),
  permissions_to_act: permissionsShape,
  unresolved: unresolvedShape,
})

const latestFirst = (a: Disqualification, b: Disqualification): number =>
  (b.from ?? '').localeCompare(a.from ?? '', 'en')

/** `isNameless`: the register states no birth of who ran a company. A name is no proof that nobody is disqualified. */
export const bansFrom = (screening: Screening, isNameless: boolean, today: string): Of<typeof bansShape> => {
  const disqualifications = bansIn(screening)
    .map((ban) => ({ in_force: isInForce(ban, today), ...ban }))
    .toSorted(latestFirst)
  const is = disqualifications.some((ban) => ban.in_force)
  const isSure = is || (!isNameless && mayBeBanned(screening, today) === null)
  return {
    is_disqualified: isSure ? is : null,
    disqualifications,
    permissions_to_act: screening.records.flatMap(({ permissions }) => permissions),
    unresolved: screening.unresolved.slice(0, 10).map(({ name, why, disqualifications: bans, match }) => {
      const latest = bans?.toSorted(latestFirst)[0]
      return {
        name,
        why,
        in_force: bans && bans.some((ban) => isInForce(ban, today)),
        from: latest?.from ?? null,
        until: latest?.until ?? null,
        type: latest?.type ?? null,
        match,
      }
    }),
  }
}

export const bansShown = (person: Node<Person>, screening: Node<Screening>): Shown<Of<typeof bansShape>> => {
  // Of who only ever was a secretary the register publishes no birth: the name is all there is.
  const isNameless = derive({ person }, ({ person: { born, is_corporate, appointments } }) =>
    born === null && !is_corporate && directorships(appointments).length > 0
      ? partly(true, 'the register states no month of birth of this person, and names alone were compared')
      : false,
  )
  return render(bansShape, { screening, isNameless, today }, ({ screening, isNameless, today }) =>
    bansFrom(screening, isNameless, today),
  )
}

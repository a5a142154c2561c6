import {
  counted,
  date,
  derive,
  endpoint,
  factor,
  field,
  full,
  gate,
  gates,
  integer,
  list,
  maybe,
  notApplicable,
  now,
  object,
  omit,
  orNull,
  pick,
  render,
  rounded,
  score,
  section,
  settled,
  some,
  spoken,
  standard,
  text,
  unknown,
  unpriced,
  whole,
} from '@domesday/core'
import {
  electionShape,
  electionsOf,
  seatOf,
  termShape,
  termsOf,
  type Election,
} from '@domesday/source-parliament-members'
import {
  allLocalPetitionsOf,
  localPetitionsOf,
  openPetitionShape,
  petitionsNow,
  type LocalPetition,
} from '@domesday/source-parliament-petitions'
import { atPostcode } from '@domesday/subject-postcode'

const { place, subject } = atPostcode()
const seat = seatOf(place)
const elections = electionsOf(seat)
const generalElection = render(
  electionShape,
  elections,
  (elections) => elections.find(({ isGeneral }) => isGeneral) ?? null,
)
const local = localPetitionsOf(place)

const boundariesShape = object({
  since: orNull(date('The first day of the constituency in its present boundaries; null where it is not stated')),
  before: text('What is known of what stood there before'),
})
const boundaries = render(boundariesShape, seat, ({ name, since }) => ({
  since,
  before: `${since === null ? 'No' : `Before ${spoken(since)} there was no ${name} in these boundaries, and no`} register that is asked here states which constituencies its area was in: Members, elections and petitions are of these boundaries alone.`,
}))

const year = 365.25 * 86_400_000
const count = (value: number): string => value.toLocaleString('en-GB')
const localSignatures = (petitions: readonly LocalPetition[]): number =>
  petitions.reduce((sum, { local_signatures: signed }) => sum + signed, 0)
const lastWon = ({ majority = null, majority_pct: margin = null }: Partial<Election> = {}): string =>
  majority === null || margin === null
    ? ''
    : ` The seat was last won by ${count(majority)} votes (${margin} % of those cast).`

// The election result only adds to a sentence: the years of a Member do not need it.
const won = derive({ elections: maybe(elections) }, ({ elections }) => whole(lastWon(elections?.[0])))

const vacant = gate(seat, ({ member, name }) => member === null && `The seat of ${name} is vacant.`)

const engagement = score(
  'engagement',
  {
    mp_representation: factor({ seat, won, now }, ({ seat, won, now }) => {
      // No disengagement: nobody chose it.
      if (seat.member === null)
        return notApplicable(`${seat.name} has no Member at present: its seat is vacant until a by-election`)
      const { name, member_since: since } = seat.member
      if (since === null) return unknown('the register does not say since when the Member has sat')
      const years = (now.getTime() - Date.parse(since)) / year
      const sat = `${name ?? 'The Member'} has sat in the Commons since ${spoken(since)} (${rounded(years, 1)} years).`
      return settled(years, `${sat}${won}`)
    }),

    // One figure for every place tells nothing of this one. It is in `petitions`.
    petition_activity: factor(now, () =>
      notApplicable('how many petitions are open in the whole country says nothing of one place'),
    ),

    local_petition_engagement: factor({ local, elections }, ({ local, elections }) => {
      const electorate = elections.find((election) => election.electorate !== null)?.electorate
      if (!electorate) return unknown('no result of an election here states how many electors there are')
      const signed = localSignatures(local),
        perHundred = (100 * signed) / electorate
      return {
        metric: perHundred,
        detail: `${counted(signed, 'local signature')} on the open petitions most signed here: ${rounded(perHundred, 1)} for every 100 of ${count(electorate)} electors.`,
      }
    }),

    democratic_infrastructure: factor(generalElection, ({ title, electorate, turnout_pct: turnout }) =>
      turnout === null
        ? unknown('the result of the last general election does not state votes and electors')
        : {
            metric: turnout,
            detail: `${turnout} % of ${count(electorate!)} electors voted in the ${title ?? 'last general election'}.`,
          },
    ),
  },
  { gates: gates({ vacant_seat: vacant }) },
)

const petitionsShape = object({
  active_count: orNull(integer('Petitions to the UK Parliament and Government that are open, in the whole country')),
  local_signatures: orNull(integer('Signatures of this constituency on the fifty open petitions that it signed most')),
  top_petitions: orNull(list(openPetitionShape, 'The five open petitions most signed in this constituency')),
})

/** The representative of a postcode in Parliament, and the political participation of its residents. */
export const political = endpoint({
  id: 'political',
  title: 'Political profile',
  summary:
    'The constituency of a postcode and its Member of Parliament; from standard up the petitions that are signed there, the last general election and how engaged the place is.',
  home: import.meta.dirname,
  path: '/political/{postcode}',
  subject,
  sections: {
    location: section(pick(place, 'postcode', 'constituency', 'local_authority', 'region', 'nation')),

    mp: section(field(seat, 'member')),

    boundaries: unpriced(standard(boundaries)),

    petitions: standard(
      'Null while Parliament is dissolved',
      render(petitionsShape, some({ petitionsNow, local }), ({ petitionsNow, local }) => ({
        active_count: petitionsNow?.open ?? null,
        local_signatures: local && localSignatures(local),
        top_petitions: local && local.slice(0, 5).map(({ state: _, ...petition }) => petition),
      })),
    ),

    last_general_election: standard(omit(generalElection, 'isGeneral', 'votes', 'majority_pct')),

    engagement_score: standard(engagement),

    past_members: full(
      'Who sat for the constituency before, in its present boundaries, newest first',
      render(list(termShape), termsOf(seat), (terms) => terms.filter(({ to }) => to !== null)),
    ),

    'petitions.all_local': full(
      'The fifty petitions most signed in this constituency since the last general election, closed ones too',
      allLocalPetitionsOf(place),
    ),
  },
})

import {
  between,
  counted,
  derive,
  endpoint,
  factor,
  full,
  maybe,
  now,
  params,
  postcode,
  rounded,
  score,
  section,
  some,
  spoken,
  standard,
  unknown,
} from '@domesday/core'
import { electionsOf, seatOf, termsOf, type Election } from '@domesday/source-parliament-members'
import {
  allLocalPetitionsOf,
  localPetitionsOf,
  petitionsNow,
  type LocalPetition,
} from '@domesday/source-parliament-petitions'
import { placeOf } from '@domesday/source-postcodes-io'
import { response } from './response.ts'

const asked = params({ postcode })

const place = placeOf(asked)
const nation = derive({ place }, ({ place }) => place.nation)
const seat = seatOf(place)
const mp = derive({ seat }, ({ seat }) => seat.member)
const elections = electionsOf(seat)
const generalElection = derive({ elections }, ({ elections }) => elections.find(({ isGeneral }) => isGeneral) ?? null)
const local = localPetitionsOf(place)

const year = 365.25 * 86_400_000
const count = (value: number): string => value.toLocaleString('en-GB')
const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : rounded((100 * part) / whole, 1)
const localSignatures = (petitions: readonly LocalPetition[]): number =>
  petitions.reduce((sum, { localSignatures }) => sum + localSignatures, 0)
const lastWon = ({ majority, votes }: Partial<Election> = {}): string => {
  const margin = share(majority ?? null, votes ?? null)
  return margin === null ? '' : ` The seat was last won by ${count(majority!)} votes (${margin} % of those cast).`
}

const engagement = score('engagement', {
  mp_representation: factor({ seat, elections: maybe(elections), now }, ({ seat, elections, now }) => {
    if (seat.member === null) return { metric: 0, detail: `${seat.name} has no Member at present.` }
    const { name, since } = seat.member
    if (since === null) return unknown('the register does not say since when the Member has sat')
    const years = (now.getTime() - Date.parse(since)) / year
    const detail = `${name ?? 'The Member'} has sat in the Commons since ${spoken(since)} (${rounded(years, 1)} years).`
    // The election result only adds to the sentence: the metric does not need it.
    return elections === null
      ? between(years, years, detail)
      : { metric: years, detail: `${detail}${lastWon(elections[0])}` }
  }),

  petition_activity: factor({ petitionsNow }, ({ petitionsNow: { open, signatures } }) => ({
    metric: open,
    detail:
      open > 50
        ? `${count(open)} petitions to Parliament are open in the whole country; the fifty most signed have ${counted(signatures, 'signature')}.`
        : open === 0
          ? 'No petition to Parliament is open in the whole country.'
          : `${counted(open, 'petition')} to Parliament ${open === 1 ? 'is' : 'are'} open in the whole country, with ${counted(signatures, 'signature')}.`,
  })),

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

  democratic_infrastructure: factor({ generalElection }, ({ generalElection: { title, votes, electorate } }) => {
    const turnout = share(votes, electorate)
    return turnout === null
      ? unknown('the result of the last general election does not state votes and electors')
      : {
          metric: turnout,
          detail: `${turnout} % of ${count(electorate!)} electors voted in the ${title ?? 'last general election'}.`,
        }
  }),
})

/** The representative of a postcode in Parliament, and the political participation of its residents. */
export const political = endpoint({
  id: 'political',
  title: 'Political profile',
  summary:
    'The constituency of a postcode and its Member of Parliament; from standard up the petitions that are signed there, the last general election and how engaged the place is.',
  home: import.meta.dirname,
  path: '/political/{postcode}',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      constituency: place.constituency,
      local_authority: place.local_authority,
      region: place.region,
      nation: place.nation,
    })),

    mp: section({ mp, seat }, ({ mp, seat }) => ({
      name: mp.name,
      party: mp.party,
      constituency: mp.constituency ?? seat.name,
      member_since: mp.since,
      seat_since: seat.heldSince,
    })),

    petitions: standard({ petitions: some({ petitionsNow, local }) }, ({ petitions: { petitionsNow, local } }) => ({
      active_count: petitionsNow?.open ?? null,
      local_signatures: local && localSignatures(local),
      top_petitions:
        local &&
        local.slice(0, 5).map(({ action, signatures, localSignatures, url }) => ({
          action,
          signature_count: signatures,
          local_signatures: localSignatures,
          url,
        })),
    })),

    last_general_election: standard({ generalElection }, ({ generalElection }) => ({
      date: generalElection.date,
      title: generalElection.title,
      result: generalElection.result,
      winning_party: generalElection.winner,
      majority: generalElection.majority,
      electorate: generalElection.electorate,
      turnout_pct: share(generalElection.votes, generalElection.electorate),
    })),

    engagement_score: standard({ engagement }, ({ engagement }) => engagement),

    past_members: full({ terms: termsOf(seat) }, ({ terms }) =>
      terms
        .filter(({ to }) => to !== null)
        .map(({ member, from, to, reason }) => ({ name: member.name, party: member.party, from, to, reason })),
    ),

    'petitions.all_local': full({ all: allLocalPetitionsOf(place) }, ({ all }) =>
      all.map(({ action, state, signatures, localSignatures, url }) => ({
        action,
        state,
        signature_count: signatures,
        local_signatures: localSignatures,
        url,
      })),
    ),
  },
})

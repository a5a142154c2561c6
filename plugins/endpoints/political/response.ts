import { date, integer, list, number, object, orNull, scored, text } from '@domesday/core'

const petition = {
  action: text('What it asks for'),
  signature_count: integer('Signatures of the whole country'),
  local_signatures: integer('Signatures of this constituency'),
  url: orNull(text('Its page')),
}

export const response = {
  location: object({
    postcode: text('In its usual form'),
    constituency: orNull(text('Westminster constituency, boundaries of 2024')),
    local_authority: orNull(text('District or unitary authority')),
    region: text('One of the nine English regions, or else the nation'),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  }),
  mp: object(
    {
      name: orNull(text('As Parliament displays it')),
      party: orNull(text('The party of now')),
      constituency: text('The seat'),
      member_since: orNull(date('First day of unbroken membership of the House of Commons, in this or another seat')),
      seat_since: orNull(date('First day in this seat, in the boundaries of 2024')),
    },
    'Null while the seat is vacant',
  ),
  petitions: object(
    {
      active_count: orNull(
        integer('Petitions to the UK Parliament and Government that are open, in the whole country'),
      ),
      local_signatures: orNull(
        integer('Signatures of this constituency on the fifty open petitions that it signed most'),
      ),
      top_petitions: orNull(list(object(petition), 'The five open petitions most signed in this constituency')),
    },
    'Null while Parliament is dissolved',
  ),
  last_general_election: object({
    date: orNull(date('Day of the election')),
    title: orNull(text('Such as `2024 General Election`')),
    result: orNull(text('Winner and whether the seat was held or gained, in short')),
    winning_party: orNull(text('The party of the winner then')),
    majority: orNull(integer({ description: 'By which it was won', unit: 'votes' })),
    electorate: orNull(integer('People on the register')),
    turnout_pct: orNull(number({ description: 'Valid votes, of the electorate', unit: '%' })),
  }),
  engagement_score: scored,
  past_members: list(
    object({
      name: orNull(text('As Parliament displays it')),
      party: orNull(text('Their latest party')),
      from: orNull(date('First day in the seat')),
      to: orNull(date('Last day in the seat')),
      reason: orNull(text('Why they left')),
    }),
    'Who sat for the constituency before, in its present boundaries, newest first',
  ),
  'petitions.all_local': list(
    object({ ...petition, state: orNull(text('open or closed')) }),
    'The fifty petitions most signed in this constituency since the last general election, closed ones too',
  ),
}

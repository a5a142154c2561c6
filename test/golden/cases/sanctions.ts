/** Sanctions on a company, those who run it and those who own it. The list is that of the sample world. */
import type { Case } from '../case.ts'
import { companies, company, director, firm, type Ban, type Facts } from '../companies-world.ts'
import { hash } from '../../../plugins/sources/companies-house/samples/company.ts'

const report = (number: string): string => `/report/entity/${number}`
const entity = (number: string): string => `/entity/${number}?depth=full`
const asked = (number: string): string => `/director/${hash(number, 'base64url')}?depth=standard`
const legal = /take legal advice before any dealing or payment/i
const usual = /payment in advance|on short terms|usual terms|claim what is owed/i

const other = director('other', 'Winifred HEPTON', '1977-05')
const run = (
  number: string,
  name: string,
  who: readonly [name: string, born: string],
  facts: Facts = {},
  bans: readonly Ban[] = [],
) =>
  company(
    number,
    name,
    { officers: [director(number, ...who, { appointed: '2017-03-01' }), other], ...facts },
    { bans },
  )
const owned = (number: string, name: string, owner: NonNullable<Facts['owners']>[number]) =>
  companies({
    firms: [
      firm(number, name, { officers: [other], owners: [owner] }),
      firm('99000461', 'KELDOVAR COMMODITIES LIMITED', { officers: [other] }),
    ],
  })
const keldovar = (control: readonly string[]) => ({
  company: 'KELDOVAR COMMODITIES LIMITED',
  registration: '99000461',
  notified: '2018-04-09',
  control,
})

export const sanctioned: readonly Case[] = [
  {
    id: 'director-frozen-by-the-list',
    says: 'A director is on the list under an asset freeze: full name and month of birth agree.',
    given: run('99003701', 'OUGHTIBRIDGE TOOLS LIMITED', ['Anatol VERSKELD', '1955-06']),
    asks: [report('99003701'), entity('99003701')],
    expect: [
      {
        verdict: ['DO_NOT_ENGAGE'],
        because: [/Anatol VERSKELD is on the UK Sanctions List \(\w+\): asset freeze/i, /month of birth/],
        advises: [/not frozen for that alone; control may make it so/i, legal],
        neverAdvises: usual,
        read: { 'sanctions.matches[0].match': /likely/, red_flags: /frozen_director_or_owner/ },
        never: /steady_board/,
      },
      { read: { 'circle.members': /"state":"sanctioned"/, risk_signals: /frozen_director_or_owner/ } },
    ],
  },
  {
    id: 'director-frozen-and-barred',
    says: 'The register of disqualified officers bars him for the same sanctions: it is told once.',
    given: run('99003710', 'BROOMHEAD TANKS LIMITED', ['Anatol VERSKELD', '1955-06'], {}, [
      {
        name: 'Anatol VERSKELD',
        born: '1955-06-30',
        type: 'sanction',
        from: '2025-04-09',
        until: '9999-12-31',
        company: 'BROOMHEAD TANKS LIMITED',
      },
    ]),
    asks: report('99003710'),
    expect: {
      verdict: ['DO_NOT_ENGAGE'],
      because: /UK Sanctions List/,
      advises: legal,
      neverAdvises: /before you go on|sign/i,
      read: { red_flags: /director_sanctioned/ },
    },
  },
  {
    id: 'namesake-of-the-list',
    says: 'A director has the name of somebody on the list, and another month of birth.',
    given: run('99003702', 'DUNGWORTH CANDLES LIMITED', ['Anatol VERSKELD', '1961-02']),
    asks: report('99003702'),
    expect: {
      verdict: ['PROCEED'],
      read: { 'sanctions.matches': [] },
      confidence: ['high'],
      never: /asset_freeze|possible match/,
    },
  },
  {
    id: 'possible-match-of-the-list',
    says: 'A director has the name of somebody on the list, which states no birth.',
    given: run('99003703', 'LOXLEY BINDERY LIMITED', ['Kasimir DOLVANEK', '1984-10']),
    asks: report('99003703'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['DO_NOT_ENGAGE', 'PROCEED_WITH_CAUTION'],
      because: /possible match/i,
      advises: /compare .* with the UK Sanctions List/i,
      never: /Dolvanek is (on the|under)|steady_board/i,
    },
  },
  {
    id: 'listed-owner-of-more-than-half',
    says: 'A company on the list, by its number, owns three quarters.',
    given: owned('99003704', 'STANNINGTON MILLS LIMITED', keldovar(['ownership-of-shares-75-to-100-percent'])),
    asks: report('99003704'),
    expect: {
      verdict: ['DO_NOT_ENGAGE'],
      because: /owner of more than half .*Keldovar.*UK Sanctions List.*asset freeze/i,
      advises: [/the freeze reaches this company/i, legal],
      neverAdvises: usual,
    },
  },
  {
    id: 'listed-owner-of-less-than-half',
    says: 'The same owns between a quarter and a half.',
    given: owned('99003705', 'WADSLEY PUMPS LIMITED', keldovar(['ownership-of-shares-25-to-50-percent'])),
    asks: report('99003705'),
    expect: {
      verdict: ['DO_NOT_ENGAGE'],
      advises: [/not frozen for that alone; control may make it so/i, legal],
      neverAdvises: /reaches this company/i,
    },
  },
  {
    id: 'company-on-the-list',
    says: 'The company itself is on the list by its number, under the name that it had then.',
    given: company('99000461', 'BRADFIELD VENTURES LIMITED', { officers: [other] }),
    asks: report('99000461'),
    expect: {
      verdict: ['DO_NOT_ENGAGE'],
      because: /company itself is on the UK Sanctions List.*told by its number, under another name/i,
      advises: [/the freeze reaches this company/i, legal],
    },
  },
  {
    id: 'company-of-a-listed-name',
    says: 'It has the name of a company on the list, and a number of its own.',
    given: company('99003706', 'KELDOVAR COMMODITIES LIMITED', { officers: [other] }),
    asks: report('99003706'),
    expect: { verdict: ['PROCEED'], read: { 'sanctions.matches': [] }, confidence: ['high'] },
  },
  {
    id: 'director-under-measures-that-freeze-nothing',
    says: 'A director is on the list under trust services sanctions alone.',
    given: run('99003707', 'WORRALL GLASS LIMITED', ['Lidia MARCHOVENA', '1979-11']),
    asks: report('99003707'),
    expect: {
      verdict: ['ENHANCED_DUE_DILIGENCE'],
      because: /trust services sanctions/i,
      advises: /take legal advice before you go on/i,
      neverAdvises: /payment|asset freeze|frozen/i,
    },
  },
]

const overseas = (number: string, name: string, who: readonly [name: string, born: string]) =>
  run(number, name, who, {
    type: 'registered-overseas-entity',
    officers: [director(number, ...who, { appointed: '2019-02-04', resigned: '2020-02-04' }), other],
    owners: [
      {
        title: 'Mr',
        name: who[0],
        notified: '2023-01-20',
        control: ['ownership-of-shares-more-than-25-percent-registered-overseas-entity'],
        sanctioned: true,
      },
    ],
  })

/** What an overseas entity declares of its owners. */
export const declared: readonly Case[] = [
  {
    id: 'declared-owner-who-is-not-on-the-list',
    says: 'An overseas entity declared an owner as sanctioned, and the list has no such person.',
    given: overseas('OE990371', 'MORTOMLEY ANSTALT', ['Ottokar BEIGHTON', '1964-04']),
    asks: report('OE990371'),
    expect: {
      verdict: ['DO_NOT_ENGAGE'],
      because: /declared as sanctioned.*list has no such person: the measures are not known/i,
      advises: [/share|how much this owner holds is not stated/i, legal],
      neverAdvises: usual,
    },
  },
  {
    id: 'declared-owner-under-measures-that-freeze-nothing',
    says: 'The list has the declared owner under trust services sanctions alone.',
    given: overseas('OE990372', 'HOWBROOK HOLDINGS INC', ['Lidia MARCHOVENA', '1979-11']),
    asks: report('OE990372'),
    expect: {
      verdict: ['ENHANCED_DUE_DILIGENCE'],
      because: /trust services sanctions/i,
      advises: /take legal advice before you go on/i,
    },
  },
]

/** The same of a person. */
export const people: readonly Case[] = [
  {
    id: 'person-frozen-by-the-list',
    says: 'Full name and month of birth agree with an entry under an asset freeze.',
    given: run('99003711', 'BOLSTERSTONE FURS LIMITED', ['Anatol VERSKELD', '1955-06']),
    asks: asked('99003711'),
    expect: {
      read: { 'sanctions.matches[0].reference': 'RUS9901' },
      atLeast: 100,
      certain: true,
      decidedBy: /UK Sanctions List \(\w+\): asset freeze/i,
      advises: legal,
    },
  },
  {
    id: 'person-who-is-a-namesake',
    says: 'The birth differs from the one on the list.',
    given: run('99003712', 'MIDHOPE LINENS LIMITED', ['Anatol VERSKELD', '1955-07']),
    asks: asked('99003712'),
    expect: { read: { 'sanctions.matches': [] }, rating: ['LOW_RISK'], certain: true, never: /possible match/ },
  },
  {
    id: 'person-who-may-be-on-the-list',
    says: 'The list states only a year of birth, which agrees.',
    given: run('99003713', 'LANGSETT TIMBER LIMITED', ['Ruslan OSTREGOV', '1964-08']),
    asks: asked('99003713'),
    expect: {
      read: { 'sanctions.matches[0].match': /possible/ },
      reaches: 100,
      possible: ['LOW_RISK', 'CRITICAL_RISK'],
      advises: /possible match/i,
      never: /Ostregov is on/i,
    },
  },
]

/** Nothing was imported. */
export const unscreened: readonly Case[] = [
  {
    id: 'list-not-read',
    says: 'The list of sanctions is not there: nobody can say that nobody is on it.',
    given: run('99003708', 'EWDEN BRUSHES LIMITED', ['Percival HAND', '1969-09']),
    asks: report('99003708'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['DO_NOT_ENGAGE', 'PROCEED_WITH_CAUTION'],
      read: { sanctions: null },
      missing: { source: 'uk-sanctions-list', reason: 'not_imported' },
      advises: /compare .* with the UK Sanctions List/i,
      neverAdvises: /usual terms/,
    },
  },
  {
    id: 'person-unscreened',
    says: 'Nor can anybody say so of a person.',
    given: run('99003714', 'THURLSTONE INKS LIMITED', ['Percival HAND', '1969-09']),
    asks: asked('99003714'),
    expect: {
      reaches: 100,
      missing: { source: 'uk-sanctions-list', reason: 'not_imported' },
      read: { sanctions: null },
    },
  },
  {
    id: 'list-not-read-of-the-insolvent',
    says: 'It is in liquidation, whatever the list says.',
    given: company('99003709', 'AGDEN ROOFING LIMITED', {
      status: 'liquidation',
      officers: [other],
      cases: [{ type: 'creditors-voluntary-liquidation', dates: { 'wound-up-on': '2026-06-02' } }],
    }),
    asks: report('99003709'),
    expect: { verdict: ['DO_NOT_ENGAGE'], advises: /liquidat/i },
  },
]

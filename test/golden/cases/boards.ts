/** The people who run a company, and whether they may. */
import type { Case } from '../case.ts'
import { companies, director, firm, type Ban, type Facts, type World } from '../companies-world.ts'

const report = (number: string): string => `/report/entity/${number}`
const entity = (number: string): string => `/entity/${number}?depth=full`
const ban = (name: string, born: string, more: Partial<Ban> = {}): Ban => ({
  name,
  born,
  from: '2024-05-07',
  until: '2031-05-06',
  company: `${name.split(' ').at(-1)} PLANT HIRE LIMITED`,
  ...more,
})
const board = (
  [number, name]: readonly [string, string],
  people: readonly (readonly [name: string, born: string])[],
  rest: Omit<World, 'firms'>,
  facts: Facts = {},
) =>
  companies({
    ...rest,
    firms: [
      firm(number, name, {
        ...facts,
        officers: people.map(([who, born], i) => director(`${number}${i}`, who, born, { appointed: '2016-02-01' })),
      }),
    ],
  })

export const boards: readonly Case[] = [
  {
    id: 'one-director-of-two-disqualified',
    says: 'One of two is disqualified, and still on the board: the other may act.',
    given: board(
      ['99003621', 'RASTRICK HYDRAULICS LIMITED'],
      [
        ['Odo BRANSHOLME', '1970-02'],
        ['Una PICKBURN', '1982-08'],
      ],
      { bans: [ban('Odo BRANSHOLME', '1970-02-11')] },
    ),
    asks: [report('99003621'), entity('99003621')],
    expect: [
      {
        verdict: ['ENHANCED_DUE_DILIGENCE'],
        because: /Odo Bransholme is disqualified.*6 May 2031.*name and month of birth/i,
        never: /steady_board/,
      },
      { read: { 'circle.members': /"state":"disqualified"/, 'circle.followed.directors': 2 } },
    ],
  },
  {
    id: 'every-director-disqualified',
    says: 'Both are disqualified: nobody may bind it.',
    given: board(
      ['99003622', 'BATTYEFORD SIGNS LIMITED'],
      [
        ['Wulfric DENSHAW', '1966-03'],
        ['Ottilie DENSHAW', '1969-11'],
      ],
      { bans: [ban('Wulfric DENSHAW', '1966-03-02'), ban('Ottilie DENSHAW', '1969-11-29')] },
    ),
    asks: report('99003622'),
    expect: { verdict: ['DO_NOT_ENGAGE'], because: /Nobody who runs it may/i },
  },
  {
    id: 'director-acts-by-leave',
    says: 'A court lets her run this company all the same.',
    given: board(['99003623', 'SCAMMONDEN BAKERY LIMITED'], [['Perpetua LINGARDS', '1974-09']], {
      bans: [ban('Perpetua LINGARDS', '1974-09-05', { mayActFor: 'Scammonden Bakery Ltd' })],
    }),
    asks: [report('99003623'), entity('99003623')],
    expect: [
      {
        verdict: ['PROCEED'],
        possibleVerdicts: ['PROCEED'],
        read: { red_flags: /by leave of High Court of Justice until/ },
      },
      { read: { 'circle.members': /conditions that only its order states/ } },
    ],
  },
  {
    id: 'director-has-leave-for-another',
    says: 'The leave is for another company of hers.',
    given: board(
      ['99003624', 'MELTHAM BUTTONS LIMITED'],
      [
        ['Isolde NETHERTON', '1977-01'],
        ['Piers HONLEY', '1961-04'],
      ],
      { bans: [ban('Isolde NETHERTON', '1977-01-15', { mayActFor: 'NETHERTON ROOFING LIMITED' })] },
    ),
    asks: report('99003624'),
    expect: { verdict: ['ENHANCED_DUE_DILIGENCE'], because: /Isolde Netherton is disqualified/i },
  },
  {
    id: 'director-acts-by-leave-under-the-old-name',
    says: 'The leave names the company as it was called until spring.',
    given: board(
      ['99003629', 'HINCHLIFFE GLAZING LIMITED'],
      [
        ['Cassia HINCHLIFFE', '1980-06'],
        ['Emrys BOOTHROYD', '1971-03'],
      ],
      { bans: [ban('Cassia HINCHLIFFE', '1980-06-17', { mayActFor: 'Ramsden Clough Windows Ltd' })] },
      { former: [{ name: 'RAMSDEN CLOUGH WINDOWS LIMITED', from: '2011-02-01', until: '2026-04-30' }] },
    ),
    asks: report('99003629'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /by leave of High Court of Justice/ } },
  },
  {
    id: 'director-has-leave-that-names-nobody',
    says: 'A court gave leave, and the register does not say for what company.',
    given: board(
      ['99003630', 'DIGLEY PACKAGING LIMITED'],
      [
        ['Amabel YATEHOLME', '1979-04'],
        ['Jerome BRADSHAW', '1965-12'],
      ],
      { bans: [ban('Amabel YATEHOLME', '1979-04-08', { mayActFor: '' })] },
    ),
    asks: report('99003630'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION'],
      because: /whether it is for this company cannot be told/,
    },
  },
  {
    id: 'director-had-leave-that-ran-out',
    says: 'The leave for this company ran out in summer, and the ban did not.',
    given: board(
      ['99003631', 'CARTWORTH TIMBER LIMITED'],
      [
        ['Leander GREAVE', '1976-10'],
        ['Sybil ARRUNDEN', '1983-02'],
      ],
      {
        bans: [
          ban('Leander GREAVE', '1976-10-21', { mayActFor: 'Cartworth Timber Limited', leaveUntil: '2026-07-31' }),
        ],
      },
    ),
    asks: report('99003631'),
    expect: { verdict: ['ENHANCED_DUE_DILIGENCE'], because: /Leander Greave is disqualified/i },
  },
  {
    id: 'director-banned-over-this-company',
    says: 'One forename more, the same month, and the order is about this company: it is certain, and the basis is said.',
    given: board(
      ['99003632', 'BUTTERLEY WEAVING LIMITED'],
      [
        ['Tobias WOODHEAD', '1968-05'],
        ['Marina HEYDEN', '1990-01'],
      ],
      { bans: [ban('Tobias Rowan WOODHEAD', '1968-05-30', { company: 'BUTTERLEY WEAVING LIMITED' })] },
    ),
    asks: [report('99003632'), entity('99003632')],
    expect: [
      { verdict: ['ENHANCED_DUE_DILIGENCE'], because: /The basis is name in part, month of birth and company/ },
      { read: { 'circle.members': /"sure":"certain"/ } },
    ],
  },
  {
    id: 'director-has-a-forename-less',
    says: 'Somebody with one forename more, born in the same month, is disqualified.',
    given: board(
      ['99003625', 'HADE EDGE PRESS LIMITED'],
      [
        ['Amos SCHOLES', '1963-07'],
        ['Petra HOLME', '1985-10'],
      ],
      { bans: [ban('Amos Frederick SCHOLES', '1963-07-20')] },
    ),
    asks: report('99003625'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION'],
      because: /possible match/i,
      never: /Amos Scholes is disqualified/i,
    },
  },
  {
    id: 'director-once-disqualified',
    says: 'The ban of one of them ran out three years ago: it is said, and nothing more.',
    given: board(
      ['99003626', 'NETHER ROYD LOOMS LIMITED'],
      [
        ['Barnaby CROSLAND', '1958-12'],
        ['Theda ARMITAGE', '1990-05'],
      ],
      { bans: [ban('Barnaby CROSLAND', '1958-12-01', { from: '2016-05-24', until: '2023-05-23' })] },
    ),
    asks: report('99003626'),
    expect: {
      verdict: ['PROCEED'],
      possibleVerdicts: ['PROCEED'],
      read: { red_flags: /was disqualified from acting as a director until 23 May 2023/ },
    },
  },
  {
    id: 'one-director-of-two-under-sanctions',
    says: 'One of two is under sanctions: whoever deals may commit an offence.',
    given: board(
      ['99003627', 'UPPERTHONG MARINE LIMITED'],
      [
        ['Anatol VERESKY', '1955-06'],
        ['Gillian WOOLDALE', '1979-03'],
      ],
      { bans: [ban('Anatol VERESKY', '1955-06-30', { type: 'sanction', until: '9999-12-31' })] },
    ),
    asks: report('99003627'),
    expect: {
      verdict: ['DO_NOT_ENGAGE'],
      because: /Anatol Veresky is under sanctions/i,
      advises: /legal advice before you go on/i,
    },
  },
  {
    id: 'directors-of-two-not-looked-up',
    says: 'The register of disqualified officers did not answer for a board of two.',
    given: board(
      ['99003628', 'CUMBERWORTH TILES LIMITED'],
      [
        ['Hector DENBY', '1973-02'],
        ['Muriel EMLEY', '1968-08'],
      ],
      { down: ['disqualified'] },
    ),
    asks: report('99003628'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['DO_NOT_ENGAGE', 'ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION'],
      missing: { source: 'companies-house' },
    },
  },
]

/** People who run companies, and what became of the companies. */
import type { Case } from '../case.ts'
import { companies, director, firm, type Ban, type Facts, type Firm } from '../companies-world.ts'
import { hash } from '../../../plugins/sources/companies-house/samples/company.ts'

interface Post {
  readonly appointed: string
  readonly resigned?: string
  readonly role?: string
}
/** A person's companies: number, name, post, and what makes the company special. */
type Career = readonly (readonly [number: string, name: string, post: Post, facts?: Facts])[]

const asked = (id: string): string => `/director/${hash(id, 'base64url')}?depth=standard`
const career = (id: string, name: string, born: string, posts: Career): readonly Firm[] =>
  posts.map(([number, company, post, facts]) =>
    firm(number, company, { ...facts, officers: [director(id, name, born, post)] }),
  )

const ban = (name: string, born: string, from: string, until: string, more: Partial<Ban> = {}): Ban => ({
  name,
  born,
  from,
  until,
  company: `${name.split(' ')[1]} TRADING LIMITED`,
  ...more,
})
const insolvent = (type: string, on: string): Facts => ({
  status: 'liquidation',
  cases: [{ type, dates: { 'wound-up-on': on } }],
})

export const directors: readonly Case[] = [
  {
    id: 'disqualified-by-a-court',
    says: 'A court disqualified her until 2034; her company files in time.',
    given: companies({
      firms: career('d1', 'Hyacinth BORROWBY', '1971-04', [
        ['99003301', 'BORROWBY ROPES LIMITED', { appointed: '2012-03-05' }],
      ]),
      bans: [ban('Hyacinth BORROWBY', '1971-04-18', '2026-05-05', '2034-05-04')],
    }),
    asks: asked('d1'),
    expect: {
      read: { 'disqualification.is_disqualified': true },
      atLeast: 100,
      rating: ['CRITICAL_RISK'],
      certain: true,
      decidedBy: /4 May 2034.*court order/i,
      advises: /disqualified/i,
    },
  },
  {
    id: 'disqualified-under-sanctions',
    says: 'Sanctions bar him from being a director, without an end.',
    given: companies({
      firms: career('d2', 'Radovan ZELINSKAR', '1959-09', [
        ['99003302', 'ZELINSKAR SHIPPING AGENTS LIMITED', { appointed: '2014-10-20' }],
      ]),
      bans: [ban('Radovan ZELINSKAR', '1959-09-06', '2025-04-10', '9999-12-31', { type: 'sanction' })],
    }),
    asks: asked('d2'),
    expect: { atLeast: 100, decidedBy: /without an end/i, rating: ['CRITICAL_RISK'] },
  },
  {
    id: 'disqualified-with-leave',
    says: 'Disqualified, with a court’s leave to run one company: disqualified all the same, and the leave is told.',
    given: companies({
      firms: career('d3', 'Clemency ARDSLEIGH', '1968-02', [
        ['99003303', 'ARDSLEIGH FUNERALS LIMITED', { appointed: '1999-06-01' }],
      ]),
      bans: [
        ban('Clemency ARDSLEIGH', '1968-02-11', '2023-08-01', '2028-07-31', {
          mayActFor: 'ARDSLEIGH FUNERALS LIMITED',
        }),
      ],
    }),
    asks: asked('d3'),
    expect: {
      read: { 'disqualification.permissions_to_act[0].companies': ['ARDSLEIGH FUNERALS LIMITED'] },
      atLeast: 100,
      decidedBy: /disqualified/i,
    },
  },
  {
    id: 'disqualification-yet-to-begin',
    says: 'His disqualification begins on 2 November: no bar today, and nothing to call him safe for.',
    given: companies({
      firms: career('d4', 'Tancred HOLLINSCLOUGH', '1974-07', [
        ['99003304', 'HOLLINSCLOUGH KENNELS LIMITED', { appointed: '2010-01-18' }],
      ]),
      bans: [ban('Tancred HOLLINSCLOUGH', '1974-07-23', '2026-11-02', '2032-11-01', { type: 'undertaking' })],
    }),
    asks: asked('d4'),
    expect: {
      read: { 'disqualification.is_disqualified': false },
      atMost: 99,
      notRating: ['LOW_RISK'],
      advises: /disqualif/i,
      factors: { disqualification: /yet to begin/i },
    },
  },
  {
    id: 'disqualification-that-ran-out',
    says: 'Her disqualification ran out last week: said, and no bar.',
    given: companies({
      firms: career('d5', 'Morwenna STAPLEGROVE', '1963-11', [
        ['99003305', 'STAPLEGROVE WILLOW LIMITED', { appointed: '2026-10-09' }],
      ]),
      bans: [ban('Morwenna STAPLEGROVE', '1963-11-30', '2019-10-08', '2026-10-07')],
    }),
    asks: asked('d5'),
    expect: {
      advises: /^Was disqualified from acting as a director until/,
      read: { 'disqualification.is_disqualified': false },
      notDecidedBy: /./,
      notRating: ['CRITICAL_RISK'],
      factors: { disqualification: /was disqualified once/i },
    },
  },
  {
    id: 'disqualified-namesake',
    says: 'Somebody of his name, born in another year, is disqualified.',
    given: companies({
      firms: career('d6', 'Auberon KESTLEWATER', '1988-06', [
        ['99003306', 'KESTLEWATER ARBORISTS LIMITED', { appointed: '2016-02-29' }],
      ]),
      bans: [ban('Auberon KESTLEWATER', '1948-06-14', '2021-03-16', '2029-03-15')],
    }),
    asks: asked('d6'),
    expect: {
      read: { 'disqualification.is_disqualified': false },
      rating: ['LOW_RISK'],
      notDecidedBy: /./,
      certain: true,
    },
  },
  {
    id: 'disqualifications-not-read',
    says: 'The register of disqualifications did not answer, for a man with a clean record otherwise.',
    given: companies({
      firms: career('d7', 'Everard LUXBOROUGH', '1957-01', [
        ['99003307', 'LUXBOROUGH ORGANS LIMITED', { appointed: '1993-05-12' }],
      ]),
      down: ['disqualified'],
    }),
    asks: asked('d7'),
    expect: {
      missing: { source: 'companies-house', reason: 'upstream_failed' },
      notDecidedBy: /./,
      possible: ['CRITICAL_RISK'],
      reaches: 100,
      confidence: ['low', 'medium'],
      advises: /disqualif/i,
    },
  },
  {
    id: 'birth-not-stated',
    says: 'No birth is stated for her, and somebody of her name is disqualified: it may be she.',
    given: companies({
      firms: [
        firm('99003308', 'PENHALLOW CANDLES LIMITED', {
          officers: [
            { id: hash('d8', 'base64url'), name: 'Isolde PENHALLOW', appointed: '1996-09-02', role: 'secretary' },
          ],
        }),
        firm('99003309', 'PENHALLOW WAX LIMITED', {
          officers: [
            { id: hash('d8', 'base64url'), name: 'Isolde PENHALLOW', appointed: '2001-03-12', resigned: '2009-03-31' },
          ],
        }),
      ],
      bans: [ban('Isolde PENHALLOW', '1955-05-05', '2022-06-21', '2030-06-20')],
    }),
    asks: asked('d8'),
    expect: {
      notDecidedBy: /./,
      possible: ['CRITICAL_RISK'],
      reaches: 100,
      confidence: ['low', 'medium'],
      advises: /disqualif/i,
    },
  },
  {
    id: 'thirty-years-of-one-company',
    says: 'One company for thirty years, which files in time.',
    given: companies({
      firms: career('d9', 'Barnabas WITHYCOMBE', '1949-08', [
        ['99003310', 'WITHYCOMBE CLOCKS LIMITED', { appointed: '1996-04-01' }],
      ]),
    }),
    asks: asked('d9'),
    expect: { rating: ['LOW_RISK'], atMost: 5, certain: true, confidence: ['high'], notDecidedBy: /./ },
  },
  {
    id: 'trail-of-failures',
    says: 'Five companies liquidated or dissolved under him in six years, and the one that is left files nothing.',
    given: companies({
      firms: career('d10', 'Sylvester CROAKHAM', '1977-12', [
        [
          '99003311',
          'CROAKHAM CARS (NORTH) LIMITED',
          { appointed: '2019-02-04' },
          insolvent('creditors-voluntary-liquidation', '2024-03-12'),
        ],
        [
          '99003312',
          'CROAKHAM CARS (SOUTH) LIMITED',
          { appointed: '2020-05-11', resigned: '2025-01-31' },
          {
            ...insolvent('compulsory-liquidation', '2025-03-18'),
            notices: [{ code: '2452', on: '2025-03-26', says: 'Date of Winding-up Order: 18 March 2025.' }],
          },
        ],
        [
          '99003313',
          'CROAKHAM VANS LIMITED',
          { appointed: '2021-07-05' },
          insolvent('creditors-voluntary-liquidation', '2025-11-04'),
        ],
        [
          '99003314',
          'CROAKHAM LEASING LIMITED',
          { appointed: '2018-01-08' },
          { status: 'dissolved', ceased: '2023-08-15' },
        ],
        [
          '99003315',
          'CROAKHAM PARTS LIMITED',
          { appointed: '2018-01-08', resigned: '2024-12-20' },
          insolvent('creditors-voluntary-liquidation', '2026-02-10'),
        ],
        [
          '99003316',
          'CROAKHAM AUTOMOTIVE LIMITED',
          { appointed: '2026-02-16' },
          {
            detail: 'active-proposal-to-strike-off',
            accounts: {
              year_end: '12-31',
              last: ['2023-01-01', '2023-12-31', 'micro-entity'],
              next: ['2024-01-01', '2024-12-31'],
              due: '2025-09-30',
              overdue: true,
            },
          },
        ],
      ]),
    }),
    asks: asked('d10'),
    expect: {
      read: { 'portfolio_summary.insolvent_companies': 4 },
      rating: ['CRITICAL_RISK', 'HIGH_RISK'],
      factors: { failed_companies: /4 in insolvency proceedings/i },
      neverAdvises: /little in the record/i,
    },
  },
  {
    id: 'members-closed-hers',
    says: 'Two companies of hers were wound up by their members, everybody paid: no failure of hers.',
    given: companies({
      firms: career('d11', 'Gaenor TRESILLIAN-POWE', '1961-03', [
        ['99003317', 'TRESILLIAN LACE LIMITED', { appointed: '2003-09-15' }],
        [
          '99003318',
          'POWE HOSIERY LIMITED',
          { appointed: '2005-11-21' },
          insolvent('members-voluntary-liquidation', '2026-06-30'),
        ],
      ]),
    }),
    asks: asked('d11'),
    expect: {
      rating: ['LOW_RISK', 'MODERATE_RISK'],
      factors: { failed_companies: /solvent|members/i },
      neverAdvises: /POWE HOSIERY/,
    },
  },
  {
    id: 'notices-not-read',
    says: 'The Gazette did not answer for any of his companies.',
    given: companies({
      firms: career('d12', 'Leander QUARMBY', '1979-05', [
        ['99003319', 'QUARMBY TILES LIMITED', { appointed: '2011-08-08' }],
        ['99003320', 'QUARMBY GROUT LIMITED', { appointed: '2017-08-07' }],
      ]),
      down: ['gazette'],
    }),
    asks: asked('d12'),
    expect: {
      missing: { source: 'gazette', reason: 'upstream_failed' },
      possible: ['LOW_RISK', 'MODERATE_RISK'],
      reaches: 20,
      confidence: ['low', 'medium'],
      advises: /gazette/i,
    },
  },
  {
    id: 'secretary-only',
    says: 'She was company secretary, and never ran a company: there is nothing to judge her by.',
    given: companies({
      firms: career('d13', 'Verity ENDERBROOK', '1950-10', [
        ['99003321', 'ENDERBROOK KNITWEAR LIMITED', { appointed: '1998-01-05', role: 'secretary' }],
      ]),
    }),
    asks: asked('d13'),
    expect: {
      factors: { failed_companies: /not known|does not apply/i },
      rating: [null],
      confidence: ['low', 'medium'],
      neverAdvises: /little in the record/i,
    },
  },
  {
    id: 'one-of-twelve-in-liquidation',
    says: 'Of twelve companies one is in liquidation: it is named, and the Gazette was asked for three of them.',
    given: companies({
      firms: career(
        'd14',
        'Osbert LANGSETT',
        '1968-02',
        Array.from({ length: 12 }, (_, i) => [
          `990033${30 + i}`,
          `LANGSETT ESTATE ${'ABCDEFGHIJKL'[i]} LIMITED`,
          { appointed: `20${10 + i}-03-01` },
          i === 4 ? insolvent('creditors-voluntary-liquidation', '2026-04-20') : {},
        ]),
      ),
    }),
    asks: asked('d14'),
    expect: {
      advises: /LANGSETT ESTATE E LIMITED \(creditors voluntary liquidation, 20 April 2026\)/,
      reaches: 29,
      confidence: ['low', 'medium'],
      factors: { gazette_warnings: /9 companies more of this person were not asked for/ },
    },
  },
  {
    id: 'sound-career-asked-for-whole',
    says: 'Three companies in order, all looked at: nothing is in doubt.',
    given: companies({
      firms: career('d15', 'Emmeline MIDHOPE', '1977-12', [
        ['99003342', 'MIDHOPE PUMPS LIMITED', { appointed: '2009-03-01' }],
        ['99003343', 'MIDHOPE VALVES LIMITED', { appointed: '2012-03-01' }],
        ['99003344', 'MIDHOPE HOSES LIMITED', { appointed: '2015-03-01' }],
      ]),
    }),
    asks: asked('d15'),
    expect: { rating: ['LOW_RISK'], certain: true, confidence: ['high'], advises: /usual identity checks/i },
  },
]

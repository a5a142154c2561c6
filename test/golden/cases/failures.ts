/** New companies of people whose companies failed, and those that only look like them. */
import type { Case } from '../case.ts'
import { companies, director, firm, type Facts, type World } from '../companies-world.ts'
import { both, down } from '../wire.ts'

const report = (number: string): string => `/report/entity/${number}`
const entity = (number: string): string => `/entity/${number}?depth=full`
const diligence = ['ENHANCED_DUE_DILIGENCE']
const caution = ['PROCEED_WITH_CAUTION']

const liquidated = (on: string, type = 'creditors-voluntary-liquidation'): Facts => ({
  status: 'liquidation',
  cases: [{ type, dates: { 'wound-up-on': on } }],
})
const unfiled: Facts = {
  accounts: { year_end: '06-30', next: ['2026-06-25', '2027-06-30'], due: '2028-03-25', overdue: false },
  filings: [['2026-06-25', 'NEWINC']],
}
interface Old extends Facts {
  readonly number: string
  readonly name: string
  readonly left?: string
}
/** A company of one director, and those that the same person ran before. */
const after = (
  [number, name, created]: readonly [string, string, string],
  before: readonly Old[],
  facts: Facts = {},
  rest: Omit<World, 'firms'> = {},
) => {
  const one = (appointed: string, resigned?: string) =>
    director(
      `failures-${number}`,
      `Jocasta W${number.slice(-3).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}`,
      '1974-11',
      {
        appointed,
        ...(resigned && { resigned }),
      },
    )
  return companies({
    ...rest,
    firms: [
      firm(number, name, { created, officers: [one(created)], ...facts }),
      ...before.map(({ number: old, name: called, left, ...more }) =>
        firm(old, called, { officers: [one('2012-02-01', left)], ...more }),
      ),
    ],
  })
}

export const failures: readonly Case[] = [
  {
    id: 'goes-on-under-a-like-name',
    says: 'Formed three weeks before the old one of its name went into liquidation, by the same director.',
    given: after(
      ['99003661', 'ELVASTON JOINERY (2026) LIMITED', '2026-06-25'],
      [{ number: '99003662', name: 'ELVASTON JOINERY LIMITED', ...liquidated('2026-07-16') }],
      unfiled,
    ),
    asks: [report('99003661'), entity('99003661')],
    expect: [
      {
        verdict: diligence,
        because: /Possible successor of ELVASTON JOINERY LIMITED \(99003662\).*16 July 2026/,
        advises: /creditors of the failed company/i,
      },
      { read: { 'circle.failures': /ELVASTON JOINERY LIMITED/ } },
    ],
  },
  {
    id: 'told-its-creditors',
    says: 'The same, and notice was given under rule 22.4: who obeys the law is not punished for it.',
    given: after(
      ['99003663', 'ASTON LEAD WORK LIMITED', '2026-06-25'],
      [{ number: '99003664', name: 'ASTON LEADWORK AND ROOFS LIMITED', ...liquidated('2026-07-16') }],
      {
        ...unfiled,
        notices: [{ code: '2403', on: '2026-07-30', says: 'Rule 22.4. Notice of the re-use of a prohibited name.' }],
      },
    ),
    asks: report('99003663'),
    expect: { verdict: caution, because: /re-use of a prohibited name/i, never: /Possible successor/ },
  },
  {
    id: 'formed-two-years-later',
    says: 'The same name and director, two years after the old one had failed.',
    given: after(
      ['99003665', 'DRAYCOTT JOINERY 2026 LIMITED', '2026-06-25'],
      [{ number: '99003666', name: 'DRAYCOTT JOINERY LIMITED', ...liquidated('2024-06-10') }],
      unfiled,
    ),
    asks: report('99003665'),
    expect: { verdict: caution, never: /Possible successor/ },
  },
  {
    id: 'had-left-long-before',
    says: 'She had left the old company two years before it failed.',
    given: after(
      ['99003667', 'BREASTON JOINERY 2026 LIMITED', '2026-06-25'],
      [{ number: '99003668', name: 'BREASTON JOINERY LIMITED', left: '2024-05-01', ...liquidated('2026-07-16') }],
      unfiled,
    ),
    asks: report('99003667'),
    expect: { verdict: caution, never: /Possible successor/ },
  },
  {
    id: 'old-company-wound-up-as-solvent',
    says: 'The old company of the name was wound up by its members: everybody was paid.',
    given: after(
      ['99003669', 'OCKBROOK JOINERY 2026 LIMITED', '2026-06-25'],
      [
        {
          number: '99003670',
          name: 'OCKBROOK JOINERY LIMITED',
          ...liquidated('2026-07-16', 'members-voluntary-liquidation'),
        },
      ],
      unfiled,
    ),
    asks: report('99003669'),
    expect: { verdict: caution, never: /Possible successor/ },
  },
  {
    id: 'three-failed-apart',
    says: 'Three of his companies failed, a year between each, and nothing ties them to this one.',
    given: after(
      ['99003671', 'MICKLEOVER LEISURE LIMITED', '2016-03-01'],
      [
        { number: '99003672', name: 'FINDERN GROUNDWORKS LIMITED', ...liquidated('2023-05-10') },
        { number: '99003673', name: 'WILLINGTON BRICKS LIMITED', ...liquidated('2024-06-11') },
        { number: '99003674', name: 'ETWALL TURF LIMITED', ...liquidated('2025-11-20') },
      ],
    ),
    asks: report('99003671'),
    expect: { verdict: caution, because: /3 companies that failed apart.*ETWALL TURF/, rating: ['LOW_RISK'] },
  },
  {
    id: 'two-failed-apart',
    says: 'Two failed: it is a flag, and the verdict stays.',
    given: after(
      ['99003675', 'ALLESTREE LEISURE LIMITED', '2016-03-01'],
      [
        { number: '99003676', name: 'DUFFIELD GROUNDWORKS LIMITED', ...liquidated('2023-05-10') },
        { number: '99003677', name: 'QUARNDON BRICKS LIMITED', ...liquidated('2024-06-11') },
      ],
    ),
    asks: report('99003675'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /"flag":"serial_failure".*DUFFIELD GROUNDWORKS/ } },
  },
  {
    id: 'group-that-failed-at-once',
    says: 'Three companies of one group went down in one week.',
    given: after(
      ['99003678', 'MORLEY LEISURE LIMITED', '2016-03-01'],
      [
        { number: '99003679', name: 'STANLEY BRICKS NORTH LIMITED', ...liquidated('2024-06-10') },
        { number: '99003680', name: 'STANLEY BRICKS SOUTH LIMITED', ...liquidated('2024-06-11') },
        { number: '99003681', name: 'STANLEY BRICKS LIMITED', ...liquidated('2024-06-12') },
      ],
    ),
    asks: report('99003678'),
    expect: { verdict: ['PROCEED'], never: /serial_failure/ },
  },
  {
    id: 'posts-of-its-director-not-read',
    says: 'The other posts of its director could not be read: there may be a failed company among them.',
    given: both(
      down('companies-house', { path: /^\/officers\/[^/]+\/appointments$/ }),
      after(['99003682', 'SMALLEY JOINERY LIMITED', '2016-03-01'], []),
    ),
    asks: report('99003682'),
    expect: {
      verdict: caution,
      possibleVerdicts: diligence,
      because: /successor/i,
      missing: { source: 'companies-house', reason: 'upstream_failed' },
    },
  },
  {
    id: 'told-its-creditors-under-the-old-number',
    says: 'The notice prints the number of the company that failed, as such notices do, and the name of this one.',
    given: after(
      ['99003683', 'BARROW HILL PLATING LIMITED', '2026-06-25'],
      [
        {
          number: '99003684',
          name: 'BARROW HILL PLATING AND POLISHING LIMITED',
          ...liquidated('2026-07-16'),
          notices: [
            {
              code: '2403',
              on: '2026-07-30',
              says: 'Rule 22.4. Notice of the re-use of a prohibited name. The business is carried on by BARROW HILL PLATING LIMITED.',
            },
          ],
        },
      ],
      unfiled,
    ),
    asks: report('99003683'),
    expect: {
      verdict: caution,
      because: /re-use of a prohibited name/i,
      never: /Possible successor/,
    },
  },
  {
    id: 'told-its-creditors-too-late',
    says: 'Notice came five months after the business had passed: the law asks for it within four weeks.',
    given: after(
      ['99003685', 'DUCKMANTON ROOFING 2025 LIMITED', '2025-12-08'],
      [{ number: '99003686', name: 'DUCKMANTON ROOFING LIMITED', ...liquidated('2026-01-12') }],
      {
        ...unfiled,
        accounts: { year_end: '12-31', next: ['2025-12-08', '2026-12-31'], due: '2027-09-08', overdue: false },
        notices: [{ code: '2403', on: '2026-06-22', says: 'Rule 22.4. Notice of the re-use of a prohibited name.' }],
      },
    ),
    asks: report('99003685'),
    expect: { verdict: diligence, because: [/Possible successor of DUCKMANTON ROOFING LIMITED/, /prohibited name/] },
  },
]

/** New companies at the office of one that failed, and groups that are put in order. */
import type { Case } from '../case.ts'
import { companies, director, firm, type Facts } from '../companies-world.ts'
import { both, down } from '../wire.ts'

const report = (number: string): string => `/report/entity/${number}`
const diligence = ['ENHANCED_DUE_DILIGENCE']
const caution = ['PROCEED_WITH_CAUTION']
const yard = {
  premises: 'Unit 4',
  address_line_1: 'Furnace Yard',
  locality: 'Chesterfield',
  postal_code: 'S41 9ZZ',
  country: 'England',
}
const agents = { ...yard, premises: 'Suite 12', address_line_1: 'Sample Registered Offices', postal_code: 'WA1 9ZZ' }

interface Pair {
  readonly own: readonly [number: string, name: string]
  readonly failed: readonly [number: string, name: string]
  readonly facts?: Facts
  readonly old?: Facts
  readonly others?: readonly ReturnType<typeof firm>[]
}
/** Formed three weeks before another company of its director went into liquidation. */
const pair = ({ own: [number, name], failed: [oldNumber, oldName], facts = {}, old = {}, others = [] }: Pair) => {
  const one = (appointed: string) =>
    director(`successors-${number}`, `Averina ${surnames[number]}`, '1974-11', { appointed })
  return companies({
    firms: [
      firm(number, name, {
        created: '2026-06-25',
        sic: ['43910'],
        address: yard,
        officers: [one('2026-06-25')],
        accounts: { year_end: '06-30', next: ['2026-06-25', '2027-06-30'], due: '2028-03-25', overdue: false },
        filings: [['2026-06-25', 'NEWINC']],
        ...facts,
      }),
      firm(oldNumber, oldName, {
        sic: ['43999'],
        address: yard,
        officers: [one('2012-02-01')],
        status: 'liquidation',
        cases: [{ type: 'creditors-voluntary-liquidation', dates: { 'wound-up-on': '2026-07-16' } }],
        ...old,
      }),
      ...others,
    ],
  })
}
const surnames: Readonly<Record<string, string>> = {
  99003721: 'GLAPWELL',
  99003723: 'PLEASLEY',
  99003725: 'SHIREBROOK',
  99003727: 'WHALEY',
  99003729: 'SCARCLIFFE',
  99003732: 'PALTERTON',
}
const heldBy = (company: string, registration: string, notified: string): Facts => ({
  owners: [{ company, registration, notified, control: ['ownership-of-shares-75-to-100-percent'] }],
})

export const successors: readonly Case[] = [
  {
    id: 'goes-on-at-its-office',
    says: 'Another name, and the same director, yard and trade: the old one failed three weeks later.',
    given: pair({ own: ['99003721', 'GLAPWELL FACADES LIMITED'], failed: ['99003722', 'TIBSHELF CLADDING LIMITED'] }),
    asks: report('99003721'),
    expect: {
      verdict: diligence,
      because: /Possible successor of TIBSHELF CLADDING LIMITED \(99003722\).*its office and its trade/,
    },
  },
  {
    id: 'goes-on-at-the-office-of-an-agent',
    says: 'The office is that of an agent with thousands of companies: it ties nobody to anybody.',
    given: pair({
      own: ['99003723', 'PLEASLEY FACADES LIMITED'],
      failed: ['99003724', 'STONY HOUGHTON CLADDING LIMITED'],
      facts: { address: agents },
      old: { address: agents },
    }),
    asks: report('99003723'),
    expect: { verdict: caution, never: /Possible successor/ },
  },
  {
    id: 'another-trade-at-its-office',
    says: 'The same yard, and a bakery in the place of the builder.',
    given: pair({
      own: ['99003725', 'SHIREBROOK BREAD LIMITED'],
      failed: ['99003726', 'LANGWITH CLADDING LIMITED'],
      facts: { sic: ['10710'] },
    }),
    asks: report('99003725'),
    expect: { verdict: caution, never: /Possible successor/ },
  },
  {
    id: 'neighbours-not-counted',
    says: 'How many companies share its postcode did not come: it may be an agent’s, or the yard of the two alone.',
    given: both(
      down('companies-house', { path: /^\/advanced-search/ }),
      pair({ own: ['99003727', 'WHALEY FACADES LIMITED'], failed: ['99003728', 'CRESWELL CLADDING LIMITED'] }),
    ),
    asks: report('99003727'),
    expect: { verdict: caution, possibleVerdicts: diligence, because: /successor/i },
  },
  {
    id: 'group-put-in-order',
    says: 'One parent of twenty years closes a company and goes on in another of a like name.',
    given: pair({
      own: ['99003729', 'SCARCLIFFE GATES (2026) LIMITED'],
      failed: ['99003730', 'SCARCLIFFE GATES LIMITED'],
      facts: heldBy('SCARCLIFFE GROUP LIMITED', '99003731', '2026-06-25'),
      old: heldBy('SCARCLIFFE GROUP LIMITED', '99003731', '2016-04-06'),
      others: [firm('99003731', 'SCARCLIFFE GROUP LIMITED', { created: '2004-05-10' })],
    }),
    asks: report('99003729'),
    expect: { verdict: caution, never: /Possible successor/ },
  },
  {
    id: 'parent-as-young-as-the-company',
    says: 'The parent of both was put over them when the old one was about to fail.',
    given: pair({
      own: ['99003732', 'PALTERTON GATES (2026) LIMITED'],
      failed: ['99003733', 'PALTERTON GATES LIMITED'],
      facts: heldBy('PALTERTON GROUP LIMITED', '99003734', '2026-06-25'),
      old: heldBy('PALTERTON GROUP LIMITED', '99003734', '2026-06-20'),
      others: [
        firm('99003734', 'PALTERTON GROUP LIMITED', { created: '2026-06-01', filings: [['2026-06-01', 'NEWINC']] }),
      ],
    }),
    asks: report('99003732'),
    expect: { verdict: diligence, because: /Possible successor of PALTERTON GATES LIMITED/ },
  },
]

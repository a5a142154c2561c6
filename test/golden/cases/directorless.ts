/** Companies that nobody runs, or companies only. */
import type { Case } from '../case.ts'
import { company, director, type Facts } from '../companies-world.ts'

const report = (number: string): string => `/report/entity/${number}`
const diligence = ['ENHANCED_DUE_DILIGENCE']
const caution = ['PROCEED_WITH_CAUTION']
const resigned = (on: string): Facts => ({
  officers: [
    director(`left-${on}-a`, 'Lettice WHITWOOD', '1964-04', { appointed: '2009-01-12', resigned: on }),
    director(`left-${on}-b`, 'Gervase WHITWOOD', '1961-09', { appointed: '2009-01-12', resigned: '2026-06-30' }),
  ],
})
const led = {
  id: 'x'.repeat(27),
  name: 'KIRKTHORPE NOMINEES LIMITED',
  role: 'corporate-director',
  appointed: '2014-03-03',
}

export const directorless: readonly Case[] = [
  {
    id: 'board-resigned',
    says: 'The last of its directors left six weeks ago, and nobody followed.',
    given: company('99003641', 'WHITWOOD EXTRUSIONS LIMITED', resigned('2026-09-03')),
    asks: report('99003641'),
    expect: {
      verdict: diligence,
      because: /^No natural person has been its director since 3 September 2026/,
      advises: [/^No natural person/, /who may bind it/i],
    },
  },
  {
    id: 'board-resigned-last-week',
    says: 'The last left thirteen days ago: who follows may still be on the way to the register.',
    given: company('99003642', 'SHARLSTON BRUSHES LIMITED', resigned('2026-10-02')),
    asks: report('99003642'),
    expect: { verdict: caution, because: /No serving director/i },
  },
  {
    id: 'run-by-a-company-only',
    says: 'A company alone sits on its board, which the law forbids.',
    given: company('99003643', 'CROFTON TRADING LIMITED', { officers: [led] }),
    asks: report('99003643'),
    expect: { verdict: diligence, because: /companies only, KIRKTHORPE NOMINEES/ },
  },
  {
    id: 'partnership-of-companies',
    says: 'Companies may be the only members of a partnership.',
    given: company('OC993644', 'FOULBY PARTNERS LLP', {
      type: 'llp',
      officers: [
        { ...led, role: 'corporate-llp-designated-member' },
        { ...led, id: 'y'.repeat(27), name: 'NOSTELL CAPITAL LIMITED', role: 'corporate-llp-designated-member' },
      ],
    }),
    asks: report('OC993644'),
    expect: { verdict: ['PROCEED'] },
  },
  {
    id: 'officers-not-read-of-a-company-in-order',
    says: 'The officers did not come: there may be none.',
    given: company('99003645', 'HEMSWORTH CASTINGS LIMITED', {}, { down: ['officers'] }),
    asks: report('99003645'),
    expect: {
      verdict: caution,
      possibleVerdicts: diligence,
      because: /no natural director/i,
      missing: { source: 'companies-house' },
    },
  },
]

/** Petitions to wind a company up, and which of them ended. */
import type { Case } from '../case.ts'
import { company } from '../companies-world.ts'
import type { Notice } from '../gazette-world.ts'

const report = (number: string): string => `/report/entity/${number}`
const DO_NOT = ['DO_NOT_ENGAGE']
const fine = ['PROCEED', 'PROCEED_WITH_CAUTION']

const petition = (on: string, presented: string, by: string, more: Partial<Notice> = {}): Notice => ({
  code: '2450',
  on,
  says: `A Petition to wind up the above-named company presented on ${presented} by ${by}, claiming to be a creditor of the company, will be heard in London.`,
  ...more,
})
const revenue = 'THE COMMISSIONERS FOR HM REVENUE AND CUSTOMS'
const dismissal = (on: string, says = 'Notice is hereby given that the petition was dismissed.'): Notice => ({
  code: '2461',
  on,
  says,
})

export const petitions: readonly Case[] = [
  {
    id: 'dismissed-of-another-creditor',
    says: 'Two creditors petitioned; the dismissal names the second, and the first goes on.',
    given: company('99003651', 'RYHILL CONVEYORS LIMITED', {
      notices: [
        petition('2026-05-12', '3 May 2026', revenue),
        petition('2026-06-09', '28 May 2026', 'NOTTON AGGREGATES LIMITED'),
        dismissal(
          '2026-07-15',
          'A petition presented on 28 May 2026 by Notton Aggregates Ltd and advertised on 9 June 2026 was dismissed on 8 July 2026.',
        ),
      ],
    }),
    asks: report('99003651'),
    expect: { verdict: DO_NOT, because: /petition.*12 May 2026/i },
  },
  {
    id: 'both-petitions-dismissed',
    says: 'Both were dismissed, each by a notice of its own.',
    given: company('99003652', 'WINTERSETT JOISTS LIMITED', {
      notices: [
        petition('2026-05-12', '3 May 2026', revenue),
        petition('2026-06-09', '28 May 2026', 'NOTTON AGGREGATES LIMITED'),
        dismissal('2026-07-15'),
        dismissal('2026-07-22'),
      ],
    }),
    asks: report('99003652'),
    expect: { verdict: fine, notDecidedBy: /petition/i, read: { red_flags: /petition_dismissed/ } },
  },
  {
    id: 'one-of-two-dismissed-and-none-named',
    says: 'One of two was dismissed, by a notice that does not say which.',
    given: company('99003653', 'COLD HIENDLEY LIFTING LIMITED', {
      notices: [
        petition('2026-05-12', '3 May 2026', revenue),
        petition('2026-06-09', '28 May 2026', 'NOTTON AGGREGATES LIMITED'),
        dismissal('2026-07-15'),
      ],
    }),
    asks: report('99003653'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: DO_NOT,
      because: /cannot be told/i,
      never: /usual terms/i,
    },
  },
  {
    id: 'petition-advertised-twice-and-dismissed',
    says: 'The hearing was put off and the petition advertised again: it is one petition, and it was dismissed.',
    given: company('99003654', 'HAVERCROFT SAUSAGES LIMITED', {
      notices: [
        petition('2026-05-12', '3 May 2026', revenue),
        petition('2026-06-09', '3 May 2026', revenue),
        dismissal('2026-07-15'),
      ],
    }),
    asks: report('99003654'),
    expect: { verdict: fine, notDecidedBy: /petition/i },
  },
  {
    id: 'petition-under-its-old-name',
    says: 'It took a new name eleven days after a petition was advertised under the old one, without a number.',
    given: company('99003655', 'ROYSTON GLAZING LIMITED', {
      former: [{ name: 'SHAFTON GLAZING LIMITED', from: '2001-02-04', until: '2026-09-21' }],
      notices: [
        petition('2026-09-10', '1 September 2026', 'NOTTON AGGREGATES LIMITED', {
          unnumbered: true,
          whole:
            'In the Matter of SHAFTON GLAZING LIMITED. A Petition to wind up the above-named company presented on 1 September 2026 by NOTTON AGGREGATES LIMITED, claiming to be a creditor.',
          title: 'SHAFTON GLAZING LIMITED',
        }),
      ],
    }),
    asks: report('99003655'),
    expect: { verdict: ['PROCEED_WITH_CAUTION'], possibleVerdicts: DO_NOT, because: /petition.*namesake/i },
  },
  {
    id: 'old-name-of-long-ago',
    says: 'It gave the name up eight years ago, and another of that name is petitioned against.',
    given: company('99003656', 'CUDWORTH MILLS LIMITED', {
      former: [{ name: 'GRIMETHORPE MILLS LIMITED', from: '2001-02-04', until: '2018-03-30' }],
      notices: [
        petition('2026-09-10', '1 September 2026', 'NOTTON AGGREGATES LIMITED', {
          whole:
            'In the Matter of GRIMETHORPE MILLS LIMITED. A Petition to wind up the above-named company presented on 1 September 2026.',
          title: 'GRIMETHORPE MILLS LIMITED',
        }),
      ],
    }),
    asks: report('99003656'),
    expect: { verdict: ['PROCEED'] },
  },
  {
    id: 'petition-withdrawn-by-the-gazette',
    says: 'The Gazette took the notice back.',
    given: company('99003657', 'BRIERLEY LOCKS LIMITED', {
      notices: [petition('2026-09-22', '13 September 2026', 'NOTTON AGGREGATES LIMITED', { withdrawn: true })],
    }),
    asks: report('99003657'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /notice_withdrawn/ }, notDecidedBy: /petition/i },
  },
  {
    id: 'restored-last-month',
    says: 'It was struck off in January and restored in September.',
    given: company('99003658', 'FELKIRK MARINE LIMITED', {
      strikeOffs: [
        ['2026-09-15', 'RT01'],
        ['2026-01-20', 'GAZ2'],
        ['2025-10-28', 'GAZ1'],
      ],
    }),
    asks: report('99003658'),
    expect: { verdict: fine, read: { red_flags: /"flag":"restored".*20 January 2026/ } },
  },
]

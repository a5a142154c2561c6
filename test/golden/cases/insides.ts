/** Shells in new hands, charges of a company's own people, and landowners from abroad. */
import type { Case } from '../case.ts'
import { companies, company, director, firm, type Facts } from '../companies-world.ts'

const report = (number: string): string => `/report/entity/${number}`
const fine = ['PROCEED', 'PROCEED_WITH_CAUTION']
const dormant: Facts = {
  accounts: {
    year_end: '05-31',
    last: ['2024-06-01', '2025-05-31', 'dormant'],
    next: ['2025-06-01', '2026-05-31'],
    due: '2027-02-28',
    overdue: false,
  },
}
const charge = (to: string, created = '2026-09-02') => ({
  code: '990036910001',
  created,
  delivered: created,
  to,
  floating: true as const,
})
const sole = (id: string, name: string, appointed: string) => [director(id, name, '1971-05', { appointed })]

export const insides: readonly Case[] = [
  {
    id: 'shell-in-new-hands',
    says: 'Dormant for years; within two weeks a new name, a new director and a charge.',
    given: company('99003691', 'THORNBOROUGH TRADING LIMITED', {
      ...dormant,
      former: [{ name: 'PINEFOLD NOMINEES LIMITED', from: '2010-05-08', until: '2026-09-15' }],
      officers: sole('thornborough', 'Theodric WANSLEY', '2026-09-14'),
      charges: [charge('Halverley Bridging Limited', '2026-09-20')],
    }),
    asks: report('99003691'),
    expect: { verdict: fine, read: { red_flags: /"flag":"woken_shell","severity":"medium".*a new name/ } },
  },
  {
    id: 'shell-with-a-new-name-only',
    says: 'Dormant, and renamed: the hands are the same.',
    given: company('99003692', 'SNAPE MARSH LIMITED', {
      ...dormant,
      former: [{ name: 'WELLBURN NOMINEES LIMITED', from: '2010-05-08', until: '2026-09-15' }],
    }),
    asks: report('99003692'),
    expect: { verdict: ['PROCEED'], never: /woken_shell/ },
  },
  {
    id: 'shell-woken-by-its-group',
    says: 'A group of thirty years buys a dormant company, renames it and puts its own director in.',
    given: companies({
      firms: [
        firm('99003698', 'CASTLE BOLTON HOSTING LIMITED', {
          ...dormant,
          former: [{ name: 'WENSLEY NOMINEES LIMITED', from: '2010-05-08', until: '2026-09-15' }],
          officers: sole('bolton', 'Hildred SCARGILL', '2026-09-14'),
          owners: [
            {
              company: 'SCARGILL GROUP LIMITED',
              registration: '99003699',
              notified: '2026-09-14',
              control: ['ownership-of-shares-75-to-100-percent'],
            },
          ],
        }),
        firm('99003699', 'SCARGILL GROUP LIMITED', { created: '1996-03-04' }),
      ],
    }),
    asks: report('99003698'),
    expect: { verdict: ['PROCEED'], never: /woken_shell/ },
  },
  {
    id: 'residents-in-new-hands',
    says: 'A residents’ company is dormant for ever: two new directors and a new name are its yearly meeting.',
    given: company('99003693', 'BEDALE COURT RESIDENTS LIMITED', {
      ...dormant,
      sic: ['98000'],
      former: [{ name: 'BEDALE COURT MANAGEMENT LIMITED', from: '2010-05-08', until: '2026-09-15' }],
      officers: sole('bedale', 'Winifred LEEMING', '2026-09-14'),
    }),
    asks: report('99003693'),
    expect: { verdict: ['PROCEED'], never: /woken_shell/ },
  },
  {
    id: 'charge-to-its-own-director',
    says: 'Its only director took a charge over all of it six weeks ago.',
    given: company('99003694', 'ASKRIGG DRAINS LIMITED', {
      officers: sole('askrigg', 'Wilfred ASKHAM', '2009-03-02'),
      charges: [charge('Wilfred Askham')],
    }),
    asks: report('99003694'),
    expect: {
      verdict: fine,
      read: { red_flags: /"flag":"insider_charge".*Wilfred Askham/i },
      never: /usual where a bank/i,
    },
  },
  {
    id: 'charge-to-somebody-of-its-director-s-name',
    says: 'Who holds the charge has a forename more than its director: it may be his son.',
    given: company('99003700', 'MELBECKS LEAD LIMITED', {
      officers: sole('melbecks', 'Ralph MUKER', '2009-03-02'),
      charges: [charge('Ralph Everard Muker')],
    }),
    asks: report('99003700'),
    expect: {
      verdict: fine,
      read: {
        red_flags: /"severity":"medium"[^}]*may hold a charge[^}]*possible match by name with Ralph Everard Muker/,
      },
    },
  },
  {
    id: 'charge-to-its-pension',
    says: 'The trustees of its pension, a director among them, lent to it: lawful, and usual.',
    given: company('99003695', 'CARPERBY CABINETS LIMITED', {
      officers: sole('carperby', 'Roderick CARPER', '2009-03-02'),
      charges: [charge('Roderick Carper and Dales Pension Trustees Limited')],
    }),
    asks: report('99003695'),
    expect: { verdict: ['PROCEED'], never: /insider_charge/ },
  },
  {
    id: 'charges-not-read-of-a-sole-director',
    says: 'The charges did not come: one may be the director’s.',
    given: company(
      '99003696',
      'REDMIRE STONE LIMITED',
      { officers: sole('redmire', 'Cuthbert REDFERN', '2009-03-02') },
      { down: ['charges'] },
    ),
    asks: report('99003696'),
    expect: { missing: { source: 'companies-house' }, never: /insider_charge/ },
  },
  {
    id: 'overseas-entity-out-of-date',
    says: 'A company abroad that owns land here is ten months late with its update.',
    given: company('OE993697', 'GOLDEN QUAY PROPERTIES S.A.', {
      type: 'registered-overseas-entity',
      status: 'registered',
      jurisdiction: 'united-kingdom',
      filings: [['2022-12-15', 'NEWINC']],
      profile: {
        accounts: undefined,
        confirmation_statement: {
          last_made_up_to: '2024-12-01',
          next_made_up_to: '2025-12-01',
          next_due: '2025-12-15',
          overdue: true,
        },
      },
    }),
    asks: report('OE993697'),
    expect: {
      because: /304 days overdue/,
      advises: /cannot be registered until it has updated/,
      neverAdvises: /credit|usual terms/i,
    },
  },
]

/** Whether to deal with a company: the verdict of the report, and what it is given for. */
import type { Case } from '../case.ts'
import { companies, company, director, firm } from '../companies-world.ts'
import { both, down } from '../wire.ts'

const report = (number: string): string => `/report/entity/${number}`
const DO_NOT = ['DO_NOT_ENGAGE']
const diligence = ['ENHANCED_DUE_DILIGENCE']
const caution = ['PROCEED_WITH_CAUTION']

export const verdicts: readonly Case[] = [
  {
    id: 'proceed',
    says: 'A company in order, whose two directors nobody disqualified.',
    given: company('99003201', 'WINTERSLOW INSTRUMENTS LIMITED'),
    asks: report('99003201'),
    expect: {
      verdict: ['PROCEED'],
      possibleVerdicts: ['PROCEED'],
      confidence: ['high'],
      certain: true,
      rating: ['LOW_RISK'],
    },
  },
  {
    id: 'regulator-not-read',
    says: 'The register of financial services did not answer: its regulator may have fined it.',
    given: both(down('fca-register'), company('99003229', 'HOLLINGBOURNE WEALTH LIMITED')),
    asks: report('99003229'),
    expect: {
      verdict: ['PROCEED', ...caution],
      possibleVerdicts: caution,
      confidence: ['medium', 'low'],
      advises: /register of financial services/i,
      neverAdvises: /usual terms/i,
      missing: { source: 'fca-register' },
    },
  },
  {
    id: 'identifiers-not-read',
    says: 'The index of legal entity identifiers did not answer: that tells nothing for or against the company.',
    given: both(down('gleif'), company('99003230', 'WYNDHAM CROSS CASTINGS LIMITED')),
    asks: report('99003230'),
    expect: {
      verdict: ['PROCEED'],
      possibleVerdicts: ['PROCEED'],
      confidence: ['high'],
      certain: true,
      missing: { source: 'gleif', reason: 'upstream_failed' },
    },
  },
  {
    id: 'dissolved-without-a-blemish',
    says: 'Dissolved last month after a solvent liquidation: there is nobody to contract with.',
    given: company('99003202', 'PENWARDEN TRUSTEES LIMITED', {
      status: 'dissolved',
      ceased: '2026-09-16',
      cases: [
        { type: 'members-voluntary-liquidation', dates: { 'wound-up-on': '2025-10-06', 'dissolved-on': '2026-09-16' } },
      ],
    }),
    asks: report('99003202'),
    expect: { verdict: DO_NOT, because: /dissolved.*16 September 2026/i, advises: /no longer exists/i },
  },
  {
    id: 'wound-up-by-the-court',
    says: 'In compulsory liquidation since spring, which the register has and the Gazette could not be asked for.',
    given: company(
      '99003203',
      'GREATOREX PALLETS LIMITED',
      {
        status: 'liquidation',
        cases: [
          {
            type: 'compulsory-liquidation',
            dates: { 'petitioned-on': '2026-01-30', 'ordered-to-wind-up-on': '2026-03-25' },
          },
        ],
      },
      { down: ['gazette'] },
    ),
    asks: report('99003203'),
    expect: {
      verdict: DO_NOT,
      because: /compulsory liquidation/i,
      atLeast: 90,
      rating: ['CRITICAL_RISK'],
      missing: { source: 'gazette', reason: 'upstream_failed' },
    },
  },
  {
    id: 'order-advertised',
    says: 'The court ordered it wound up on Monday; the register knows of nothing.',
    given: company('99003204', 'STONEGRAVE ELECTRICAL LIMITED', {
      notices: [
        {
          code: '2452',
          on: '2026-10-14',
          says: 'Date of Winding-up Order: 12 October 2026. Official Receiver appointed.',
        },
      ],
    }),
    asks: report('99003204'),
    expect: { verdict: DO_NOT, because: /order to wind it up/i },
  },
  {
    id: 'petition-of-its-landlord',
    says: 'Its landlord petitioned three weeks ago; accounts and charges are in order.',
    given: company('99003205', 'FOLKINGHAM FITNESS LIMITED', {
      notices: [
        {
          code: '2450',
          on: '2026-09-23',
          says: 'A Petition to wind up the above-named company presented on 11 September 2026 by BRANCASTER ARCADES LLP will be heard on 11 November 2026.',
        },
      ],
    }),
    asks: report('99003205'),
    expect: { verdict: DO_NOT, because: /petition/i, advises: /petition/i },
  },
  {
    id: 'in-administration',
    says: 'Administrators run it since the summer.',
    given: company('99003206', 'LANGRISH GARDEN CENTRES LIMITED', {
      status: 'administration',
      cases: [{ type: 'in-administration', dates: { 'administration-started-on': '2026-07-17' } }],
    }),
    asks: report('99003206'),
    expect: { verdict: DO_NOT, because: /administration/i },
  },
  {
    id: 'in-receivership',
    says: 'A receiver of a Scottish floating charge has its undertaking.',
    given: company('SC993207', 'STRATHCONON SAWMILLS LIMITED', {
      jurisdiction: 'scotland',
      status: 'receivership',
      cases: [{ type: 'scottish-administrative-receiver', dates: { 'instrumented-on': '2026-05-20' } }],
    }),
    asks: report('SC993207'),
    expect: { verdict: DO_NOT, because: /receiver/i },
  },
  {
    id: 'moratorium-in-force',
    says: 'A moratorium was advertised last week: creditors are held off.',
    given: company('99003208', 'QUARLEY DOWN POULTRY LIMITED', {
      notices: [
        {
          code: '2401',
          on: '2026-10-07',
          says: 'A moratorium under Part A1 of the Insolvency Act 1986 came into force on 5 October 2026.',
        },
      ],
    }),
    asks: report('99003208'),
    expect: { verdict: DO_NOT, because: /moratorium/i },
  },
  {
    id: 'members-close-it',
    says: 'Its members wind it up as solvent: claims will be paid, and there is no future with it.',
    given: company('99003209', 'BELLERBY SURVEYS LIMITED', {
      status: 'liquidation',
      cases: [
        {
          type: 'members-voluntary-liquidation',
          dates: { 'declaration-solvent-on': '2026-08-24', 'wound-up-on': '2026-08-31' },
        },
      ],
    }),
    asks: report('99003209'),
    expect: { verdict: diligence, because: /solvent|members/i, atLeast: 35, atMost: 89 },
  },
  {
    id: 'under-an-arrangement',
    says: 'It pays forty pence in the pound under an arrangement of this spring.',
    given: company('99003210', 'MARRICK PRIORY BREWERY LIMITED', {
      status: 'voluntary-arrangement',
      cases: [{ type: 'corporate-voluntary-arrangement', dates: { 'voluntary-arrangement-started-on': '2026-04-29' } }],
    }),
    asks: report('99003210'),
    expect: { verdict: diligence, because: /arrangement/i },
  },
  {
    id: 'about-to-be-struck-off',
    says: 'The registrar gave notice of striking it off in August, and nobody objected.',
    given: company('99003211', 'YAPHAM COMMON LETTINGS LIMITED', {
      detail: 'active-proposal-to-strike-off',
      strikeOffs: [['2026-08-25', 'GAZ1']],
    }),
    asks: report('99003211'),
    expect: { verdict: diligence, because: /strike it off/i },
  },
  {
    id: 'striking-off-held-up',
    says: 'The tax authority objected to its striking off, which is suspended: no verdict rests on the proposal, but it is told.',
    given: company('99003212', 'ELMSTEAD TUTORS LIMITED', {
      detail: 'active-proposal-to-strike-off',
      strikeOffs: [
        ['2026-06-30', 'SOAS(A)'],
        ['2026-05-12', 'GAZ1(A)'],
        ['2026-05-01', 'DS01'],
      ],
    }),
    asks: report('99003212'),
    expect: {
      verdict: ['PROCEED', 'PROCEED_WITH_CAUTION'],
      notDecidedBy: /strik|struck/i,
      read: { red_flags: /suspended/i },
    },
  },
  {
    id: 'only-director-disqualified',
    says: 'Its only director gave an undertaking in 2024 not to be one until 2030.',
    given: company(
      '99003213',
      'TORRINGWELL SCAFFOLDING LIMITED',
      { officers: [director('torringwell', 'Ludovic CRASTERBY', '1976-03', { appointed: '2021-06-14' })] },
      {
        bans: [
          {
            name: 'Ludovic CRASTERBY',
            born: '1976-03-19',
            type: 'undertaking',
            from: '2024-07-09',
            until: '2030-07-08',
            company: 'CRASTERBY PLANT LIMITED',
          },
        ],
      },
    ),
    asks: report('99003213'),
    expect: {
      verdict: DO_NOT,
      because: /Ludovic Crasterby.*disqualified.*8 July 2030/i,
      rating: ['LOW_RISK'],
      advises: /disqualified/i,
    },
  },
  {
    id: 'only-director-once-disqualified',
    says: 'Its only director’s disqualification ran out in 2022.',
    given: company(
      '99003214',
      'ROSEBUSH DAIRY GOATS LIMITED',
      { officers: [director('rosebush', 'Gwenifer HAILSBURY', '1969-10', { appointed: '2023-01-16' })] },
      {
        bans: [
          {
            name: 'Gwenifer HAILSBURY',
            born: '1969-10-02',
            from: '2016-05-24',
            until: '2022-05-23',
            company: 'HAILSBURY LEATHER LIMITED',
          },
        ],
      },
    ),
    asks: report('99003214'),
    expect: { verdict: ['PROCEED', 'PROCEED_WITH_CAUTION'], notDecidedBy: /disqualif/i },
  },
  {
    id: 'only-director-a-namesake',
    says: 'Somebody of her name is disqualified, who was born thirty years before her.',
    given: company(
      '99003215',
      'AUDLEM BOOKBINDERS LIMITED',
      { officers: [director('audlem', 'Hermia TALLENTYRE', '1991-12', { appointed: '2017-09-04' })] },
      {
        bans: [
          {
            name: 'Hermia TALLENTYRE',
            born: '1961-12-30',
            from: '2023-02-14',
            until: '2031-02-13',
            company: 'TALLENTYRE VENDING LIMITED',
          },
        ],
      },
    ),
    asks: report('99003215'),
    expect: { verdict: ['PROCEED'], possibleVerdicts: ['PROCEED'], never: /only director[^"]*is disqualified/i },
  },
  {
    id: 'only-director-not-looked-up',
    says: 'The register of disqualifications did not answer for its only director.',
    given: company(
      '99003216',
      'CASTLE BYTHAM HONEY LIMITED',
      { officers: [director('bytham', 'Algernon FRITHSDEN', '1980-05', { appointed: '2014-04-07' })] },
      { down: ['disqualified'] },
    ),
    asks: report('99003216'),
    expect: {
      verdict: caution,
      possibleVerdicts: ['ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION'],
      because: /disqualif|director/i,
      advises: /disqualif/i,
    },
  },
  {
    id: 'overseas-company',
    says: 'A Danish company with an establishment here: its insolvency would be kept in Denmark.',
    given: company('FC993217', 'VESTERGARD SKIBSUDSTYR A/S', {
      type: 'oversea-company',
      jurisdiction: 'united-kingdom',
      filings: [['2016-03-21', 'NEWINC']],
      profile: { accounts: undefined, confirmation_statement: undefined },
    }),
    asks: report('FC993217'),
    expect: { verdict: [...caution, ...diligence], because: /overseas/i, advises: /overseas/i },
  },
  {
    id: 'petition-with-its-name-only',
    says: 'A petition was advertised against a company of its name, without a number.',
    given: company('99003218', 'ASHCOMBE PARTNERS LIMITED', {
      notices: [
        {
          code: '2450',
          on: '2026-08-19',
          unnumbered: true,
          says: 'A Petition to wind up the above-named company will be heard on 30 September 2026.',
        },
      ],
    }),
    asks: report('99003218'),
    expect: {
      verdict: caution,
      possibleVerdicts: ['DO_NOT_ENGAGE', 'PROCEED_WITH_CAUTION'],
      because: /petition/i,
      advises: /petition/i,
    },
  },
  {
    id: 'nothing-filed-yet',
    says: 'Seven months old, with no accounts on file.',
    given: company('99003219', 'OTTERHAM QUAY YACHTS LIMITED', {
      created: '2026-03-09',
      accounts: { year_end: '03-31', next: ['2026-03-09', '2027-03-31'], due: '2027-12-09', overdue: false },
      confirmation: { next: '2027-03-08', due: '2027-03-22', overdue: false },
      officers: [director('otterham', 'Crispin VALLIS-GORE', '1987-02', { appointed: '2026-03-09' })],
      filings: [['2026-03-09', 'NEWINC']],
    }),
    asks: report('99003219'),
    expect: { verdict: [...caution, ...diligence], because: /no accounts/i, confidence: ['low'] },
  },
  {
    id: 'insolvency-record-not-read',
    says: 'The record of its insolvency cases did not come; all else is in order.',
    given: company('99003220', 'SPROXTON LIME LIMITED', {}, { down: ['insolvency'] }),
    asks: report('99003220'),
    expect: {
      verdict: caution,
      possibleVerdicts: ['DO_NOT_ENGAGE', 'PROCEED_WITH_CAUTION'],
      advises: /insolvency/i,
      possible: ['CRITICAL_RISK'],
      missing: { source: 'companies-house', reason: 'upstream_failed' },
    },
  },
  {
    id: 'status-of-a-new-kind',
    says: 'The register gives it a status that nobody here knows: never sound.',
    given: company('99003221', 'HINDERWELL JET LIMITED', { status: 'winding-down' }),
    asks: report('99003221'),
    expect: {
      verdict: [...caution, ...diligence],
      because: /status/i,
      advises: /winding down/i,
      possible: ['CRITICAL_RISK'],
      confidence: ['low', 'medium'],
    },
  },
  {
    id: 'status-not-stated',
    says: 'The register states no status of a limited company: it may be in liquidation.',
    given: company('99003222', 'BRAFFERTON MILLS LIMITED', { profile: { company_status: undefined } }),
    asks: report('99003222'),
    expect: {
      read: { 'entity.status': null },
      verdict: caution,
      possibleVerdicts: ['DO_NOT_ENGAGE', 'PROCEED'],
      because: /no status/i,
      possible: ['CRITICAL_RISK'],
      confidence: ['low', 'medium'],
    },
  },
  {
    id: 'registered-society',
    says: 'A society of farmers, whose accounts and insolvency another register keeps: this one gives it no status, and nothing to judge by.',
    given: company('IP993226', 'HAWESWATER HILL FARMERS SOCIETY LIMITED', {
      type: 'registered-society-non-jurisdictional',
      officers: [],
      filings: [],
      profile: {
        company_status: undefined,
        accounts: undefined,
        confirmation_statement: undefined,
        sic_codes: undefined,
      },
    }),
    asks: report('IP993226'),
    expect: {
      read: { 'entity.status': null },
      notDecidedBy: /./,
      verdict: [...caution, ...diligence],
      confidence: ['low'],
      advises: /too little is known|no accounts/i,
    },
  },
  {
    id: 'case-of-a-new-kind',
    says: 'The register has an open insolvency case of a kind that nobody here knows, of a company that it calls active.',
    given: company('99003223', 'KIRBY SIGSTON FOODS LIMITED', {
      cases: [{ type: 'creditor-led-reconstruction', dates: { 'instrumented-on': '2026-08-03' } }],
    }),
    asks: report('99003223'),
    expect: {
      verdict: [...caution, ...diligence],
      advises: /creditor led reconstruction/i,
      possible: ['CRITICAL_RISK'],
      confidence: ['low', 'medium'],
      never: /has no insolvency case/i,
    },
  },
  {
    id: 'two-facts-decide',
    says: 'Its members resolved to wind it up in September; a creditor petitioned against it in October.',
    given: company('99003224', 'NUNNINGTON ESTATE OFFICE LIMITED', {
      notices: [
        {
          code: '2450',
          on: '2026-10-09',
          says: 'A Petition to wind up the above-named company will be heard on 1 December 2026.',
        },
        {
          code: '2431',
          on: '2026-09-16',
          says: 'It was resolved as a special resolution that the company be wound up voluntarily.',
        },
      ],
    }),
    asks: report('99003224'),
    expect: { verdict: DO_NOT, because: [/petition/i, /members.{0,3} voluntary liquidation/i], decidedBy: /petition/i },
  },
  {
    id: 'one-of-two-directors-disqualified',
    says: 'One of its two directors is disqualified: it is said of the person, and the other may bind the company.',
    given: companies({
      firms: [
        firm('99003225', 'THORGANBY PUMPS LIMITED', {
          officers: [
            director('thorganby-a', 'Rosamund EVERLEDGE', '1972-06', { appointed: '2008-11-03' }),
            director('thorganby-b', 'Denzil MOORSHOLM', '1965-01', { appointed: '2008-11-03' }),
          ],
        }),
      ],
      bans: [
        {
          name: 'Denzil MOORSHOLM',
          born: '1965-01-27',
          from: '2025-01-14',
          until: '2032-01-13',
          company: 'MOORSHOLM LIFTS LIMITED',
        },
      ],
    }),
    asks: report('99003225'),
    expect: {
      verdict: diligence,
      because: /Denzil Moorsholm is disqualified.*13 January 2032/i,
      never: /Its only director/i,
    },
  },
]

/** The company that owns another: what becomes of it reaches the one that it owns. */
import type { Case } from '../case.ts'
import { companies, firm, type Facts, type World } from '../companies-world.ts'
import { both, down } from '../wire.ts'

const report = (number: string): string => `/report/entity/${number}`
const entity = (number: string): string => `/entity/${number}?depth=full`
const diligence = ['ENHANCED_DUE_DILIGENCE']

/** A company and the one that owns it, by a share. */
const owned = (
  [number, name]: readonly [string, string],
  [parentNumber, parentName]: readonly [string, string],
  share: string,
  facts: Facts = {},
  rest: Omit<World, 'firms'> = {},
) =>
  companies({
    ...rest,
    firms: [
      firm(number, name, {
        owners: [
          {
            company: parentName,
            registration: parentNumber,
            notified: '2017-03-01',
            control: [`ownership-of-shares-${share}-percent`],
          },
        ],
      }),
      firm(parentNumber, parentName, facts),
    ],
  })
const inAdministration: Facts = {
  status: 'administration',
  cases: [{ type: 'in-administration', dates: { 'administration-started-on': '2026-09-14' } }],
}

export const parents: readonly Case[] = [
  {
    id: 'parent-in-administration',
    says: 'Its parent of three quarters went into administration a month ago; its own record is in order.',
    given: owned(
      ['99003601', 'HELSINGTON LABELS LIMITED'],
      ['99003602', 'HELSINGTON GROUP LIMITED'],
      '75-to-100',
      inAdministration,
    ),
    asks: [report('99003601'), entity('99003601')],
    expect: [
      {
        verdict: diligence,
        because: /Helsington Group Limited.*parent.*administration/i,
        advises: /guarantee for it/i,
        rating: ['LOW_RISK'],
      },
      { read: { 'circle.members': /"state":"insolvent".*administration/, 'circle.followed.companies': 1 } },
    ],
  },
  {
    id: 'parent-under-a-petition',
    says: 'A petition stands against its parent, which only the Gazette knows.',
    given: owned(['99003603', 'OXSPRING SHEETING LIMITED'], ['99003604', 'OXSPRING HOLDINGS LIMITED'], '50-to-75', {
      notices: [
        {
          code: '2450',
          on: '2026-09-23',
          says: 'A Petition to wind up the above-named company presented on 11 September 2026 by PARKGATE FORGINGS LLP will be heard on 11 November 2026.',
        },
      ],
    }),
    asks: report('99003603'),
    expect: { verdict: diligence, because: /parent.*petition to wind it up/i },
  },
  {
    id: 'parent-once-under-a-petition',
    says: 'The petition against its parent was dismissed.',
    given: owned(['99003605', 'PEASEDOWN CARBONS LIMITED'], ['99003606', 'PEASEDOWN HOLDINGS LIMITED'], '50-to-75', {
      notices: [
        { code: '2450', on: '2026-06-03', says: 'A Petition presented on 20 May 2026 by PARKGATE FORGINGS LLP.' },
        { code: '2461', on: '2026-07-08', says: 'The petition of PARKGATE FORGINGS LLP was dismissed on 3 July 2026.' },
      ],
    }),
    asks: report('99003605'),
    expect: { verdict: ['PROCEED'], possibleVerdicts: ['PROCEED'] },
  },
  {
    id: 'part-owner-in-administration',
    says: 'Who is in administration holds no more than half of it.',
    given: owned(
      ['99003607', 'THURLSTONE WIRE LIMITED'],
      ['99003608', 'THURLSTONE VENTURES LIMITED'],
      '25-to-50',
      inAdministration,
    ),
    asks: [report('99003607'), entity('99003607')],
    expect: [{ verdict: ['PROCEED'] }, { read: { 'circle.members': /"state":"insolvent"/ } }],
  },
  {
    id: 'parent-wound-up-as-solvent',
    says: 'A group tidies up: the company between is wound up by its members, and everybody is paid.',
    given: owned(['99003609', 'CAWTHORNE SEALS LIMITED'], ['99003610', 'CAWTHORNE INTERMEDIATE LIMITED'], '75-to-100', {
      status: 'liquidation',
      cases: [
        {
          type: 'members-voluntary-liquidation',
          dates: { 'declaration-solvent-on': '2026-08-24', 'wound-up-on': '2026-08-31' },
        },
      ],
    }),
    asks: report('99003609'),
    expect: { verdict: ['PROCEED'], possibleVerdicts: ['PROCEED'] },
  },
  {
    id: 'number-of-another-as-its-parent',
    says: 'One digit of its parent’s number is wrong, and it is that of a stranger in administration.',
    given: companies({
      firms: [
        firm('99003611', 'DODWORTH ASPHALT LIMITED', {
          owners: [
            {
              company: 'DODWORTH GROUP LIMITED',
              registration: '99003612',
              notified: '2017-03-01',
              control: ['ownership-of-shares-75-to-100-percent'],
            },
          ],
        }),
        firm('99003612', 'SILKSTONE BUTCHERS LIMITED', inAdministration),
      ],
    }),
    asks: report('99003611'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION'],
      because: /possible match/i,
    },
  },
  {
    id: 'parent-not-read',
    says: 'The register did not answer for its parent: it may be in proceedings.',
    given: both(
      down('companies-house', { path: /^\/company\/99003614$/ }),
      owned(['99003613', 'PENISTONE WOODWORK LIMITED'], ['99003614', 'PENISTONE GROUP LIMITED'], '75-to-100'),
    ),
    asks: report('99003613'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION'],
      because: /parent insolvent/i,
      missing: { source: 'companies-house', reason: 'upstream_failed' },
    },
  },
]

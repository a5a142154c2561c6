/** What the registrar says beside a record, and owners who are sanctioned, protected or abroad. */
import { json } from '../../../plugins/tools/gateway/server.ts'
import type { Case } from '../case.ts'
import { companies, company, director, firm, type Facts } from '../companies-world.ts'
import { answering, both, down } from '../wire.ts'

const report = (number: string): string => `/report/entity/${number}`
const diligence = ['ENHANCED_DUE_DILIGENCE']
const caution = ['PROCEED_WITH_CAUTION']
const list = /persons-with-significant-control$/

const annotated = (type: string, description?: string): Facts => ({
  profile: { corporate_annotation: [{ type, created_on: '2026-08-19', ...(description && { description }) }] },
})
/** A company with these owners as the register sends them. */
const ownedBy = (owners: readonly object[], of: ReturnType<typeof company>) =>
  both(
    answering('companies-house', { path: list }, () =>
      json(200, {
        items_per_page: 100,
        start_index: 0,
        total_results: owners.length,
        active_count: owners.length,
        ceased_count: 0,
        items: owners,
      }),
    ),
    of,
  )
const landowner: Facts = {
  type: 'registered-overseas-entity',
  status: 'registered',
  jurisdiction: 'united-kingdom',
  filings: [['2022-12-15', 'NEWINC']],
  confirmation: { last: '2025-12-01', next: '2026-12-01', due: '2026-12-15', overdue: false },
  profile: { accounts: undefined },
}
const beneficial = (more: object) => ({
  kind: 'individual-beneficial-owner',
  name: 'Mr Evander Ravensworth',
  natures_of_control: ['ownership-of-shares-more-than-25-percent-registered-overseas-entity'],
  notified_on: '2022-12-15',
  ...more,
})

export const warned: readonly Case[] = [
  {
    id: 'formed-by-a-false-filing',
    says: 'The registrar strikes it off for a false filing, and says so beside its record.',
    given: company(
      '99003771',
      'APPERSETT SHOES LIMITED',
      annotated('strike-off-under-section-1002a-of-the-companies-act-2006-incorporation'),
    ),
    asks: report('99003771'),
    expect: { verdict: diligence, because: /section 1002A.*misleading, false or deceptive.*19 August 2026/ },
  },
  {
    id: 'annotated-with-other-words',
    says: 'The registrar put words beside the record that accuse nobody: they are told.',
    given: company('99003772', 'GAYLE BEAMS LIMITED', annotated('other', 'The address was changed by a court.')),
    asks: report('99003772'),
    expect: { verdict: caution, because: /The address was changed by a court/ },
  },
  {
    id: 'landowner-of-a-sanctioned-person',
    says: 'An overseas entity declared its owner as sanctioned.',
    given: ownedBy([beneficial({ is_sanctioned: true })], company('OE993773', 'ASKE QUAY S.A.', landowner)),
    asks: report('OE993773'),
    expect: { verdict: ['DO_NOT_ENGAGE'], because: /Evander Ravensworth was declared as sanctioned/ },
  },
  {
    id: 'landowner-once-of-a-sanctioned-person',
    says: 'That owner has ceased to be one.',
    given: ownedBy(
      [
        beneficial({ is_sanctioned: true, ceased_on: '2024-05-01', ceased: true }),
        beneficial({ name: 'Ms Una Gilling' }),
      ],
      company('OE993774', 'HARTFORTH QUAY S.A.', landowner),
    ),
    asks: report('OE993774'),
    expect: { verdict: caution, never: /sanctioned_owner/ },
  },
  {
    id: 'owners-of-a-landowner-not-read',
    says: 'Its owners did not come: one may be sanctioned.',
    given: both(down('companies-house', { path: list }), company('OE993775', 'MELSONBY QUAY S.A.', landowner)),
    asks: report('OE993775'),
    expect: {
      verdict: caution,
      possibleVerdicts: ['DO_NOT_ENGAGE', 'PROCEED_WITH_CAUTION'],
      because: /asset freeze/i,
      missing: { source: 'companies-house' },
    },
  },
  {
    id: 'owner-whom-the-law-protects',
    says: 'The registrar knows the owner and may not name her.',
    given: ownedBy(
      [
        {
          kind: 'super-secure-person-with-significant-control',
          description: 'super-secure-persons-with-significant-control',
        },
      ],
      company('99003776', 'BARTON LABORATORIES LIMITED'),
    ),
    asks: report('99003776'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /"flag":"owner_protected"/ }, never: /no_owner_named/ },
  },
  {
    id: 'owner-of-a-quarter-is-insolvent',
    says: 'Who holds between a quarter and a half is in administration: a flag, and no verdict.',
    given: companies({
      firms: [
        firm('99003777', 'STAPLETON DOORS LIMITED', {
          owners: [
            {
              company: 'STAPLETON VENTURES LIMITED',
              registration: '99003778',
              notified: '2017-03-01',
              control: ['ownership-of-shares-25-to-50-percent'],
            },
          ],
        }),
        firm('99003778', 'STAPLETON VENTURES LIMITED', {
          status: 'administration',
          cases: [{ type: 'in-administration', dates: { 'administration-started-on': '2026-09-14' } }],
        }),
      ],
    }),
    asks: report('99003777'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /"flag":"owner_insolvent","severity":"medium"/ } },
  },
  {
    id: 'identity-of-a-director-overdue',
    says: 'A director is weeks late with the identity statement: low, as the duty is new.',
    given: company('99003779', 'CLEASBY TUBES LIMITED', {
      officers: [
        director('cleasby-a', 'Ambler CLEASBY', '1966-02', { identity: { due: '2026-08-21' } }),
        director('cleasby-b', 'Rosina MANFIELD', '1979-05', { identity: { from: '2026-03-12' } }),
      ],
    }),
    asks: report('99003779'),
    expect: {
      verdict: ['PROCEED'],
      read: { red_flags: /"severity":"low"[^}]*identity/i, 'circle.members': /identity_overdue/ },
    },
  },
]

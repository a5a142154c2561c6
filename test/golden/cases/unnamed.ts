/** What companies state of owners whom they do not name. */
import type { Case } from '../case.ts'
import { company, type Facts } from '../companies-world.ts'
import { answering, both, down } from '../wire.ts'
import { json } from '../../../plugins/tools/gateway/server.ts'

const report = (number: string): string => `/report/entity/${number}`
const statements = /persons-with-significant-control-statements$/

/** A company without owners on record, and what it states of them. */
const stating = (
  [number, name]: readonly [string, string],
  [statement, notified, ceased]: readonly [string, string, string?],
  facts: Facts = {},
) =>
  both(
    answering('companies-house', { path: statements }, () =>
      json(200, {
        items_per_page: 100,
        start_index: 0,
        total_results: 1,
        active_count: ceased ? 0 : 1,
        ceased_count: ceased ? 1 : 0,
        items: [
          {
            kind: 'persons-with-significant-control-statement',
            statement,
            notified_on: notified,
            ...(ceased && { ceased_on: ceased }),
          },
        ],
      }),
    ),
    company(number, name, facts),
  )

export const unnamed: readonly Case[] = [
  {
    id: 'owner-exists-and-is-not-identified',
    says: 'It has an owner whom it has not identified.',
    given: stating(['99003751', 'GRINTON LAMPS LIMITED'], ['psc-exists-but-not-identified', '2024-02-05']),
    asks: report('99003751'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['PROCEED_WITH_CAUTION'],
      because: /an owner whom it has not identified, since 5 February 2024/,
    },
  },
  {
    id: 'owner-was-not-identified',
    says: 'The same, withdrawn two years ago.',
    given: stating(
      ['99003752', 'FREMINGTON LOCKS LIMITED'],
      ['psc-exists-but-not-identified', '2022-02-05', '2024-03-01'],
    ),
    asks: report('99003752'),
    expect: { verdict: ['PROCEED'], possibleVerdicts: ['PROCEED'], never: /owner_not_identified/ },
  },
  {
    id: 'shares-restricted',
    says: 'It froze the shares of a likely owner who does not answer.',
    given: stating(['99003753', 'MARRICK SLATE LIMITED'], ['restrictions-notice-issued-to-psc', '2026-03-09']),
    asks: report('99003753'),
    expect: { verdict: ['ENHANCED_DUE_DILIGENCE'], because: /restricted the shares/, advises: /frozen/ },
  },
  {
    id: 'owner-has-not-answered',
    says: 'A likely owner has not answered its notice: low, and no more.',
    given: stating(['99003754', 'HURST STOVES LIMITED'], ['psc-contacted-but-no-response', '2026-06-09']),
    asks: report('99003754'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /"flag":"owner_not_identified","severity":"low"/ } },
  },
  {
    id: 'young-company-looks-for-its-owners',
    says: 'Formed in summer, it is still looking for its owners: a few months are given to that.',
    given: stating(['99003755', 'REETH OPTICS LIMITED'], ['steps-to-find-psc-not-yet-completed', '2026-06-25'], {
      created: '2026-06-25',
    }),
    asks: report('99003755'),
    expect: { never: /owner_not_identified/ },
  },
  {
    id: 'old-company-looks-for-its-owners',
    says: 'It has been looking for them for years.',
    given: stating(['99003756', 'HEALAUGH RUGS LIMITED'], ['steps-to-find-psc-not-yet-completed', '2019-06-25']),
    asks: report('99003756'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /"flag":"owner_not_identified","severity":"low"/ } },
  },
  {
    id: 'nobody-has-a-quarter',
    says: 'Nobody has more than a quarter, and it declared so, which is lawful.',
    given: stating(
      ['99003757', 'SATRON CRAFTS LIMITED'],
      ['no-individual-or-entity-with-signficant-control', '2016-04-06'],
    ),
    asks: report('99003757'),
    expect: { verdict: ['PROCEED'], read: { red_flags: /It states that there is none who must be named/ } },
  },
  {
    id: 'statements-not-read',
    says: 'What it states of its owners did not come: there may be one whom it has not identified.',
    given: both(down('companies-house', { path: statements }), company('99003758', 'GUNNERSIDE WOOL LIMITED')),
    asks: report('99003758'),
    expect: {
      verdict: ['PROCEED_WITH_CAUTION'],
      possibleVerdicts: ['ENHANCED_DUE_DILIGENCE', 'PROCEED_WITH_CAUTION'],
      missing: { source: 'companies-house' },
    },
  },
]

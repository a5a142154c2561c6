import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { entity } from './index.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(entity)
})
afterAll(() => open.close())

type Row = { readonly name: string; readonly identity_verification: Readonly<Record<string, unknown>> | null }
const peopleOf = async (number: string, section: string) =>
  Object.fromEntries(
    ((await open.look(`/entity/${number}?include=${section}`)).data[section] as readonly Row[]).map(
      ({ name, identity_verification }) => [name, identity_verification],
    ),
  )

describe('whose identity is verified', () => {
  it('is shown of each officer: by an agent, by the registrar, or not stated', async () => {
    const officers = await peopleOf('99000017', 'officers')
    expect(officers['OCKLEY, Desmond']).toEqual({
      state: 'verified',
      verified_by: 'agent',
      verified_on: '2025-09-18',
      agent: 'KETTLEBECK FILINGS LLP ACSP',
      agent_supervised_by: ['Association of Chartered Certified Accountants (ACCA)'],
      statement_from: '2026-03-12',
      statement_until: null,
      statement_open_from: null,
      statement_due_on: null,
    })
    expect(officers['THORNQUIST, Averil']).toMatchObject({ state: 'verified', verified_by: 'registrar', agent: null })
    expect(officers['FARROW, Ismene']).toBeNull()
  })

  it('is shown where it is due or overdue, of owners with the day from which it can be given', async () => {
    expect((await peopleOf('NI990015', 'officers'))['GILDERNOCK, Fintan']).toMatchObject({
      state: 'due',
      statement_due_on: '2026-11-24',
    })
    expect((await peopleOf('99000025', 'officers'))['VASSWOOD, Perrin']).toMatchObject({
      state: 'overdue',
      verified_by: null,
      statement_due_on: '2026-08-21',
    })
    expect((await peopleOf('99000025', 'persons_with_significant_control'))['Mr Perrin Vasswood']).toMatchObject({
      state: 'overdue',
      statement_open_from: '2026-08-07',
      statement_due_on: '2026-08-21',
    })
  })
})

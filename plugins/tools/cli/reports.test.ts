import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { openBilling } from '../../stores/sqlite/index.ts'
import { domesday as typed } from '../../../test/support/commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'reports-'))
const env = { DOMESDAY_CONFIG_DIR: join(projectRoot, 'config'), DOMESDAY_DATA_DIR: dataDir }
const domesday = async (...argv: readonly string[]) => {
  const { out, ...ended } = await typed({ env }, ...argv)
  return { ...ended, out: out === '' ? [] : out.split('\n') }
}

const november = Date.UTC(2026, 10, 10, 12)
const span = ['--from', '2026-11-01', '--to', '2026-11-30'] as const
let id: string
beforeAll(async () => {
  let now = november
  const billing = openBilling({ dir: dataDir, now: () => now, mode: 'sandbox' })
  id = (await billing.keys.create({ credits: 100 })).id
  const entity = { endpoint: 'entity', depth: 'full', surface: 'rest' }
  await billing.ledger.charge(id, 'r1', 12, entity)
  await billing.ledger.charge(id, 'r2', 12, entity)
  await billing.ledger.refund('r1')
  const payment = { payer: '0xwallet', nonce: '0x1', proof: 'p' }
  const purpose = { kind: 'call', endpoint: 'entity', depth: 'full', subject: 'WA1 1UH' } as const
  await billing.payments.claim(payment, { resource: 'WA1 1UH', microUsd: 40_000, surface: 'pay', purpose }, 'r3')
  await billing.payments.settling(payment)
  await billing.payments.settled(payment, '0xabc', Buffer.from('body'), {}, null)
  now = Date.UTC(2026, 11, 1)
  await billing.ledger.grant(id, 50, '=invoice, 7')
  await billing.close()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

describe('usage', () => {
  const rows = [['entity', '2026-11-10', 2, 24, 1, 12, 1, 40_000]]
  it('is summed up in all three forms', async () => {
    const csv = await domesday('usage', ...span, '--by', 'day,endpoint', '--csv')
    expect([csv.code, csv.out]).toEqual([
      0,
      ['endpoint,day,calls,credits,refunds,refunded,payments,micro_usd', ...rows.map((row) => row.join(','))],
    ])
    const json = await domesday('usage', ...span, '--key', id, '--json')
    expect(JSON.parse(json.out[0]!)).toEqual({
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
      by: [],
      rows: [{ calls: 2, credits: 24, refunds: 1, refunded: 12, payments: 0, micro_usd: 0 }],
    })
    const table = await domesday('usage', ...span)
    expect(table.out.join('\n')).toMatch(
      /^from 2026-11-01T\S+ to 2026-12-01T\S+\ncalls +credits.*\n2 +24 +1 +12 +1 +40000$/,
    )
  })

  it('refuses all faults at once, in one line', async () => {
    const { code, err } = await domesday(
      'usage',
      '--from',
      '2026-11-31',
      '--to',
      'soon',
      '--by',
      'endpoint,colour',
      '--csv',
      '--json',
    )
    expect([code, err]).toEqual([
      2,
      'domesday: usage --from must be a date such as 2026-11-01, or a time such as 2026-11-01T09:00:00Z; ' +
        '--to must be a date such as 2026-11-01, or a time such as 2026-11-01T09:00:00Z; ' +
        "--by has 'colour', which is not among the words allowed (key, endpoint, depth, surface, day); " +
        'takes --csv or --json, not both',
    ])
    expect(await domesday('usage', '--from', '2026-11-30', '--to', '2026-11-01')).toMatchObject({
      code: 2,
      err: 'domesday: usage --from is after --to',
    })
    expect(await domesday('usage', '--key', 'nobody')).toMatchObject({
      code: 1,
      err: 'domesday: there is no key nobody',
    })
  })
})

describe('payments', () => {
  it('are listed by state and time', async () => {
    const json = await domesday('payments', '--json')
    expect(json.out.map((line) => JSON.parse(line))).toEqual([
      {
        id: expect.stringMatching(/^x402_/),
        at: '2026-11-10T12:00:00.000Z',
        state: 'settled',
        purpose: 'call',
        micro_usd: 40_000,
        endpoint: 'entity',
        depth: 'full',
        surface: 'pay',
        key_id: null,
        credits: null,
        transaction: '0xabc',
        payer: '0xwallet',
      },
    ])
    expect((await domesday('payments', '--state', 'settled', '--csv')).out).toHaveLength(2)
    for (const none of [
      ['--state', 'refused'],
      ['--since', '2026-11-11'],
      ['--until', '2026-11-09'],
    ])
      expect((await domesday('payments', ...none)).out).toEqual(['there are none'])
    expect(
      await domesday('payments', '--state', 'lost', '--since', '2026-11-02', '--until', '2026-11-01'),
    ).toMatchObject({
      code: 2,
      err: 'domesday: payments --state is not one of the words allowed (settled, pending, unknown, refused); --since is after --until',
    })
  })
})

describe('ledger', () => {
  it('is exported with the payments, and names neither a subject nor a payer', async () => {
    const { out } = await domesday('ledger', 'export', '--from', '2026-11-01', '--to', '2026-12-31', '--csv')
    expect(out[0]).toBe(
      'record,at,key_id,kind,amount,balance,reference,endpoint,depth,surface,state,micro_usd,credits,transaction',
    )
    expect(out.slice(1)).toEqual([
      `entry,2026-11-10T12:00:00.000Z,${id},grant,100,100,,,,,,,,`,
      `entry,2026-11-10T12:00:00.000Z,${id},charge,-12,88,r1,entity,full,rest,,,,`,
      `entry,2026-11-10T12:00:00.000Z,${id},charge,-12,76,r2,entity,full,rest,,,,`,
      `entry,2026-11-10T12:00:00.000Z,${id},refund,12,88,r1,,,,,,,`,
      `entry,2026-12-01T00:00:00.000Z,${id},grant,50,138,"'=invoice, 7",,,,,,,`,
      expect.stringMatching(
        /^payment,2026-11-10T12:00:00.000Z,,call,,,x402_[0-9a-f]{32},entity,full,pay,settled,40000,,0xabc$/,
      ),
    ])
    const json = await domesday('ledger', 'export', ...span, '--json')
    expect(json.out.map((line) => JSON.parse(line).record)).toEqual(['entry', 'entry', 'entry', 'entry', 'payment'])
    expect(json.out.join()).not.toMatch(/wallet|WA1 1UH/)
    expect(await domesday('ledger', 'export')).toMatchObject({
      code: 2,
      err: 'domesday: ledger export needs --csv or --json',
    })
  })

  it('is checked with the payments', async () => {
    const { out } = await domesday('ledger', 'check', '--json')
    const none = { count: 0, micro_usd: 0 }
    expect(JSON.parse(out[0]!)).toEqual({
      keys: 1,
      rows: 5,
      open_holds: 0,
      outstanding: 138,
      payments: { settled: { count: 1, micro_usd: 40_000 }, pending: none, unknown: none, refused: none },
      faults: [],
    })
    expect((await domesday('ledger', 'check')).out.join('\n')).toContain(
      'payments: 1 settled ($0.04), 0 pending ($0), 0 unknown ($0), 0 refused ($0)',
    )
  })
})

/** Operators' commands, beside a running service, and that the API does the same. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorCommands } from '@domesday/surface-operator/commands'
import { runService, type RunningService } from '@domesday/tool-testing'
import { tokens } from '../core/service/tokens.ts'
import { commandsOn } from './support/commands.ts'

const token = 't'.repeat(32)
const dataDir = mkdtempSync(join(tmpdir(), 'domesday-operator-'))
let service: RunningService
beforeAll(async () => {
  service = await runService({ dataDir, env: { DOMESDAY_OPERATOR_TOKEN: `bob:${token}` } })
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true })
})

const domesday = (...argv: readonly string[]) => commandsOn(() => service, { DOMESDAY_OPERATOR: 'ada' })(...argv)
const json = async (...argv: readonly string[]): Promise<any> => {
  const { code, out, err } = await domesday(...argv, '--json')
  expect([argv, code, err]).toEqual([argv, 0, ''])
  return JSON.parse(out)
}
const overHttp = async (method: string, path: string, body?: object): Promise<any> => {
  const answer = await fetch(`${service.metricsOrigin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

describe('keys', () => {
  it('are made with terms, shown, changed, and a running service notices', async () => {
    const caps = ['--per-minute', '50', '--credits-per-day', '15', '--credits-per-month', '1000']
    const scope = ['--endpoints', 'location,vehicle', '--surfaces', 'rest']
    const { id, key } = await json('keys', 'create', '--credits', '40', '--label', 'Acme', ...scope, ...caps)
    expect((await service.send('/api/v1/location/WA11UH', { key })).status).toBe(200)
    expect((await service.send('/api/v1/entity/99000017', { key })).status).toBe(403)
    const shown = await json('keys', 'show', id)
    expect(shown).toMatchObject({
      label: 'Acme',
      endpoints: ['location', 'vehicle'],
      surfaces: ['rest'],
      per_minute: 50,
      credits_per_day: 15,
      credits_per_month: 1000,
      spent_today: 10,
    })
    expect((await json('keys', 'list')).find((one: any) => one.id === id)).toEqual(shown)
    const { out } = await domesday('keys', 'list')
    expect(out).toContain('location,vehicle; on rest; 50 calls a minute; 10 of 15 credits today; 10 of 1000 this month')
    await json('keys', 'set', id, '--endpoints', 'none', '--credits-per-day', 'none')
    await expect.poll(async () => (await service.send('/api/v1/vehicle/ZZ08BUK', { key })).status).toBe(200)
    expect((await service.send('/api/v1/location/WA11UH', { key })).status).toBe(200)
  })

  it('that are misspelt or impossible are refused in one line with all faults', async () => {
    const wrong = ['--endpoints', 'locaton', '--surfaces', 'mpc', '--per-minute', '0', '--expires', 'soon']
    expect(await domesday('keys', 'create', '--credits', 'ten', ...wrong)).toEqual({
      code: 2,
      out: '',
      err:
        'domesday: keys create --credits must be a whole number from 0 to 1000000000; ' +
        '--expires must be a duration such as 30d, a date such as 2027-01-31, or a time such as 2027-01-31T12:00Z; ' +
        "--endpoints 'locaton' is none of the endpoints here; did you mean 'location'?; " +
        "--surfaces 'mpc' is none of the surfaces here that sell to keys; did you mean 'mcp'?; " +
        '--per-minute must be a whole number from 1 to 1000000',
    })
    const { id } = await json('keys', 'create')
    const told = async (...argv: readonly string[]) => {
      const { code, err } = await domesday(...argv)
      return [code, err]
    }
    expect(await told('keys', 'set', id, '--endpoint', 'entity')).toEqual([2, expect.stringContaining("'--endpoint'")])
    expect(await told('keys', 'set', id)).toEqual([1, expect.stringContaining('nothing is to be changed')])
    expect(await told('keys', 'set')).toEqual([2, 'domesday: keys set needs <id>'])
    expect(await told('keys', 'show', 'nobody')).toEqual([1, 'domesday: there is no key nobody'])
    expect(await told('acts', 'all')).toEqual([2, "domesday: acts takes no 'all'"])
    expect(await told('acts', '--key', 'nobody')).toEqual([2, 'domesday: acts --key is the id of no key'])
    expect(await told('acts', '--since', '2026-12-01', '--until', '2026-11-01')).toEqual([
      2,
      "domesday: acts --since must be before 'until'",
    ])
    expect(await told('keys', 'create', '--surfaces', 'console,pay')).toEqual([
      2,
      expect.stringContaining("'pay' is none of the surfaces here that sell to keys, which are rest, mcp"),
    ])
    expect(await told('config', 'check', 'extra')).toEqual([2, "domesday: config check takes no 'extra'"])
  })

  it('expire on a day that there is, and that has a name', async () => {
    const form = 'must be a duration such as 30d, a date such as 2027-01-31, or a time such as 2027-01-31T12:00Z'
    const far = 'must be before the year 10000'
    for (const [expires, fault] of [
      ['2027-02-30', form],
      ['2027-02-30T12:00Z', form],
      ['99999999d', far],
      ['999999999d', far],
    ])
      expect(await domesday('keys', 'create', '--expires', expires!)).toMatchObject({
        code: 2,
        err: `domesday: keys create --expires ${fault}`,
      })
    const { id } = await json('keys', 'create', '--expires', '9999-12-31T23:59:59.999Z')
    expect(await json('keys', 'show', id)).toMatchObject({ expires_at: '9999-12-31T23:59:59.999Z' })
    expect((await domesday('keys', 'rotate', id, '--grace', '99999999d')).err).toBe(
      'domesday: a grace period must end before the year 10000',
    )
  })

  it('that expire later, as an earlier release let them, are shown, and so are the acts that made them', async () => {
    const { id, key } = await json('keys', 'create', '--label', 'far')
    const db = new DatabaseSync(join(dataDir, 'ledger.db'))
    const far = Date.now() + 99_999_999 * 86_400_000
    db.prepare('update keys set expires_at = ? where id = ?').run(far, id)
    db.prepare(
      `insert into acts (at, who, surface, act, target, key_id, details) values (?, 'ada', 'cli', 'keys set', ?, ?, ?)`,
    ).run(Date.now(), id, id, JSON.stringify({ before: { expiresAt: null }, after: { expiresAt: far } }))
    db.close()
    const latest = '9999-12-31T23:59:59.999Z'
    expect(await json('keys', 'show', id)).toMatchObject({ expires_at: latest })
    expect((await json('keys', 'list')).at(-1)).toMatchObject({ id, expires_at: latest })
    const [act] = await json('acts', '--key', id)
    expect(act).toMatchObject({ details: { after: { expires_at: latest } } })
    expect((await overHttp('GET', `/operator/acts?key=${id}`)).data[0]).toEqual(act)
    expect((await overHttp('GET', `/operator/keys/${id}`)).data).toMatchObject({ expires_at: latest })
    expect((await service.send('/account', { key })).body.data.terms).toMatchObject({ expires_at: latest })
  })

  it('take no credits once they are revoked or expired', async () => {
    const { id } = await json('keys', 'create', '--credits', '1')
    await json('keys', 'revoke', id)
    const revoked = await domesday('keys', 'top-up', id, '--credits', '5')
    expect([revoked.code, revoked.err]).toEqual([1, `domesday: key ${id} was revoked`])
    const expiring = await json('keys', 'create', '--credits', '1', '--expires', '300ms')
    const toppedUp = async () => {
      const { code, err } = await domesday('keys', 'top-up', expiring.id, '--credits', '5')
      return [code, err]
    }
    await expect.poll(toppedUp).toEqual([1, expect.stringMatching(/^domesday: key \w+ expired at 20/)])
  })
})

describe('the ledger', () => {
  it('takes no reference that ids of payments have, by command or API', async () => {
    const { id } = await json('keys', 'create', '--credits', '40')
    const reserved = "the reference 'x402_oops' begins with 'x402_', as ids of payments do,"
    for (const argv of [
      ['keys', 'create', '--reference', 'x402_oops'],
      ['keys', 'top-up', id, '--credits', '5', '--reference', 'x402_oops'],
      ['ledger', 'adjust', id, '5', '--reference', 'x402_oops'],
    ])
      expect(await domesday(...argv)).toMatchObject({ code: 1, err: expect.stringContaining(`domesday: ${reserved}`) })
    expect(await overHttp('POST', `/operator/keys/${id}/top-up`, { credits: 5, reference: 'x402_oops' })).toMatchObject(
      {
        status: 400,
        errors: [{ parameter: 'reference', detail: expect.stringContaining(reserved) }],
      },
    )
    expect((await json('ledger', 'check')).faults).toEqual([])
  })

  it('is corrected, up and down, once for each reference', async () => {
    const { id } = await json('keys', 'create', '--credits', '40')
    expect(await json('ledger', 'adjust', id, '-15', '--reference', `typing error ${id}`)).toEqual({
      id,
      remaining: 25,
    })
    expect(await json('ledger', 'adjust', id, '-15', '--reference', `typing error ${id}`)).toEqual({
      id,
      remaining: 25,
    })
    expect(await json('ledger', 'adjust', id, '+3', '--reference', `gift ${id}`)).toEqual({ id, remaining: 28 })
    const { code, err } = await domesday('ledger', 'adjust', id, '-29', '--reference', `all ${id}`)
    expect([code, err]).toEqual([1, `domesday: only 28 credits of ${id} can be taken away`])
    expect(await domesday('ledger', 'adjust', id, '5')).toMatchObject({
      code: 2,
      err: 'domesday: ledger adjust --reference is missing',
    })
  })

  it('lists lost answers that nobody refunded, which the operator may refund', async () => {
    const { ledger, delivery } = service.container.get(tokens.billing)
    const { id } = await json('keys', 'create', '--credits', '100')
    for (let i = 0; i < 6; i++) {
      delivery.expect(`${id}-${i}`)
      await ledger.charge(id, `${id}-${i}`, 10, { endpoint: 'location', depth: 'standard' })
      await delivery.lost(`${id}-${i}`)
    }
    const listed = await json('ledger', 'refunds')
    expect(listed).toEqual([{ request_id: `${id}-5`, key_id: id, credits: 10, at: expect.any(String) }])
    expect((await overHttp('GET', '/operator/refunds')).data).toEqual(listed)
    expect((await domesday('ledger', 'refunds', '--csv')).out).toMatch(/^request_id,key_id,credits,at\r\n\w+-5,\w+,10,/)
    expect(await json('ledger', 'refund', `${id}-5`)).toEqual({ request_id: `${id}-5`, remaining: 100 })
    expect(await json('ledger', 'refunds')).toEqual([])
    const { code, err } = await domesday('ledger', 'refund', 'nothing')
    expect([code, err]).toEqual([1, 'domesday: request nothing was not charged'])
  })

  it('lists them by pages, which go on where a row has been refunded meanwhile', async () => {
    const { ledger, delivery } = service.container.get(tokens.billing)
    const { id } = await json('keys', 'create', '--credits', '100')
    for (let i = 0; i < 8; i++) {
      await ledger.charge(id, `${id}-${i}`, 10, { endpoint: 'location', depth: 'standard' })
      await delivery.lost(`${id}-${i}`)
    }
    const page = async (cursor = '') => overHttp('GET', `/operator/refunds?limit=1${cursor && `&cursor=${cursor}`}`)
    const first = await page()
    expect(first.data[0].request_id).toBe(`${id}-5`)
    await json('ledger', 'refund', `${id}-5`)
    const second = await page(first.next)
    expect(second.data[0].request_id).toBe(`${id}-6`)
    const third = await page(second.next)
    expect([third.data[0].request_id, third.next]).toEqual([`${id}-7`, null])
    for (const left of [`${id}-6`, `${id}-7`]) await json('ledger', 'refund', left)
  })

  it('forgets a subject', async () => {
    const { key } = await json('keys', 'create', '--credits', '100')
    await service.send('/api/v1/location/EH11YZ', { key })
    const subjects = async () =>
      (await service.send('/account', { key })).body.data.ledger.map((row: any) => row.subject)
    expect(await subjects()).toEqual(['EH1 1YZ', null])
    expect(await json('ledger', 'erase', 'eh1 1yz')).toEqual({ calls: 1 })
    expect(await subjects()).toEqual([null, null])
    expect(JSON.stringify(await json('acts')).toLowerCase()).not.toContain('eh1 1yz')
  })
})

describe('acts', () => {
  it('name the operator, or the user of the machine', async () => {
    const { id } = await json('keys', 'create')
    await commandsOn(() => service)('keys', 'revoke', id)
    const acts = await json('acts', '--key', id)
    expect(acts.map(({ who, surface, act }: any) => [who, surface, act])).toEqual([
      [userInfo().username, 'cli', 'keys revoke'],
      ['ada', 'cli', 'keys create'],
    ])
  })

  it('are listed of a time, as columns and as CSV', async () => {
    const { id } = await json('keys', 'create', '--label', 'a, "quoted" label')
    const { out } = await domesday('acts', '--since', '1h', '--key', id)
    expect(out).toMatch(/^at +who +act +target +details\n\S+Z +ada \(cli\) +keys create +\w+ +\{/)
    const csv = await domesday('acts', '--key', id, '--csv')
    expect(csv.out).toContain('"{""credits"":200,""after"":{""label"":""a, \\""quoted\\"" label""}}"')
    expect(await json('acts', '--key', id, '--until', '1h')).toEqual([])
  })

  it('are all listed, however many pages they are', async () => {
    const { keys, acts } = service.container.get(tokens.billing)
    const { id } = await keys.create({ credits: 0 })
    for (let i = 0; i < 120; i++) await keys.change(id, { label: `label ${i}` }, { who: 'ada', surface: 'cli' })
    expect(await acts.list({ keyId: id })).toHaveLength(100)
    expect(await json('acts', '--key', id)).toHaveLength(120)
  })
})

describe('the command line and the API', () => {
  it('do the same: answers, acts and faults', async () => {
    const typed = await json('keys', 'create', '--credits', '7', '--label', 'x', '--endpoints', 'entity,location')
    const { data: sent } = await overHttp('POST', '/operator/keys', {
      credits: 7,
      label: 'x',
      endpoints: ['entity', 'location'],
    })
    const shape = ({ id, created_at: _, ...rest }: any) => ({ ...rest, isId: typeof id })
    expect(shape(await json('keys', 'show', typed.id))).toEqual(
      shape((await overHttp('GET', `/operator/keys/${sent.id}`)).data),
    )
    const actOf = async (id: string) => {
      const [{ act, details }] = await json('acts', '--key', id)
      return { act, details }
    }
    expect(await actOf(typed.id)).toEqual(await actOf(sent.id))
    const { errors } = await overHttp('POST', '/operator/keys', { per_minute: 0, credits: -1 })
    const { err } = await domesday('keys', 'create', '--per-minute', '0', '--credits=-1')
    for (const { parameter, detail } of errors) expect(err).toContain(`--${parameter.replaceAll('_', '-')} ${detail}`)
  })

  it('have each command', async () => {
    const { out } = await domesday('help')
    const { paths } = await overHttp('GET', '/operator/openapi.json')
    for (const { words, method, path } of operatorCommands)
      expect([words, out.includes(words), method.toLowerCase() in paths[path]]).toEqual([words, true, true])
    expect(operatorCommands.map(({ words }) => words)).toHaveLength(12)
  })
})

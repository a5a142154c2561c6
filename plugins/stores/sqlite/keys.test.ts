import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { mintKey } from '@domesday/core/store'
import { openBilling } from './index.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const start = (dir = mkdtempSync(join(tmpdir(), 'keys-'))) => {
  let clock = Date.UTC(2026, 0, 1)
  const billing = openBilling({ dir, now: () => clock })
  ends.push(
    () => rmSync(dir, { recursive: true, force: true }),
    () => billing.close(),
  )
  return {
    dir,
    billing,
    keys: billing.keys,
    pass: (ms: number) => {
      clock += ms
    },
  }
}

describe('keys', () => {
  it('are issued with their credits and verified', async () => {
    const { keys, billing } = start()
    const { id, key, credits } = await keys.create({ credits: 200, label: 'demo' })
    expect(credits).toBe(200)
    expect(keys.verify(key)).toMatchObject({ id })
    expect(await billing.ledger.remaining(id)).toBe(200)
    expect(keys.verify(mintKey(id).key)).toBeNull()
    expect(keys.verify(mintKey().key)).toBeNull()
    expect(keys.verify('domesday_live_nonsense')).toBeNull()
  })

  it('are stored as a hash only', async () => {
    const { dir, keys } = start()
    const { key } = await keys.create({ credits: 1, label: 'to be found' })
    const files = readdirSync(dir).map((file) => readFileSync(join(dir, file)))
    expect(files.some((file) => file.includes('to be found'))).toBe(true)
    expect(files.some((file) => file.includes(key.slice(-28)))).toBe(false)
  })

  it('end when they expire', async () => {
    const { keys, pass } = start()
    const { id, key } = await keys.create({ credits: 1, expiresAt: Date.UTC(2026, 0, 1) + 1_000 })
    pass(999)
    expect(keys.verify(key)).toMatchObject({ id })
    pass(1)
    expect(keys.verify(key)).toBeNull()
  })

  it('end when they are revoked, for good', async () => {
    const { keys, billing } = start()
    const { id, key } = await keys.create({ credits: 9 })
    expect(keys.verify(key)).toMatchObject({ id })
    await keys.revoke(id)
    expect(keys.verify(key)).toBeNull()
    await keys.revoke(id)
    await expect(keys.rotate(id)).rejects.toMatchObject({ code: 'revoked_key' })
    expect(await billing.ledger.remaining(id)).toBe(9)
  })

  it('rotate at once, and keep their id and credits', async () => {
    const { keys, billing } = start()
    const { id, key } = await keys.create({ credits: 9 })
    keys.verify(key)
    const next = await keys.rotate(id)
    expect(next.id).toBe(id)
    expect(keys.verify(key)).toBeNull()
    expect(keys.verify(next.key)).toMatchObject({ id })
    expect(await billing.ledger.remaining(id)).toBe(9)
  })

  it('rotate with a grace, which a later rotation may shorten but not prolong', async () => {
    const { keys, pass } = start()
    const first = await keys.create({ credits: 9 })
    const second = await keys.rotate(first.id, { graceMs: 1_000 })
    const third = await keys.rotate(first.id, { graceMs: 60_000 })
    const valid = () => [first, second, third].map(({ key }) => keys.verify(key) !== null)
    expect(valid()).toEqual([true, true, true])
    pass(1_000)
    expect(valid()).toEqual([false, true, true])
    await keys.rotate(first.id)
    expect(valid()).toEqual([false, false, false])
  })

  it('are listed without their secrets', async () => {
    const { keys, pass } = start()
    const { id } = await keys.create({ credits: 9, label: 'first' })
    pass(5)
    const second = await keys.create({ credits: 0 })
    await keys.revoke(id)
    pass(5)
    await keys.revoke(id)
    const at = Date.UTC(2026, 0, 1)
    expect(await keys.list()).toMatchObject([
      { id, label: 'first', createdAt: at, expiresAt: null, revokedAt: at + 5, balance: 9, held: 0 },
      { id: second.id, label: null, createdAt: at + 5, expiresAt: null, revokedAt: null, balance: 0, held: 0 },
    ])
  })

  it('reject invalid terms', async () => {
    const { keys } = start()
    await expect(keys.create({ credits: -1 })).rejects.toMatchObject({ code: 'invalid_amount' })
    await expect(keys.create({ credits: 1.5 })).rejects.toMatchObject({ code: 'invalid_amount' })
    await expect(keys.create({ credits: 1_000_000_001 })).rejects.toMatchObject({ code: 'invalid_amount' })
    await expect(keys.create({ credits: 1, expiresAt: 5 })).rejects.toMatchObject({ code: 'invalid_key_terms' })
    await expect(keys.create({ credits: 1, label: 'x'.repeat(201) })).rejects.toMatchObject({
      code: 'invalid_key_terms',
    })
    await expect(keys.rotate('nobody')).rejects.toMatchObject({ code: 'unknown_key' })
    await expect(keys.rotate('nobody', { graceMs: -1 })).rejects.toMatchObject({ code: 'invalid_key_terms' })
    await expect(keys.revoke('nobody')).rejects.toMatchObject({ code: 'unknown_key' })
    expect(await keys.list()).toEqual([])
  })
})

describe('keys changed by another process', () => {
  it('are seen within a second', async () => {
    const { dir, keys, pass } = start()
    const { id, key } = await keys.create({ credits: 9 })
    expect(keys.verify(key)).toMatchObject({ id })
    const rotate = `
      const { openBilling } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)})
      const billing = openBilling({ dir: ${JSON.stringify(dir)} })
      console.log(JSON.stringify(await billing.keys.rotate('${id}')))
      await billing.close()`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', rotate], { encoding: 'utf8' })
    const rotated = JSON.parse(printed) as { readonly key: string }
    // The other process has the time of the machine.
    pass(Date.now() - Date.UTC(2026, 0, 1))
    expect(keys.verify(key)).toBeNull()
    expect(keys.verify(rotated.key)).toMatchObject({ id })

    const beside = start(dir)
    const issued = await beside.keys.create({ credits: 5 })
    await beside.keys.revoke(id)
    expect(keys.verify(rotated.key)).toMatchObject({ id })
    pass(1_000)
    expect(keys.verify(rotated.key)).toBeNull()
    expect(keys.verify(issued.key)).not.toBeNull()
  })
})

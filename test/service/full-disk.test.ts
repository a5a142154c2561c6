/** A disk that fills up and is freed again: a small file system where one can be mounted, and a limit on files. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { placeWith, startProcess, type ServiceProcess } from '../support/service-process.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0).toReversed()) end()
})

const succeeds = (command: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const folder = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-full-'))
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
const mountAt = (dir: string): boolean => succeeds('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', dir)
const canMount = (): boolean => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-full-'))
  const mounted = mountAt(dir)
  if (mounted) execFileSync('umount', [dir])
  rmSync(dir, { recursive: true })
  return mounted
}
const mounts = canMount(),
  limits = succeeds('prlimit', '--fsize')
if (!mounts) console.log('skipped: a file system can only be mounted by root')
if (!limits) console.log('skipped: there is no prlimit here')

const place = () => placeWith({ 'service.yaml': 'endpoints: [location]\nevidence: sqlite\n' })
const at = '/api/v1/location/WA11UH?depth=summary'
const fresh = (n: number): string => `${at}&radius_m=${1000 + n}`
const charges = (dataDir: string) => {
  const db = new DatabaseSync(join(dataDir, 'ledger.db'), { readOnly: true })
  const { paid } = db.prepare(`select coalesce(-sum(amount), 0) as paid from ledger where kind = 'charge'`).get() as {
    paid: number
  }
  db.close()
  return paid
}

/** Fills the disk, by which calls are refused, frees it, and looks for what was lost. */
const fillAndFree = async (
  { ask, child, ended }: ServiceProcess,
  dataDir: string,
  { fill, free, reason }: { readonly fill: () => void; readonly free: () => void; readonly reason: string },
): Promise<void> => {
  let answered = 0
  const call = async (path: string) => {
    const answer = await ask(path)
    if (answer.status === 200) answered += answer.body._meta.credits_charged
    return answer
  }
  expect((await call(at)).status).toBe(200)
  fill()
  // What is already allocated takes some writes more.
  await expect.poll(async () => (await call(at)).status, { interval: 1 }).toBe(503)
  for (let n = 0; n < 20; n++) {
    const { status, body, headers } = await call(n % 2 === 0 ? at : fresh(n))
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'overloaded', '5'])
    expect(body.detail).toBe(`The ledger cannot be written now: ${reason}. Nothing was charged.`)
  }
  expect((await ask('/readyz')).status).toBe(503)
  expect([(await ask('/livez')).status, (await ask('/account')).status]).toEqual([200, 200])
  free()
  // Each transaction tries again.
  for (const path of [at, fresh(100)]) expect((await call(path)).status).toBe(200)
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
  expect(charges(dataDir)).toBe(answered)
  expect(child.exitCode).toBeNull()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}

describe('a full disk', () => {
  it.skipIf(!mounts)('refuses calls with 503, charges nothing, and heals as soon as there is space', async () => {
    const disk = folder()
    mountAt(disk)
    endings.push(() => execFileSync('umount', ['-l', disk]))
    const where = { ...place(), dataDir: join(disk, 'data') },
      filling = join(disk, 'filling')
    mkdirSync(where.dataDir)
    // The log is on the full disk too.
    const running = await startProcess(where, { log: join(disk, 'log') })
    await fillAndFree(running, where.dataDir, {
      reason: 'its disk is full',
      fill: () => {
        const file = openSync(filling, 'w')
        for (const size of [1_000_000, 4_096])
          try {
            for (;;) writeSync(file, Buffer.alloc(size))
          } catch {
            // Full.
          }
        closeSync(file)
      },
      free: () => rmSync(filling),
    })
  })

  it.skipIf(!limits)('or a disk that refuses to write, does the same', async () => {
    const where = place()
    const running = await startProcess(where, { log: join(folder(), 'log') })
    const limit = (bytes: string): void => {
      execFileSync('prlimit', [`--fsize=${bytes}:`, '--pid', String(running.child.pid)])
    }
    await fillAndFree(running, where.dataDir, {
      reason: 'its disk failed or is full',
      fill: () => limit('4096'),
      free: () => limit('unlimited'),
    })
  })

  it.skipIf(!limits)('does not keep a service from stopping', async () => {
    const { child, ask, printed, ended } = await startProcess(place())
    execFileSync('prlimit', ['--fsize=4096:', '--pid', String(child.pid)])
    await expect.poll(async () => (await ask(at)).status, { interval: 1 }).toBe(503)
    // What a start does after its first answers fails too, and does not end it.
    await expect.poll(printed).toContain('"started"')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(printed()).not.toContain('does not start')
  })
})

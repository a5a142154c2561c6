/**
 * The service is killed again and again in a burst of charged calls, on one data folder: three times, or `KILLS` times.
 * In the end each charge that stands was answered. What was answered and is not known to be so is refunded.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { request } from 'undici'
import { projectRoot } from '../../core/registry/load.ts'
import { domesday } from '../support/commands.ts'

const kills = Number(process.env['KILLS'] ?? 3)
const callers = 24
const start = join(projectRoot, 'core/start.js')
const dataDir = mkdtempSync(join(tmpdir(), 'domesday-kills-'))
const env = { PATH: process.env['PATH'], PORT: '0', METRICS_PORT: '0', DOMESDAY_DATA_DIR: dataDir }

let running: ChildProcess | undefined
afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const run = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [start], { env, cwd: dataDir })
    running = child
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const origin = /address +(http:\S+)/.exec(printed)?.[1]
      if (origin) resolve(origin)
    })
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)))
  })
const ended = (signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    running!.once('exit', () => resolve())
    running!.kill(signal)
  })
const command = async (...words: readonly string[]): Promise<any> =>
  JSON.parse((await domesday({ env, cwd: dataDir }, ...words, '--json')).out)

it(
  `${kills} kills in bursts leave no charge without its answer, and the books exact`,
  async () => {
    const { key } = await command('keys', 'create', '--credits', '10000000')
    /** Credits by request, as their whole answers said. */
    const answered = new Map<string, number>()

    const call = async (origin: string, path: string): Promise<boolean> => {
      try {
        const { statusCode, body } = await request(`${origin}/api/v1${path}`, {
          headers: { authorization: `Bearer ${key}` },
        })
        const { _meta } = (await body.json()) as { _meta: { request_id: string; credits_charged: number } }
        if (statusCode === 200) answered.set(_meta.request_id, _meta.credits_charged)
        return true
      } catch {
        return false
      }
    }
    const burst = async (origin: string): Promise<void> => {
      for (let i = 0; ; i++) {
        const fresh = i % 3 === 0 ? `&radius_m=${100 + Math.floor(Math.random() * 4000)}` : ''
        if (!(await call(origin, `/location/WA11UH?depth=summary${fresh}`))) return
      }
    }

    for (let round = 0; round < kills; round++) {
      const origin = await run()
      const bursts = Array.from({ length: callers }, () => burst(origin))
      // In the midst of answers, however long this machine takes to give the first of them.
      const before = answered.size
      while (answered.size < before + 2 * callers) await setTimeout(20)
      await setTimeout(Math.random() * 600)
      await ended('SIGKILL')
      await Promise.all(bursts)
    }
    await run()
    // A dead process is noticed by its missing heartbeats, within seven seconds.
    await setTimeout(8_000)
    await ended('SIGTERM')

    expect(await command('ledger', 'check')).toMatchObject({ open_holds: 0, faults: [] })
    const db = new DatabaseSync(join(dataDir, 'ledger.db'), { readOnly: true })
    const rows = db
      .prepare(
        `select request_id as id, -sum(amount) as paid, count(*) as rows from ledger
       where kind in ('charge', 'refund') group by request_id`,
      )
      .all() as { id: string; paid: number; rows: number }[]
    db.close()
    const paid = new Map(rows.map((row) => [row.id, row.paid]))
    const told = [...answered].filter(([, credits]) => credits > 0)
    const counts = {
      kills,
      answered: told.length,
      charged_without_an_answer: rows.filter((row) => row.paid > 0 && !answered.has(row.id)).length,
      answered_without_a_charge: told.filter(([id]) => !paid.has(id)).length,
      wrong_amount: told.filter(([id, credits]) => paid.has(id) && ![0, credits].includes(paid.get(id)!)).length,
      refunded: rows.filter((row) => row.paid === 0).length,
      refunded_though_answered: told.filter(([id]) => paid.get(id) === 0).length,
    }
    console.log(JSON.stringify(counts))
    expect(counts).toMatchObject({ charged_without_an_answer: 0, answered_without_a_charge: 0, wrong_amount: 0 })
    expect(counts.answered).toBeGreaterThan(kills * callers)
  },
  60_000 + kills * 10_000,
)

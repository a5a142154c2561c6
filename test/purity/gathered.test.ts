/** What plugins answer does not depend on the machine: this process and one that differs in all of it answer alike. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../support/folder.ts'
import { sharedService } from '../support/shared-service.ts'
import { answersOf, type Answers } from './answers.ts'

const node = promisify(execFile)

interface Gathered {
  readonly zone: number
  readonly locale: string
  readonly refusals: readonly string[]
  readonly answers: Answers
}
const gathered = async (daysAhead: number, env: Readonly<Record<string, string>>): Promise<Gathered> => {
  const { stdout } = await node(process.execPath, [join(import.meta.dirname, 'gather.ts'), String(daysAhead)], {
    // Compiled code is kept from run to run.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    maxBuffer: 50_000_000,
  })
  return JSON.parse(stdout) as Gathered
}

describe('an answer', () => {
  it('is the same on another day, in another time zone and locale, and with nothing of the machine in reach', async () => {
    const elsewhere = new Date(0).getHours() === 12 ? 'Europe/London' : 'Pacific/Auckland'
    const [here, there] = await Promise.all([
      answersOf(await sharedService()),
      gathered(200, { TZ: elsewhere, LC_ALL: 'cs_CZ.UTF-8', HOME: '/nowhere' }),
    ])
    expect([there.zone === new Date(0).getHours(), there.locale]).toEqual([false, 'cs-CZ'])
    expect(there.refusals).toEqual([])
    const paths = Object.keys(here)
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => here[path]!.status !== 200)).toEqual([])
    const differing = paths.filter((path) => JSON.stringify(here[path]) !== JSON.stringify(there.answers[path]))
    expect(differing).toEqual([])
  })

  it('would tell of code that reads them: the guard refuses it, and nobody else', async () => {
    const reads = ['Date.now()', 'new Date()', 'Math.random()', 'process.env.HOME', "fetch('http://127.0.0.1:1')"]
    const code = `export const reads = [${reads.map((one) => `async () => ${one}`).join(', ')}]`
    const names = ['plugins/endpoints/impure/index.mjs', 'plugins/endpoints/impure/samples/rows.mjs', 'core/index.mjs']
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, code])))
    const files = names.map((name) => join(folder, name))
    const script = `
      const { install, refusals } = await import(${JSON.stringify(join(import.meta.dirname, 'guard.ts'))})
      install(0)
      for (const file of ${JSON.stringify(files)})
        for (const read of (await import(file)).reads) await read().catch(() => null)
      console.log(JSON.stringify(refusals))`
    const { stdout } = await node(process.execPath, ['--input-type=module', '-e', script])
    const refused = JSON.parse(stdout) as readonly string[]
    expect(refused.map((one) => one.split(' at ')[0])).toEqual(['now', 'new Date()', 'random', 'process.env', 'fetch'])
    expect(refused.every((one) => one.includes('/plugins/endpoints/impure/index.mjs:1:'))).toBe(true)
  })
})

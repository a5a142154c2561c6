/** Which settings were in force when, by the hash that answers carry. */
import { execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOf } from '../../core/config/hash.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { greeting } from '../../core/service/greeting.ts'
import { optionsFrom } from '../../core/service/options.ts'
import { startService, type Listening } from '../../core/service/service.ts'

const dir = mkdtempSync(join(tmpdir(), 'domesday-settings-log-'))
const configDir = join(dir, 'config'),
  dataDir = join(dir, 'data'),
  logFile = join(dataDir, 'settings-log.jsonl')
const env = {
  PATH: process.env['PATH'],
  PORT: '0',
  METRICS_PORT: '0',
  DOMESDAY_CONFIG_DIR: configDir,
  DOMESDAY_DATA_DIR: dataDir,
  CONTACT: 'somebody@example.test',
}
let running: Listening | null = null,
  printed = ''
beforeAll(() => {
  mkdirSync(configDir)
  writeFileSync(join(configDir, 'service.yaml'), 'endpoints: [location]\ncontact: ${CONTACT}\n')
})
afterAll(async () => {
  await stop()
  rmSync(dir, { recursive: true, force: true })
})

interface Line {
  readonly msg: string
  readonly [name: string]: unknown
}
const lines = (): readonly Line[] =>
  printed.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
const line = async (msg: string): Promise<Line> => {
  await expect.poll(() => lines().some((one) => one.msg === msg)).toBe(true)
  return lines().findLast((one) => one.msg === msg)!
}
/** As `core/main.ts` does it. */
const start = async (): Promise<void> => {
  const logTo = { write: (text: string) => void (printed += text) }
  running = await startService({ ...optionsFrom(env, { live: false }), logTo })
  printed = await greeting(running)
  await running.warm()
}
const stop = async (): Promise<void> => {
  await running?.close()
  running = null
}
const hashOfAnswer = async (): Promise<string> => {
  const { body } = await request(`${running!.origin}/api/v1/location/WA11UH?depth=summary`, {
    headers: { authorization: `Bearer ${/key +(\S+)/.exec(printed)![1]}` },
  })
  return ((await body.json()) as { _meta: { settings: string } })._meta.settings
}
const command = (...words: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const args = [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/cli/index.ts', 'config', ...words]
    execFile(process.execPath, args, { env, cwd: dir }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

it('is logged at start, change and stop, and an old hash can be looked up', async () => {
  await start()
  const first = await hashOfAnswer()
  const { release, settings } = await line('started')
  expect([release, settings]).toEqual([
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
    expect.stringMatching(/^[\da-f]{12}$/),
  ])

  mkdirSync(join(configDir, 'endpoints'))
  writeFileSync(join(configDir, 'endpoints/location.yaml'), 'credits: { summary: 3 }\n')
  const changed = await line('new settings are in force')
  const second = await hashOfAnswer()
  expect(second).not.toBe(first)
  const change = { file: `${configDir}/endpoints/location.yaml`, key: 'credits.summary', from: 2, to: 3 }
  expect(changed).toMatchObject({ release, endpoints: { location: second }, changes: [change] })

  writeFileSync(join(configDir, 'endpoints/location.yaml'), 'credits: { sumary: 4 }\n')
  expect(await line('new settings have faults: the old ones stay in force')).toHaveProperty('faults')
  await stop()
  expect(lines().at(-1)).toMatchObject({ msg: 'stopped', release, settings: changed['hash'] })

  // Changed while nothing runs.
  writeFileSync(join(configDir, 'endpoints/location.yaml'), 'credits: { summary: 5 }\n')
  await start()
  expect(await line('started')).toMatchObject({ changes: [{ key: 'credits.summary', from: 3, to: 5 }] })
  const third = await hashOfAnswer()
  await stop()
  await start()
  expect(await line('started')).toMatchObject({ changes: [] })
  await stop()

  expect(readFileSync(logFile, 'utf8').trim().split('\n')).toHaveLength(3)
  expect(statSync(logFile).mode & 0o077).toBe(0)
  expect(readFileSync(logFile, 'utf8') + printed).not.toContain(env.CONTACT)

  expect((await command('history')).out).toMatch(/credits\.summary {2}2 → 3[^]*credits\.summary {2}3 → 5/)
  const [a, b, c] = await Promise.all([first, second, third].map((hash) => command('log', hash)))
  expect(a!.out).toMatch(new RegExp(`^${first}, endpoint location: in force from \\S+ to \\S+, release ${release}\n$`))
  expect(b!.out).toContain('endpoints/location.yaml:credits.summary  2 → 3\n')
  expect(c!.out).toMatch(/in force from \S+ on, /)
  const whole = JSON.parse((await command('log', second, '--json')).out) as {
    settings: Record<string, Record<string, unknown>>
  }
  expect(whole.settings['endpoint:location']).toMatchObject({ 'credits.summary': 3, 'credits.full': 20 })
  expect(whole.settings['service:service']).toMatchObject({ contact: '${CONTACT}' })

  const then = JSON.parse((await command('show', '--at', second, '--json')).out) as { settings: object }
  expect(then).toMatchObject({
    endpoint: 'location',
    as_written: false,
    settings: { credits: { summary: 3, full: 20 } },
  })
  expect(hashOf(then.settings)).toBe(second)
  const { out } = await command('show', 'location', '--at', String(changed['hash']))
  expect(out).toMatch(
    /^# [\da-f]{12}, all settings: in force from \S+ to \S+, release [^]*\n  credits:\n    summary: 3\n/,
  )
  expect(out).not.toContain('service:service')
  expect(await command('history', 'abcdefabcdef')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^domesday: config history finds no settings with the hash 'abcdefabcdef' in [^\n]*\n$/),
  })
})

it('goes on behind a line that was cut', async () => {
  appendFileSync(logFile, '{"at":"20')
  writeFileSync(join(configDir, 'endpoints/location.yaml'), 'credits: { summary: 6 }\n')
  await start()
  await stop()
  const { out, err } = await command('history')
  expect(out).toMatch(/credits\.summary {2}5 → 6/)
  expect(err).toMatch(/^one line of settings-log\.jsonl cannot be read\n4 states in \d+ kB, of this node\n$/)
  expect(lines().some(({ msg }) => msg === 'lines of the settings log cannot be read')).toBe(true)
})

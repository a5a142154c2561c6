import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatFault } from './faults.ts'
import { projectFiles, project } from '../../test/support/settings-project.ts'
import type { WrittenEndpoint } from '../registry/settings/plugin-settings.ts'
import type { SettingsReading } from './read-settings.ts'
import { watchSettings, type WatchOptions } from './watch.ts'

/** The project, watched as a service watches it: one reference, swapped. */
const watched = async (options: Partial<WatchOptions<SettingsReading>> = {}) => {
  const { read, write, faults, root, configDir } = project()
  let inForce = read()
  let swaps = 0
  const refused: string[][] = []
  const watching = watchSettings<SettingsReading>({
    read,
    onAccepted: (reading) => {
      inForce = reading
      swaps++
    },
    onRefused: (faults) => {
      refused.push(faults.map((fault) => formatFault(fault, root)))
    },
    dir: configDir,
    files: inForce.files,
    quiet: 20,
    ...options,
  })
  onTestFinished(watching.stop)
  await watching.checkNow()
  return {
    root,
    configDir,
    write,
    faults,
    refused,
    checkNow: watching.checkNow,
    stop: watching.stop,
    swaps: () => swaps,
    full: () =>
      (inForce.settings.get('endpoint:water') as WrittenEndpoint & { credits: { full: number } }).credits.full,
  }
}

const never = 3_600_000
describe('watchSettings', () => {
  it('puts a change in force, a new file too', async () => {
    const { write, full } = await watched()
    write('config/endpoints/water.yaml', 'credits: { full: 30 }\n')
    await expect.poll(full).toBe(30)
    write('config/endpoints/water.yaml', 'credits: { full: 31 }\n')
    await expect.poll(full).toBe(31)
  })

  it('hears of it from the file system', async () => {
    const { write, swaps, configDir } = await watched({ every: never })
    write('config/service.yaml', 'endpoints: [water]\n')
    await expect.poll(swaps).toBe(1)
    // As editors do: a new file moved over the old.
    writeFileSync(join(configDir, '.service.tmp'), 'endpoints: [vehicle]\n')
    renameSync(join(configDir, '.service.tmp'), join(configDir, 'service.yaml'))
    await expect.poll(swaps).toBe(2)
  })

  it('finds by polling what sends no event: the defaults lie outside the directory', async () => {
    const { write, full } = await watched({ every: 50 })
    write(
      'plugins/endpoints/water/defaults.yaml',
      projectFiles['plugins/endpoints/water/defaults.yaml']!.replace('full: 24', 'full: 40'),
    )
    await expect.poll(full).toBe(40)
  })

  it('keeps what is in force on a fault, and reports the lines that a check prints', async () => {
    const { write, checkNow, refused, swaps, full, faults } = await watched({ every: never })
    write('config/endpoints/water.yaml', 'credits: { full: 30 }\nscore: { weights: { overflows: 0.6 } }\n')
    write('config/endpoints/vehicle.yaml', 'credits: [\n')
    await checkNow()
    expect(refused).toEqual([faults()])
    expect(refused[0]).toContain('config/endpoints/water.yaml:2:10  weights sum to 1.1, not 1')
    expect(refused[0]).toHaveLength(2)
    expect(swaps()).toBe(0)
    expect(full()).toEqual(24)

    write('config/endpoints/vehicle.yaml', '')
    write('config/endpoints/water.yaml', 'credits: { full: 30 }\n')
    await checkNow()
    expect(full()).toEqual(30)
    expect(refused).toHaveLength(1)
  })

  it('waits until a file that was emptied is filled again', async () => {
    const { write, checkNow, swaps, full, configDir } = await watched({ every: never, quiet: 100 })
    write('config/endpoints/water.yaml', 'credits: { full: 30 }\n')
    await checkNow()
    const seen = [full()]
    truncateSync(join(configDir, 'endpoints/water.yaml'))
    const checking = checkNow()
    await delay(20)
    write('config/endpoints/water.yaml', 'credits: { full: 31 }\n')
    await checking
    seen.push(full())
    expect(seen).toEqual([30, 31])
    expect(swaps()).toBe(2)
  })

  it('reads files that never stop changing', async () => {
    const { write, swaps } = await watched({ every: never })
    let changes = 0
    const changing = setInterval(() => write('config/endpoints/water.yaml', `credits: { full: ${++changes} }\n`), 1)
    onTestFinished(() => clearInterval(changing))
    await expect.poll(swaps).toBeGreaterThan(0)
  })

  it('goes back to the defaults when an override is removed', async () => {
    const { write, checkNow, full, configDir } = await watched({ every: never })
    write('config/endpoints/water.yaml', 'credits: { full: 30 }\n')
    await checkNow()
    rmSync(join(configDir, 'endpoints'), { recursive: true })
    await checkNow()
    expect(full()).toEqual(24)
  })

  it('reads nothing again while nothing changes', async () => {
    const { checkNow, swaps, refused, configDir } = await watched({ every: 50 })
    mkdirSync(join(configDir, 'notes'))
    writeFileSync(join(configDir, 'notes/read-me.txt'), 'not settings')
    for (let times = 0; times < 4; times++) await checkNow()
    expect([swaps(), refused.length]).toEqual([0, 0])
  })

  it('finds at the first check what changed since the settings in force were read', async () => {
    const { swaps } = await watched({ every: never, since: Date.now() - 60_000 })
    expect(swaps()).toBe(1)
    const { swaps: later } = await watched({ every: never, since: Date.now() + 60_000 })
    expect(later()).toBe(0)
  })

  it('outlives a reading that throws', async () => {
    let calls = 0
    const { write, checkNow, refused } = await watched({
      every: never,
      read: () => {
        calls++
        throw new Error('no memory')
      },
    })
    write('config/service.yaml', 'endpoints: [water]\n')
    await checkNow()
    expect(calls).toBe(1)
    expect(refused).toEqual([['config:1:1  the settings could not be reloaded: no memory']])
  })

  it('reads nothing after it was stopped', async () => {
    const { write, checkNow, stop, swaps } = await watched({ every: 10 })
    stop()
    write('config/endpoints/water.yaml', 'credits: { full: 30 }\n')
    await checkNow()
    await delay(50)
    expect(swaps()).toBe(0)
  })

  it('does not keep the process', () => {
    const { configDir } = project()
    const script = `
      import { watchSettings } from ${JSON.stringify(join(import.meta.dirname, 'watch.ts'))}
      watchSettings({ read: () => ({ faults: [] }), onAccepted() {}, onRefused() {}, dir: ${JSON.stringify(configDir)}, files: [] })`
    const { status, signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 60_000,
      encoding: 'utf8',
    })
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' })
  })
})

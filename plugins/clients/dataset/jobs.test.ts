import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JobPaused, type AnySource, type Job, type JobRun } from '@domesday/core/client'
import { openBucket } from '../../../test/support/bucket.ts'
import { csvTable, folder, pullFrom, schools } from '../../../test/support/datasets.ts'
import { declare, settingsFor } from '../../../test/support/loopback.ts'
import { notices } from '../../../test/support/harvest.ts'
import { datasetJobs, type DatasetJobsParts } from './jobs.ts'
import { openDatasets } from './open-datasets.ts'
import { whileLocked } from './pull-lock.ts'
import type { DatasetSettings } from './settings.ts'
import { openSharedFiles } from './shared-files.ts'

const day = 86_400_000

interface Around extends Partial<Omit<DatasetJobsParts, 'settings'>> {
  readonly settings?: Partial<DatasetSettings>
  readonly hours?: string
}

const jobsOf = (sources: readonly AnySource[], { settings, hours, ...other }: Around = {}): readonly Job[] => {
  const dir = other.dir ?? folder()
  const own = { by_command: [], ...settings }
  const byId = new Map(sources.map((one) => [one.id, one]))
  return datasetJobs({
    dir,
    fleet: false,
    shared: null,
    sources: byId,
    settings: () => own,
    sourceSettings: () =>
      settingsFor('http://127.0.0.1:1', {
        refresh: 7 * day,
        ...(hours !== undefined && { pull: { rate: { calls: 1, per: 1, burst: 1 }, hours } }),
      }),
    egress: { gateway: null, env: {}, contact: '', version: '3.0.0' },
    now: Date.now,
    statusOf: (id) => {
      const stored = byId.get(id)!
      const dataset = stored.kind === 'dataset' ? stored : stored.stored!
      const opened = openDatasets({ dir, sources: new Map([[id, dataset]]) })
      const status = opened.statusOf(id)
      opened.close()
      return status
    },
    ...other,
  })
}

/** A run whose command does what the function says. */
const runOf = (command: JobRun['command']): JobRun & { readonly said: string[] } => {
  const said: string[] = []
  return { signal: new AbortController().signal, progress: (text) => said.push(text), command, said }
}

const live = declare({ id: 'notices' })
live.store(notices())

describe('the jobs of datasets', () => {
  it('pull each as often as its refresh says, by a command, and tell how far it is and what came', async () => {
    const [job] = jobsOf([schools()])
    expect([job!.id, job!.scope, job!.every(), job!.blocked!()]).toEqual(['datasets.schools', 'node', 7 * day, null])
    const words: string[] = []
    const run = runOf(async (typed, onLine) => {
      words.push(...typed)
      onLine('{"progress":{"part":"","stage":"download","bytes":1500000,"total":3000000,"rows":0}}')
      const missing = [{ part: 'wales', why: 'answered 404', kept: true }]
      onLine(JSON.stringify({ rows: 1234, missing, unreadable: 2, remarks: ['far fewer rows than used to have a'] }))
    })
    expect(await job!.run(run)).toBe(
      '1,234 rows; 2 could not be read; wales kept as it was: answered 404; far fewer rows than used to have a',
    )
    expect(words).toEqual(['datasets', 'pull', 'schools', '--json', '--attended'])
    expect(run.said).toEqual(['1.5 of 3.0 MB'])
  })

  it('count what was pulled by hand, and pull at once what is not imported', async () => {
    const dir = folder()
    const [job] = jobsOf([schools()], { dir })
    expect([job!.doneAt!(), job!.isMissing!()]).toEqual([null, true])
    const at = Date.parse('2026-03-05T10:00:00Z')
    await pullFrom(schools(), dir, { '/schools.csv': csvTable('1,Ash,,,') }, { now: () => at })
    expect([job!.doneAt!(), job!.isMissing!()]).toEqual([at, false])
  })

  it('leave what has no licence or credential, and what is pulled by command only', () => {
    const blocked = (of: AnySource, around: Around = {}): string | null => jobsOf([of], around)[0]!.blocked!()
    expect(blocked(schools(), { refusal: () => 'needs a licence' })).toBe('needs a licence')
    expect(blocked(schools(), { settings: { by_command: ['schools'] } })).toContain('by command only')
    const keyed = schools({ auth: [{ header: 'x-key', secret: 'API_KEY' }] as never })
    expect(blocked(keyed)).toBe('needs SCHOOLS_API_KEY')
    const env = { SCHOOLS_API_KEY: 'x' }
    expect(blocked(keyed, { egress: { gateway: null, env, contact: '', version: '3' } })).toBeNull()
  })

  it('read a feed within its hours, and pause at their end', async () => {
    const now = new Date(),
      hour = (now.getUTCHours() + 12) % 24
    const [from, to] = [hour, (hour + 1) % 24].map((one) => `${String(one).padStart(2, '0')}:00`)
    const [job] = jobsOf([schools()], { hours: `${from}-${to}` })
    expect(job!.opens!(now.getTime())).toBeGreaterThan(now.getTime() + 9 * 3_600_000)
    const failing = runOf(() => Promise.reject(new Error('schools: is read from … only')))
    await expect(job!.run(failing)).rejects.toThrow(JobPaused)
    const [open] = jobsOf([schools()], { hours: '00:00-23:59' })
    await expect(open!.run(runOf(() => Promise.reject(new Error('away'))))).rejects.toThrow('away')
  })

  it('wait for an operator who pulls the same dataset', async () => {
    const dir = folder()
    const [job] = jobsOf([schools()], { dir })
    await whileLocked(dir, 'schools', () =>
      expect(job!.run(runOf(() => Promise.reject(new Error('is being pulled'))))).rejects.toThrow(
        'another process pulls it',
      ),
    )
  })

  it('are of each node without a folder that nodes share, and of the fleet with one; feeds are of the fleet only', async () => {
    const apart = jobsOf([schools(), live], { fleet: true })
    expect(apart.map(({ id, scope, blocked }) => [id, scope, blocked!() !== null])).toEqual([
      ['datasets.schools', 'node', false],
      ['datasets.notices', 'node', true],
    ])
    const shared = await openSharedFiles(folder(), { dir: folder(), env: {} })
    const together = jobsOf([schools(), live], { fleet: true, shared })
    expect(together.map(({ id, scope }) => [id, scope])).toEqual([
      ['datasets.fetch', 'node'],
      ['datasets.schools', 'fleet'],
      ['datasets.notices', 'fleet'],
    ])
    expect(together[2]!.blocked!()).toBeNull()
  })

  it('stop at once where the bucket that nodes share does not answer', async () => {
    const bucket = await openBucket(),
      dir = folder()
    const shared = await openSharedFiles('s3://domesday-data', { dir, env: bucket.env })
    const [fetching] = jobsOf([schools(), live], { fleet: true, dir, shared })
    bucket.be('silent', Infinity)
    const run = runOf(() => Promise.reject(new Error('no commands')))
    const control = new AbortController()
    const stopped = expect(fetching!.run({ ...run, signal: control.signal })).rejects.toThrow('aborted')
    await expect.poll(() => bucket.calls.length).toBe(1)
    control.abort()
    await stopped
    expect(bucket.calls).toHaveLength(1)
  })

  it('fetch nothing, and say nothing, where nothing was published', async () => {
    const at = folder(),
      dir = folder()
    writeFileSync(join(at, 'other.txt'), '')
    const shared = await openSharedFiles(at, { dir, env: {} })
    const [fetching] = jobsOf([schools()], { fleet: true, dir, shared })
    expect(await fetching!.run(runOf(() => Promise.reject(new Error('no commands'))))).toBe('')
  })
})

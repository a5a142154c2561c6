import { describe, expect, it } from 'vitest'
import { deathConformance, jobsConformance } from '../../../test/conformance/jobs/index.ts'
import { partsAt } from '../../../test/conformance/jobs/parts.ts'
import { folderOf } from '../../../test/support/folder.ts'
import { testClock } from '@domesday/tool-testing'
import type { Job } from '../../../core/contract/jobs.ts'
import { local } from './index.ts'

describe('the runner of one machine', () => {
  const runner = { open: local.open, newPlace: () => ({ dataDir: folderOf({}), env: {} }) }
  jobsConformance(runner)
  deathConformance(runner, { module: import.meta.resolve('./index.ts'), name: 'local' }, testClock())

  it('takes no order that no service would do', async () => {
    const place = { dataDir: folderOf({}), env: {} }
    const job: Job = { id: 'one', title: 'One', scope: 'node', every: () => 3_600_000, run: async () => 'done' }
    const [service, another, command] = await Promise.all(
      ['service', 'another', 'command'].map((name) => local.open(partsAt(place, name, [job]))),
    )
    const refused = `a live service does one for its own data folder, and none runs on ${place.dataDir}`
    await expect(command!.runNow('one')).rejects.toThrow(refused)
    service!.start()
    another!.start()
    expect(command!.hasService!()).toBe(true)
    await service!.close()
    expect(command!.hasService!()).toBe(true)
    await expect.poll(async () => (await command!.list())[0]!.last?.outcome).toBe('done')
    await command!.runNow('one')
    await another!.close()
    await expect(command!.runNow('one')).rejects.toThrow(refused)
    await command!.close()
  })
})

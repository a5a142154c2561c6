/** What `plugin new` says comes next in a service of its own, whose settings count paths from their own folder. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import type { Invocation } from './command.ts'
import { nextSteps } from './plugin.ts'

const stepsIn = (service: string, configDir: string) =>
  nextSteps({ kind: 'endpoint', id: 'tides', folder: join(service, 'tides'), home: 'service' }, {
    terminal: { cwd: service },
    service: { configDir },
  } as Invocation)

it('names the plugin by its path from the folder of the settings', async () => {
  const service = folderOf({ 'config/service.yaml': 'endpoints: [location]\n' })
  expect(await stepsIn(service, join(service, 'config'))).toContain('add ../tides to endpoints: in config/service.yaml')
  expect(await stepsIn(service, service)).toContain('add ./tides to endpoints: in config/service.yaml')
})

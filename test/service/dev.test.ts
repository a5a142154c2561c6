/** `npm run dev`: a sandbox that restarts when a file is saved. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { placeWith } from '../support/service-process.ts'

it.skipIf(process.platform === 'win32')('restarts on save, and leaves no process behind', async () => {
  const { dataDir, configDir } = placeWith({ 'service.yaml': 'endpoints: [location]\n' })
  const child = spawn('npm', ['run', 'dev'], {
    cwd: projectRoot,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      METRICS_PORT: '0',
      DOMESDAY_CONFIG_DIR: configDir,
      DOMESDAY_DATA_DIR: dataDir,
    },
    detached: true,
  })
  onTestFinished(() => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // All of its group has ended.
    }
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const origins = (): readonly string[] => [...printed.matchAll(/address +(\S+)/g)].map(([, origin]) => origin!)
  const ready = (origin: string): Promise<number> => fetch(`${origin}/readyz`).then(({ status }) => status)

  await expect.poll(origins).toHaveLength(1)
  const now = new Date()
  utimesSync(join(projectRoot, 'core/main.ts'), now, now)
  await expect.poll(origins).not.toHaveLength(1)
  const first = origins()[0]!,
    second = origins().at(-1)!
  await expect(ready(first)).rejects.toThrow()
  expect(await ready(second)).toBe(200)

  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  await expect(ready(second)).rejects.toThrow()
})

/** Who may read what the service keeps: its own user alone. */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runService } from '@domesday/tool-testing'

const inside = (dir: string): readonly string[] => [
  dir,
  ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name)),
]
const open = (dir: string): readonly string[] => inside(dir).filter((path) => (lstatSync(path).mode & 0o077) !== 0)

it.skipIf(process.platform === 'win32')(
  'every file below the data folder is for its own user alone, also where an earlier start let others read',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'domesday-data-'))
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
    const dataDir = join(parent, 'data')
    const configure = (dir: string): void =>
      writeFileSync(join(dir, 'service.yaml'), 'evidence: sqlite\nendpoints: [location, education, health]\n')
    for (const round of ['new', 'opened to others']) {
      const service = await runService({ dataDir, configure })
      expect((await service.send('/api/v1/location/WA11UH')).status).toBe(200)
      const names = inside(dataDir).map((path) => path.slice(dataDir.length + 1))
      expect(names).toEqual(expect.arrayContaining(['ledger.db', 'ledger.db-wal', 'ledger.db-shm', 'settings.json']))
      expect(names.filter((name) => name.endsWith('.sqlite')).length).toBeGreaterThan(5)
      expect([round, open(dataDir)]).toEqual([round, []])
      await service.close()
      for (const path of inside(dataDir)) chmodSync(path, lstatSync(path).mode | 0o055)
    }
  },
)

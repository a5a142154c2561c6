import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeDataFolder } from './data-folder.ts'

const parent = (): string => {
  const dir = mkdtempSync(join(tmpdir(), 'folder-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return dir
}

it('the data folder is made with all that is above it, once', () => {
  const dir = join(parent(), 'a', 'b')
  makeDataFolder(dir)
  makeDataFolder(dir)
  expect(statSync(dir).isDirectory()).toBe(true)
})

it('an impossible data folder is rejected in one line', () => {
  const file = join(parent(), 'file')
  writeFileSync(file, '')
  expect(() => makeDataFolder(file)).toThrow(
    new RangeError(
      `the data folder ${file} cannot be made, because ${file} is no folder: DOMESDAY_DATA_DIR names another`,
    ),
  )
  expect(() => makeDataFolder(join(file, 'below'))).toThrow(`below cannot be made, because ${file} is no folder`)
})

it.runIf(process.platform === 'linux')(
  'a data folder where none can be made is refused, and not tried for ever',
  () => {
    expect(() => makeDataFolder('/proc/nope/data')).toThrow(
      'the data folder /proc/nope/data cannot be written (ENOENT)',
    )
  },
)

describe.skipIf(process.platform === 'win32')('a data folder that others could read', () => {
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
  const wide = (path: string, isFolder = false): string => {
    if (isFolder) mkdirSync(path)
    else writeFileSync(path, '')
    chmodSync(path, isFolder ? 0o755 : 0o644)
    return path
  }

  it('is closed to them at the next start, with all in it', () => {
    const dir = wide(join(parent(), 'data'), true)
    const files = ['ledger.db', 'ledger.db-wal', 'settings.json'].map((name) => wide(join(dir, name)))
    const datasets = wide(join(dir, 'datasets'), true)
    files.push(wide(join(datasets, 'gias.sqlite')))
    // The folder of the client that calls sources.
    const client = wide(join(dir, 'http'), true)
    files.push(wide(join(client, 'members.json')))
    makeDataFolder(dir)
    expect([dir, datasets, client].map(modeOf)).toEqual(['700', '700', '700'])
    expect(new Set(files.map(modeOf))).toEqual(new Set(['600']))
  })

  it('leaves the mode of foreign files, and of a folder that contains them', () => {
    const dir = wide(join(parent(), 'home'), true),
      elsewhere = wide(join(parent(), 'elsewhere'))
    const [ledger, notes, datasets] = [
      wide(join(dir, 'ledger.db')),
      wide(join(dir, 'notes.txt')),
      wide(join(dir, 'datasets'), true),
    ]
    symlinkSync(elsewhere, join(datasets, 'gias.sqlite'))
    makeDataFolder(dir)
    expect([dir, ledger, notes, datasets, elsewhere].map(modeOf)).toEqual(['755', '600', '644', '700', '644'])
  })
})

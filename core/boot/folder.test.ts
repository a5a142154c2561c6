import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataFolder } from './folder.ts'

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

it('a data folder that cannot be is refused in one line', () => {
  const file = join(parent(), 'file')
  writeFileSync(file, '')
  expect(() => makeDataFolder(file)).toThrow(
    new RangeError(`the data folder ${file} cannot be written (EEXIST): DOMESDAY_DATA_DIR names another`),
  )
  expect(() => makeDataFolder(join(file, 'below'))).toThrow(/below cannot be written \(E\w+\)/)
})

it.runIf(process.platform === 'linux')(
  'a data folder where none can be made is refused, and not tried for ever',
  () => {
    expect(() => makeDataFolder('/proc/nope/data')).toThrow(
      'the data folder /proc/nope/data cannot be written (ENOENT)',
    )
  },
)

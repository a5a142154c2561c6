/** An excerpt says what stands in its file: the same lines in the same order, but for what `…` leaves out. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { newPlugin } from '@domesday/tool-author'
import { afterAll, expect, it } from 'vitest'
import { blocksOf, placeOf } from './blocks.fixture.ts'
import { missingIn } from './elision.fixture.ts'

it('a part in another order, or in other words, is missing', () => {
  const file = 'const a = [\n  1,\n  2,\n]\nconst b = 2\n'
  expect(missingIn(file, 'const a = [1, 2]\n…\n')).toBeNull()
  expect(missingIn(file, 'const a = […]\nconst b = 2')).toBeNull()
  expect(missingIn(file, 'const b = 2\n…\nconst a')).toBe('const a')
  expect(missingIn(file, 'const a = [1, 2]\nconst c = 2')).toContain('const c')
})

// The pages write a plugin of this name with `plugin new`, and show its files.
const written = mkdtempSync(join(tmpdir(), 'domesday-excerpts-'))
afterAll(() => rmSync(written, { recursive: true }))
newPlugin({ kind: 'endpoint', id: 'food-nearby', into: join(written, 'plugins/endpoints'), home: 'project' })

const fileAt = (path: string): string =>
  readFileSync([projectRoot, written].map((folder) => join(folder, path)).find(existsSync) ?? path, 'utf8')

it.each(blocksOf('excerpt').map((block) => [placeOf(block), block] as const))('%s', (_, { info, text }) => {
  expect(missingIn(fileAt(info), text)).toBeNull()
})

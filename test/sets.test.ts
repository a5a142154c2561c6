/** Each test is in one set, and is run by it. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { everyTest, fullTests, quietTests, sampledTests } from './sets.ts'

const root = join(import.meta.dirname, '..')
const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') })
const every = filesOf(everyTest)

it('every file of tests is in one set by its name: quick, full or quiet', () => {
  const added = [...filesOf(fullTests), ...filesOf(quietTests)]
  expect(new Set(added).size).toBe(added.length)
  const kinds = new Set(every.map((file) => /\.(\w+)\.test\.ts$/.exec(file)?.[1] ?? 'quick'))
  expect([...kinds].toSorted()).toEqual(['full', 'quick', 'quiet', 'sampled'])
  expect(every).toEqual(expect.arrayContaining(added))
  for (const set of [fullTests, quietTests, sampledTests]) expect(filesOf(set).length).toBeGreaterThan(0)
})

it('none stands where no set looks', () => {
  const anywhere = globSync('**/*.{test,spec}.{ts,js,mts}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|data)$/.test(path),
  })
  expect(anywhere.filter((file) => !every.includes(file))).toEqual([])
})

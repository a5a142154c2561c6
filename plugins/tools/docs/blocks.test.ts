/** No code block of the documentation goes unchecked: each is of a kind that another test of this folder holds. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blocks, kinds, placeOf } from './blocks.fixture.ts'
import { openReader } from './reader.fixture.ts'

it('each block is of a kind that is checked', () => {
  const unchecked = blocks.filter(({ kind }) => kind === null)
  const shown = unchecked.map((block) => `${placeOf(block)}  ${block.language}: ${block.text.split('\n')[0]}`)
  expect(shown).toEqual([])
  expect([...new Set(blocks.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(kinds).toSorted())
})

it('each kind has its tests', () => {
  const files = Object.values(kinds).flat()
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, file)))).toEqual([])
})

it('no two pages show one file of the reader', () => {
  const reader = openReader()
  const { modules } = reader
  reader.remove()
  expect(modules.filter((path, i) => modules.indexOf(path) !== i)).toEqual([])
})

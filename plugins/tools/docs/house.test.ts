import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { XMLValidator } from 'fast-xml-parser'
import { afterAll, expect, it } from 'vitest'
import { drawHouse } from './house-picture.ts'
import { readHouse } from './house.ts'

const root = mkdtempSync(join(tmpdir(), 'domesday-house-'))
afterAll(() => rmSync(root, { recursive: true }))

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const pack = (folder: string, name: string, ...lines: readonly string[]): void => {
  write(`${folder}/package.json`, JSON.stringify({ name }))
  write(`${folder}/index.ts`, `${lines.join('\n')}\n`)
}

write('core/package.json', JSON.stringify({ exports: { '.': './index.ts', './surface': './surface.ts' } }))
write('core/index.ts', "export * from './contract/node.ts'\n")
write('core/surface.ts', "export * from './http/app.ts'\nexport * from './contract/node.ts'\n")
write('core/contract/node.ts', 'export const a = 1\n')
write('core/http/app.ts', "import { a } from '../contract/node.ts'\nexport const b = a\n")
write('core/http/app.test.ts', "import { z } from '../service/z.ts'\n")
pack('plugins/surfaces/rest', '@domesday/surface-rest', "import { b } from '@domesday/core/surface'")
pack('plugins/vocabularies/geography', '@domesday/vocabulary-geography', "import { a } from '@domesday/core'")
pack(
  'plugins/sources/tfl',
  '@domesday/source-tfl',
  "import { a } from '@domesday/core'",
  "import { c } from '@domesday/vocabulary-geography'",
)

it('reads floors, entry points and kinds from the imports, and leaves tests out', () => {
  const { floors, entryPoints, kinds, betweenFloors, betweenKinds, intoTheCore } = readHouse(root)
  expect(floors.filter(({ lines }) => lines > 0).map(({ id, lines }) => [id, lines])).toEqual([
    ['http', 2],
    ['contract', 1],
  ])
  expect(entryPoints).toEqual([
    { id: '@domesday/core', floor: 'contract' },
    { id: '@domesday/core/surface', floor: 'http' },
  ])
  expect(kinds.filter(({ names }) => names.length > 0).map(({ id, names, listed }) => [id, names, listed])).toEqual([
    ['surfaces', ['rest'], true],
    ['sources', ['tfl'], false],
    ['vocabularies', ['geography'], false],
  ])
  expect(betweenFloors).toEqual([['http', 'contract']])
  expect(betweenKinds).toEqual([['sources', 'vocabularies']])
  expect(intoTheCore).toEqual([
    ['sources', '@domesday/core'],
    ['surfaces', '@domesday/core/surface'],
    ['vocabularies', '@domesday/core'],
  ])
})

it('draws them, with nothing from outside', () => {
  const picture = drawHouse(readHouse(root))
  expect(XMLValidator.validate(picture)).toBe(true)
  expect(picture).toContain('>geography<')
  expect(picture.match(/<path class="line/g)).toHaveLength(5)
  expect(picture.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|@import|url\(/)
})

it('counts one of a kind by its singular', () => {
  pack('plugins/telemetry/otlp', '@domesday/telemetry-otlp', "import { a } from '@domesday/core'")
  const picture = drawHouse(readHouse(root))
  for (const one of ['1 surface<', '1 vocabulary<', '1 telemetry<']) expect(picture).toContain(one)
})

it('rejects an unknown folder', () => {
  write('core/cellar/wine.ts', 'export const d = 1\n')
  expect(() => readHouse(root)).toThrow('core/cellar/wine.ts: its folder is missing in plugins/tools/docs/house.ts')
})

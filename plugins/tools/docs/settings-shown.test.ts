/** Settings and samples that the pages show are what a service accepts. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inspect, projectRoot } from '@domesday/core/tool'
import { declarationFaults } from '@domesday/tool-testing'
import { afterAll, expect, it } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import { readExchanges } from '../gateway/exchange-file.ts'
import { blocksOf, placeOf, settingsFileOf } from './blocks.fixture.ts'
import { openReader } from './reader.fixture.ts'

const reader = openReader()
afterAll(() => reader.remove())

const shipped = readFileSync(join(projectRoot, 'config/service.yaml'), 'utf8')
/** Files of defaults that a service has read. */
const read = new Set<string>()

it.each(blocksOf('settings').map((block) => [placeOf(block), block.text] as const))(
  '%s has no fault that `config check` finds',
  async (_, text) => {
    const file = settingsFileOf(text)!.replace('config/', '')
    const configDir = folderOf({
      'service.yaml': shipped,
      [file]: file === 'service.yaml' ? reader.service(text) : text,
    })
    const found = await inspect(configDir, {})
    expect([...found.lines, ...declarationFaults(found)]).toEqual([])
    for (const { defaults } of found.documents) read.add(relative(reader.folder, defaults))
  },
)

it('each file of defaults belongs to a package that some settings name', () => {
  expect(reader.modules.filter((path) => path.endsWith('.yaml') && !read.has(path))).toEqual([])
})

it.each(blocksOf('rows').map((block) => [placeOf(block), block.text] as const))('%s is rows of samples', (_, text) => {
  expect(readExchanges(folderOf({ 'exchanges.yaml': text }))).not.toEqual([])
})

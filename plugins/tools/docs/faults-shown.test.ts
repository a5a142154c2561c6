/** Faults that the pages show are told so, with file, line and column, where their mistakes are made. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { inspect, projectRoot } from '@domesday/core/tool'
import { checkPlugins, faultLines, newPlugin } from '@domesday/tool-author'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blocksOf, placeOf } from './blocks.fixture.ts'

const above = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-faults-')))
afterAll(() => rmSync(above, { recursive: true }))

const endpoint = 'plugins/endpoints/food-nearby',
  source = 'plugins/sources/bank-holidays'

/** A clone with a new endpoint and a new source, after some changes. Their types are checked in one program. */
const cloneWith = (changes: readonly (readonly [file: string, from: string, to: string])[]): string => {
  const clone = mkdtempSync(join(above, 'clone-'))
  symlinkSync(join(projectRoot, 'node_modules'), join(clone, 'node_modules'))
  cpSync(join(projectRoot, 'package.json'), join(clone, 'package.json'))
  cpSync(join(projectRoot, 'tsconfig.json'), join(above, 'tsconfig.json'))
  newPlugin({ kind: 'endpoint', id: 'food-nearby', into: join(clone, 'plugins/endpoints'), home: 'project' })
  newPlugin({ kind: 'source', id: 'bank-holidays', into: join(clone, 'plugins/sources'), home: 'project' })
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(clone, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} has no '${from}'`)
    writeFileSync(join(clone, file), text.replace(from, to))
  }
  return clone
}

/** What `plugin check` tells of the new endpoints. */
const toldOf = async (clones: readonly string[]): Promise<readonly string[]> =>
  (await checkPlugins(clones.map((clone) => join(clone, endpoint)))).flatMap(({ faults }, n) =>
    faults.flatMap((fault) => faultLines(fault, clones[n]!)),
  )

/** What `config check` tells of settings for `location`. */
const toldOfSettings = async (yaml: string): Promise<readonly string[]> => {
  const config = join(above, 'config')
  mkdirSync(join(config, 'endpoints'), { recursive: true })
  writeFileSync(join(config, 'service.yaml'), 'endpoints: [location]\n')
  writeFileSync(join(config, 'endpoints/location.yaml'), yaml)
  return (await inspect(config, {})).lines.map((line) => line.replace(`${above}/`, ''))
}

const told: string[] = []
beforeAll(async () => {
  const code = `${endpoint}/index.ts`
  const imported = `${relative(endpoint, source)}/index.ts`
  const clones = [
    cloneWith([
      [code, 'food.total_nearby', 'food.total_nearbi'],
      [`${endpoint}/defaults.yaml`, 'stars: 0.7', 'stars: 0.6'],
    ]),
    cloneWith([[code, 'premises: food.total_nearby', 'premises: Date.now()']]),
    // Samples are asked for once all else is sound.
    cloneWith([
      [code, '\n// What it rests', `import { holidaysOf } from '${imported}'\n\n// What it rests`],
      [code, '\n/** Weights', '\nconst holidays = need(holidaysOf, { point }, () => 2026)\n\n/** Weights'],
      [code, '    food: standard(premises),', '    food: standard(premises),\n    holidays: standard(holidays),'],
      [`${source}/samples/exchanges.yaml`, 'bank-holidays.json', 'others.json'],
    ]),
  ]
  told.push(...(await toldOf(clones)), ...(await toldOfSettings('credits: { sumary: 1 }\n')))
})

it.each(blocksOf('faults').map((block) => [placeOf(block), block.text] as const))('%s', (_, text) => {
  expect(told).toEqual(expect.arrayContaining(text.trimEnd().split('\n')))
})

/** Answers that the pages show have the members and values that the service answers; manifests name what there is. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@domesday/core'
import { projectRoot } from '@domesday/core/tool'
import { runService, type RunningService } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blocksOf, placeOf } from './blocks.fixture.ts'
import { differenceOf } from './elision.fixture.ts'

/** JSON in which a member or an entry may be `…`: any others. A member becomes one of that name. */
const parsed = (text: string): unknown => {
  const open: string[] = []
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|[{[\]}…]/g, (token) => {
      if (token === '{' || token === '[') open.push(token)
      if (token === '}' || token === ']') open.pop()
      return token !== '…' ? token : open.at(-1) === '{' ? '"…": null' : '"…"'
    }),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where an answer is not as shown: a line for each place. */
const differences = (shown: unknown, real: unknown, at = 'it'): readonly string[] => {
  if (Array.isArray(shown) && Array.isArray(real)) {
    const isPart = shown.length > 1 && shown.at(-1) === '…'
    const named = isPart ? shown.slice(0, -1) : shown
    return (isPart ? named.length > real.length : named.length !== real.length)
      ? [`${at} has ${real.length} entries`]
      : named.flatMap((one, i) => differences(one, real[i], `${at}[${i}]`))
  }
  if (isRecord(shown) && isRecord(real)) {
    const { '…': more, ...named } = shown
    const unnamed = more === undefined ? Object.keys(real).filter((name) => !(name in named)) : []
    return [
      ...unnamed.map((name) => `${at} has ${name}`),
      ...Object.entries(named).flatMap(([name, one]) =>
        name in real ? differences(one, real[name], `${at}.${name}`) : [`${at} has no ${name}`],
      ),
    ]
  }
  const isSame =
    typeof shown === 'string' && typeof real === 'string' ? differenceOf(real, shown) === null : shown === real
  return isSame ? [] : [`${at} is ${JSON.stringify(real)}`]
}

describe('an answer', () => {
  let service: RunningService
  beforeAll(async () => {
    const asked = new Set(blocksOf('answer').map(({ info }) => /\/api\/v1\/([\w-]+)/.exec(info)![1]))
    service = await runService({
      configure: (dir) =>
        writeFileSync(join(dir, 'service.yaml'), `evidence: sqlite\nendpoints: [${[...asked].join(', ')}]\n`),
    })
  })
  afterAll(() => service.close())

  it('that is not as shown is told by the place', () => {
    const real = { data: { a: 1, b: 'x y z' }, list: [{ id: 1 }, { id: 2 }] }
    expect(differences(parsed('{ "data": { "b": "x…z", … }, "list": [{ … }, …] }'), real)).toEqual([])
    expect(differences(parsed('{ "data": { "a": 2 }, "list": [], "more": "…" }'), real)).toEqual([
      'it.data has b',
      'it.data.a is 1',
      'it.list has 2 entries',
      'it has no more',
    ])
  })

  it.each(blocksOf('answer').map((block) => [placeOf(block), block] as const))('%s', async (_, { info, text }) => {
    const [, method, path, credits] = /^([A-Z]+) (\S+)(?: with (\d+) credits)?$/.exec(info)!
    const key = await service.key(Number(credits ?? 1000))
    const { body } = await service.send(path!, { method: method!, key })
    expect(differences(parsed(text), body)).toEqual([])
  })
})

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly domesday?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
const manifestAt = (path: string): Manifest => JSON.parse(readFileSync(join(projectRoot, path), 'utf8')) as Manifest

describe('a package.json', () => {
  const published = [
    'core/package.json',
    ...readdirSync(join(projectRoot, 'plugins'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /^[^/]+\/[^/]+\/package\.json$/.test(name))
      .map((name) => `plugins/${name}`),
  ].map((path) => manifestAt(path).name)

  it.each(blocksOf('manifest').map((block) => [placeOf(block), block.text] as const))('%s', (_, text) => {
    const { domesday, dependencies = {}, peerDependencies = {} } = JSON.parse(text) as Manifest
    const needed = Object.entries({ ...dependencies, ...peerDependencies })
    // Packages are published together, under the version of the project.
    const { version } = manifestAt('package.json')
    expect(needed).toEqual(needed.map(([name]) => [name, version]))
    expect(needed.map(([name]) => name).filter((name) => !published.includes(name))).toEqual([])
    if (domesday) expect(domesday).toMatchObject({ contract, endpoint: expect.any(String) })
  })
})

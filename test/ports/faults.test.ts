/** What is wrong with the packages that service.yaml lists is told before the start, with its place. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { configure, inspect, optionsFrom, projectRoot } from '@domesday/core/tool'
import { openSettingsCache } from '../../core/config/cached-settings.ts'
import { here, runSmallService, serviceYaml, writeSettings } from './small-service.ts'

const root = mkdtempSync(join(tmpdir(), 'domesday-ports-'))
afterAll(() => rmSync(root, { recursive: true }))

let made = 0
/** A module, by the path that service.yaml would name. */
const moduleOf = (...exports: readonly string[]): string => {
  const file = join(root, `module-${(made += 1)}.js`)
  writeFileSync(file, exports.map((value, i) => `export const part${i} = ${value}\n`).join(''))
  const path = relative(projectRoot, file)
  return path.startsWith('.') ? path : `./${path}`
}
const surfaceOf = (id: string, ...paths: readonly string[]): string =>
  `{ port: 'surface', id: '${id}', home: '/', paths: ${JSON.stringify(paths)}, mount: () => {} }`
const clientOf = (id: string, ...kinds: readonly string[]): string =>
  `{ port: 'client', id: '${id}', home: '/', kinds: ${JSON.stringify(kinds)}, open: () => {} }`

const configOf = (files: Readonly<Record<string, string>>): string => {
  const dir = mkdtempSync(join(root, 'config-'))
  writeSettings(dir, files)
  return dir
}
const linesIn = async (dir: string): Promise<readonly string[]> =>
  (await inspect(dir, {})).lines.map((line) => line.replaceAll(`${dir}/`, ''))
const faultsOf = (changes: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) =>
  linesIn(configOf({ 'service.yaml': serviceYaml(changes), ...files }))

it('are none where all is sound', async () => {
  expect(await faultsOf({})).toEqual([])
})

describe('a name', () => {
  it.each([
    ['surfaces: [rest, refrence]', "2:18  surface 'refrence': there is no such plugin; did you mean 'reference'?"],
    ['clients: [htpp, dataset]', "3:11  client 'htpp': there is no such plugin; did you mean 'http'?"],
    ['store: sqlit', "4:8  store 'sqlit': there is no such plugin; did you mean 'sqlite'?"],
    ['sandbox: { gateway: gatway }', "5:21  gateway 'gatway': there is no such plugin; did you mean 'gateway'?"],
    ['store: ./nowhere', "4:8  store './nowhere': there is no such plugin."],
    ['store: ./confg', "4:8  store './confg': there is no such plugin; did you mean './config'?"],
  ])('that is unknown: %s', async (line, fault) => {
    const [key, value] = line.split(/: (.*)/) as [string, string]
    const lines = await faultsOf({ endpoints: '[water]', clients: '[http, dataset]', [key]: value })
    expect(lines.map((one) => one.split(' Looked in ')[0])).toEqual([`service.yaml:${fault}`])
  })

  it('that is unknown is told with each place where it was sought', async () => {
    const dir = configOf({ 'service.yaml': serviceYaml({ endpoints: '[../tides, tide]', store: "'@team/store'" }) })
    const upwards = (name: string) =>
      [dir, projectRoot].map((from) => `node_modules/${name} from ${from} up`).join(', ')
    expect((await inspect(dir, {})).lines.map((line) => line.split(' Looked in ')[1])).toEqual([
      `${join(dir, '../tides')}, ${join(projectRoot, '../tides')}`,
      `plugins/endpoints/tide, ${upwards('tide')}`,
      upwards('@team/store'),
    ])
  })

  it('that is unknown is told beside all else that is wrong', async () => {
    const lines = await faultsOf(
      { surfaces: '[rset]', clients: '[htpp]', log: '{ level: loud }' },
      { 'endpoints/lighthouse.yaml': 'deadline: soon\n' },
    )
    expect(lines.map((line) => line.split('  ')[0])).toEqual([
      'service.yaml:2:12',
      'service.yaml:3:11',
      'endpoints/lighthouse.yaml:1:11',
      'service.yaml:6:15',
    ])
  })

  it('is told with its place also where the settings are cached', async () => {
    const dir = configOf({ 'service.yaml': serviceYaml({ sandbox: '{ gateway: gatway }' }) })
    const start = (live: boolean) =>
      configure(
        { ...optionsFrom({}, { live }), configDir: dir },
        { cache: openSettingsCache(join(dir, '../settings.json')) },
      )
    await start(true)
    await expect(start(false)).rejects.toThrow("service.yaml:5:21  gateway 'gatway': there is no such plugin")
  })
})

describe('a module', () => {
  it.each([
    ['no surface', [], 'its module exports no surface'],
    ['a client instead', [clientOf('x', 'x:y')], 'its module exports no surface'],
    ['two', [surfaceOf('a', '/a'), surfaceOf('b', '/b')], 'its module exports 2 of the kind, not one'],
  ])('that exports %s', async (_, exports, words) => {
    const name = moduleOf(...exports)
    expect(await faultsOf({ surfaces: `[rest, ${name}]` })).toEqual([`service.yaml:2:18  surface '${name}': ${words}`])
  })

  it('that cannot be imported', async () => {
    const name = moduleOf('nothing.that.exists')
    expect(await faultsOf({ surfaces: `[rest, ${name}]` })).toEqual([
      `service.yaml:2:18  surface '${name}': nothing is not defined`,
    ])
  })
})

describe('two packages', () => {
  it('with one path', async () => {
    const [one, other] = [moduleOf(surfaceOf('one', '/a', '/b')), moduleOf(surfaceOf('other', '/b', '/c'))]
    expect(await faultsOf({ surfaces: `[${one}, ${other}]` })).toEqual([
      `service.yaml:2:${15 + one.length - 1}  surface '${other}': its path '/b' is taken by surface '${one}'`,
    ])
  })

  it('with paths of which one lies below the other, in either order', async () => {
    const below = moduleOf(surfaceOf('below', '/api/v1/location', '/api/v10'))
    const words = `surface '${below}': its path '/api/v1/location' is taken by surface 'rest'`
    expect(await faultsOf({ surfaces: `[rest, ${below}]` })).toEqual([`service.yaml:2:18  ${words}`])
    expect(await faultsOf({ surfaces: `[${below}, rest]` })).toEqual([
      `service.yaml:2:${14 + below.length}  surface 'rest': its path '/api/v1/*' is taken by surface '${below}'`,
    ])
  })

  it('with one id, whose settings would be one file', async () => {
    const other = moduleOf(surfaceOf('rest', '/other'))
    expect(await faultsOf({ surfaces: `[rest, ${other}]` })).toEqual([
      `service.yaml:2:18  surface '${other}': its id 'rest' is taken by surface 'rest'`,
    ])
  })

  it('with one kind of operation', async () => {
    const other = moduleOf(clientOf('other', 'test:register'))
    expect(await faultsOf({ clients: `[http, ${here}/register, ${other}]` })).toEqual([
      `service.yaml:3:40  client '${other}': its kind of operation 'test:register' is taken by client '${here}/register'`,
    ])
  })
})

describe('an absent client', () => {
  it('is told for each source that needs it, where clients are listed', async () => {
    expect(await faultsOf({ clients: '[http]' })).toEqual([
      "service.yaml:3:1  source 'lighthouses': no listed client answers operations of the kind 'test:register', which it has",
    ])
    expect(await faultsOf({ clients: '[dataset]' })).toEqual(
      ['lighthouses', 'tides'].map((id) => expect.stringContaining(`service.yaml:3:1  source '${id}': `)),
    )
  })

  it('keeps a service from starting', async () => {
    await expect(runSmallService({ clients: '[http]' })).rejects.toThrow("source 'lighthouses': no listed client")
  })
})

describe('settings of a package', () => {
  it('are faults of their file', async () => {
    const files = {
      'surfaces/plain-text.yaml': 'separater: "="\nlines: { most: 0 }\n',
      'clients/register.yaml': 'fresh_s: soon\n',
    }
    expect(await faultsOf({}, files)).toEqual([
      "clients/register.yaml:1:10  fresh_s must be a whole number, not 'soon'",
      "surfaces/plain-text.yaml:1:1  unknown key 'separater'; did you mean 'separator'?",
      'surfaces/plain-text.yaml:2:16  lines.most must be at least 1, not 0',
    ])
  })

  it('are refused where the package is not listed', async () => {
    const files = { 'surfaces/plain-text.yaml': 'separator: "="\n' }
    expect(await faultsOf({ surfaces: '[rest]' }, files)).toEqual([
      "surfaces/plain-text.yaml:1:1  no surface 'plain-text' with settings is loaded",
    ])
  })
})

describe('a service.yaml', () => {
  it('that cannot be parsed is the only fault', async () => {
    const lines = await linesIn(configOf({ 'service.yaml': 'endpoints: [water\n' }))
    expect(lines.filter((line) => !line.startsWith('service.yaml:'))).toEqual([])
  })

  it('that lists no packages leaves the place of a fault to the defaults', async () => {
    const lines = await faultsOf({ surfaces: '[rest]' }, { 'service.yaml': `endpoints: [${here}/lighthouse]\n` })
    expect(lines).toEqual([
      expect.stringMatching(
        /^core\/registry\/settings\/service\.defaults\.yaml:\d+:1 {2}source 'lighthouses': no listed/,
      ),
    ])
  })
})

it('a surface mounts on its own paths alone', async () => {
  const mounting = (path: string) =>
    moduleOf(`{ ...${surfaceOf('bold', '/bold/*')}, mount: (http) => http.get('${path}', () => {}) }`)
  for (const [path, fault] of [
    ['/keys', "surface 'bold': has a route at '/keys', which is not among its paths"],
    ['/readyz', "surface 'bold': '/readyz' is a path of the service itself"],
  ] as const)
    await expect(runSmallService({ surfaces: `[${mounting(path)}]` })).rejects.toThrow(fault)
})

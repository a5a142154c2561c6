/** A plugin from another folder: how it is found, and the same on every start, wherever it stands in the list. */
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, projectRoot } from '@domesday/core/tool'
import { afterAll, describe, expect, it } from 'vitest'
import { started } from '../support/started.ts'
import { dice, link, own, write } from './dice.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-outside-')))
afterAll(() => rmSync(root, { recursive: true }))
const folder = (): string => mkdtempSync(join(root, 'x-'))

/** A service with the settings in `config`, that serves `location` beside what is named. */
const serviceOf = (name: string, files: Readonly<Record<string, string>> = {}): string =>
  write(folder(), { 'config/service.yaml': `endpoints: [location, ${name}]\n`, ...files })
const linesOf = async (service: string): Promise<readonly string[]> =>
  (await inspect(join(service, 'config'), {})).lines.map((line) => line.replaceAll(`${service}/`, ''))
const servedIn = async (service: string): Promise<readonly string[]> => {
  expect(await linesOf(service)).toEqual([])
  return [...(await inspect(join(service, 'config'), {})).plugins.endpoints.keys()]
}
const faultOf = (service: string): Promise<string> => linesOf(service).then((lines) => lines.join('\n'))

describe('a start', () => {
  const start = (service: string) =>
    started(process.execPath, [join(projectRoot, 'core/start.js')], {
      cwd: service,
      env: { DOMESDAY_DATA_DIR: join(service, 'data') },
    })
  const orders = ['[location, ../dice]', '[../dice, location]']

  it('of a plugin with no links of its own is refused each time and in each order, with what to do', async () => {
    const service = serviceOf('../dice')
    write(join(service, 'dice'), dice())
    for (const order of orders) {
      write(service, { 'config/service.yaml': `endpoints: ${order}\n` })
      for (const _ of ['first', 'second']) {
        const { code, printed } = await start(service)
        expect([code, printed.split("endpoint '../dice': ")[1]]).toEqual([
          1,
          `${service}/dice/index.ts imports '@domesday/core', which is not installed: run 'npm install --save file:${projectRoot}/core' in ${service}/dice\n`,
        ])
      }
    }
  })

  it('of one with links serves each time and in each order', async () => {
    const service = serviceOf('../dice')
    link(write(join(service, 'dice'), dice()), own)
    for (const order of orders) {
      write(service, { 'config/service.yaml': `endpoints: ${order}\n` })
      for (const _ of ['first', 'second']) {
        const { printed, look, stop } = await start(service)
        expect(printed).toContain('2 endpoints')
        const found = await look('/api/v1/dice/WA11UH')
        const none = await look('/api/v1/dice/ZZ999ZZ')
        expect([found.status, found.headers.get('x-credits-charged'), none.status]).toEqual([200, '2', 404])
        expect(((await none.json()) as { code: string }).code).toBe('unknown_subject')
        await stop()
      }
    }
  })
})

describe('a name', () => {
  it('that is a path counts from the file that has it, and may lead to a folder that says nothing of itself', async () => {
    const service = serviceOf('../dice')
    link(write(join(service, 'dice'), dice({ domesday: null })), own)
    expect(await servedIn(service)).toEqual(['location', 'dice'])
  })

  it('of an npm package is sought from that file, and its folder need not have its id', async () => {
    const service = serviceOf("'@team/dice'")
    const plugin = write(folder(), dice())
    link(plugin, own)
    link(service, { '@team/dice': plugin })
    expect(await servedIn(service)).toEqual(['location', 'dice'])
  })

  it('that is short is the id that a dependency of the service gives itself', async () => {
    const service = serviceOf('dice', { 'package.json': '{ "dependencies": { "@team/something": "1.0.0" } }' })
    const plugin = write(folder(), dice())
    link(plugin, own)
    link(service, { '@team/something': plugin })
    expect(await servedIn(service)).toEqual(['location', 'dice'])
  })

  it('that two dependencies give themselves is refused with both places', async () => {
    const service = serviceOf('dice', { 'package.json': '{ "dependencies": { "a": "1.0.0", "b": "1.0.0" } }' })
    const [a, b] = [write(folder(), dice()), write(folder(), dice())] as const
    link(service, { a, b })
    expect(await faultOf(service)).toContain(`endpoint 'dice': several packages have this id: ${a}, ${b}`)
  })

  it('of a package whose exports have conditions leads to what an import loads', async () => {
    const service = serviceOf('whole', { 'package.json': '{ "dependencies": { "whole": "1.0.0" } }' })
    const surface = "export const whole = { port: 'surface', id: 'whole', home: '/', paths: ['/w'], mount() {} }"
    const manifest = { type: 'module', domesday: { surface: 'whole', contract: 2 } }
    write(join(service, 'node_modules/whole'), {
      'package.json': JSON.stringify({ ...manifest, exports: { '.': { types: './x.d.ts', import: './lib/main.js' } } }),
      'lib/main.js': surface,
    })
    write(service, { 'config/service.yaml': 'endpoints: [location]\nsurfaces: [rest, whole]\n' })
    expect(await faultOf(service)).toBe('')
  })
})

describe('a package', () => {
  const installed = (domesday: unknown) => {
    const service = serviceOf("'@team/dice'")
    const plugin = write(folder(), dice({ domesday }))
    link(plugin, own)
    link(service, { '@team/dice': plugin })
    return { service, plugin }
  }

  it.each([
    ['nothing of itself', null, 'does not say what it is: add "domesday": { "endpoint": "<id>", "contract": 2 }'],
    ['another kind', { store: 'dice', contract: 2 }, 'does not say that it is an endpoint'],
    ['no contract', { endpoint: 'dice' }, 'does not say which contract it is written for: add "contract": 2'],
  ])('that says %s is told what to say, and where', async (_, domesday, fault) => {
    const { service, plugin } = installed(domesday)
    expect(await faultOf(service)).toContain(
      `service.yaml:1:23  endpoint '@team/dice': ${plugin}/package.json ${fault}`,
    )
  })

  it.each([
    [3, 'update the core'],
    [1, 'update the package'],
  ])('for contract %s is refused: %s', async (contract, mend) => {
    const { service } = installed({ endpoint: 'dice', contract })
    expect(await faultOf(service)).toContain(
      `it is written for contract ${contract}, and the core in ${projectRoot}/core has 2: ${mend}`,
    )
  })

  it('that gives itself another id than its declaration is refused', async () => {
    const { service } = installed({ endpoint: 'cubes', contract: 2 })
    expect(await faultOf(service)).toContain("its id is 'dice', but its package.json says 'cubes'")
  })

  it('of TypeScript under node_modules is told to be compiled', async () => {
    const service = serviceOf("'@team/dice'")
    const plugin = write(join(service, 'node_modules/@team/dice'), dice())
    link(plugin, own)
    const { code, printed } = await started(process.execPath, [join(projectRoot, 'core/start.js')], { cwd: service })
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining(
        `${plugin}/index.ts is TypeScript, which Node does not run under node_modules: compile it`,
      ),
    ])
  })
})

describe('a second copy', () => {
  /** Another checkout's core, which finds the packages that it needs. */
  const otherCore = (): string => {
    const other = folder()
    cpSync(join(projectRoot, 'core'), join(other, 'core'), { recursive: true })
    symlinkSync(join(projectRoot, 'node_modules'), join(other, 'node_modules'))
    return join(other, 'core')
  }

  it('of the core is refused, with both places', async () => {
    const service = serviceOf('../dice')
    const core = otherCore()
    link(write(join(service, 'dice'), dice()), { ...own, '@domesday/core': core })
    expect(await faultOf(service)).toContain(
      `imports a second copy of @domesday/core, ${core}; the one that runs is ${projectRoot}/core`,
    )
  })

  it('of the core is refused where only a source of the plugin imports it', async () => {
    const service = serviceOf('../dice')
    const core = otherCore()
    const source = join(folder(), 'police-uk')
    cpSync(join(projectRoot, 'plugins/sources/police-uk'), source, { recursive: true })
    link(source, {
      '@domesday/core': core,
      '@domesday/vocabulary-geography': join(projectRoot, 'plugins/vocabularies/geography'),
    })
    link(write(join(service, 'dice'), dice()), { ...own, '@domesday/source-police-uk': source })
    const { code, printed } = await started(process.execPath, [join(projectRoot, 'core/start.js')], { cwd: service })
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining(
        `imports a second copy of @domesday/core, ${core}; the one that runs is ${projectRoot}/core`,
      ),
    ])
  })

  it('of a source is refused in either order, with both places', async () => {
    const source = join(folder(), 'police-uk')
    const first = own['@domesday/source-police-uk']
    cpSync(first, source, { recursive: true })
    link(source, {
      '@domesday/core': own['@domesday/core'],
      '@domesday/vocabulary-geography': join(projectRoot, 'plugins/vocabularies/geography'),
    })
    const service = serviceOf('../dice')
    link(write(join(service, 'dice'), dice()), { ...own, '@domesday/source-police-uk': source })
    expect(await faultOf(service)).toContain(
      `service.yaml:1:23  endpoint '../dice': its source 'police-uk' is declared twice, in ${first} and in ${source}`,
    )
    write(service, { 'config/service.yaml': 'endpoints: [../dice, location]\n' })
    expect(await faultOf(service)).toContain(
      `service.yaml:1:22  endpoint 'location': its source 'police-uk' is declared twice, in ${source} and in ${first}`,
    )
  })
})

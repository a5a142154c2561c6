/** The packages as they are published: an empty project that names some is a service. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { openSigningKeys } from '@domesday/evidence-parts/signing-keys'
import { packOf, seal } from '@domesday/verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gathering as gathered } from '../../plugins/vocabularies/verify/pack.fixture.ts'
import { started } from '../support/started.ts'
import { install, packedManifestIn } from './installed.ts'

const dir = mkdtempSync(join(tmpdir(), 'domesday-packages-'))
const staged = join(dir, 'staged'),
  project = join(dir, 'service')
const node = process.execPath
const npm = (...args: readonly string[]): string =>
  execFileSync('npm', args, { cwd: join(staged, '@domesday/core'), encoding: 'utf8', stdio: 'pipe' })

const service = {
  'package.json': `{
  "type": "module",
  "dependencies": {
    "@domesday/core": "*", "@domesday/store-sqlite": "*", "@domesday/client-http": "*",
    "@domesday/surface-rest": "*", "@domesday/endpoint-vehicle": "*", "@domesday/tool-gateway": "*"
  }
}
`,
  'config/service.yaml': `endpoints: [vehicle]
surfaces: [rest]
clients: [http]
`,
}

beforeAll(() => {
  const pack = [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/pack/index.ts', '--out', staged]
  const { status, stdout, stderr } = spawnSync(node, pack, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\d+ packages of \d/)
  mkdirSync(join(project, 'config'), { recursive: true })
  for (const [file, text] of Object.entries(service)) writeFileSync(join(project, file), text)
  const { dependencies } = packedManifestIn(project)
  install(Object.keys(dependencies), { from: staged, to: project })
})
afterAll(() => rmSync(dir, { recursive: true }))

const domesday = (...args: readonly string[]) =>
  spawnSync('npx', ['--offline', 'domesday', ...args], { cwd: project, encoding: 'utf8' })
const packages = () => readdirSync(join(staged, '@domesday')).map((name) => join(staged, '@domesday', name))

describe('each staged package', () => {
  it('has compiled code and assets, and neither tests nor sources', () => {
    const files = packages().flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    expect(files.filter((file) => /\.(test|fixture)\.|(?<!\.d)\.ts$|node_modules|tsconfig\.json$/.test(file))).toEqual(
      [],
    )
    for (const file of ['defaults.yaml', 'samples/rows.js', 'samples/places.yaml', 'page/index.html', 'errors.md'])
      expect(files).toContain(file)
  })

  it('can be published, names files that are there, and needs the others in exactly its own release', () => {
    for (const folder of packages()) {
      const { name, version, exports, files, dependencies, ...rest } = packedManifestIn(folder)
      expect([name, rest.private, (rest as { license?: string }).license]).toEqual([name, undefined, 'MIT'])
      const there = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      const named = [...files, ...Object.values(exports).flatMap((one) => Object.values(one))]
      expect(named.filter((file) => !there.includes(file.replace('./', '')))).toEqual([])
      for (const [other, wanted] of Object.entries(dependencies))
        expect([name, other, wanted]).toEqual([name, other, other.startsWith('@domesday/') ? version : wanted])
      expect(Object.values(dependencies).filter((wanted) => !/^\d+\.\d+\.\d+$/.test(wanted))).toEqual([])
    }
  })

  it('is what npm packs', () => {
    const [{ files, name }] = JSON.parse(npm('pack', '--dry-run', '--json', '--offline')) as [
      { name: string; files: readonly { path: string }[] },
    ]
    const paths = files.map(({ path }) => path)
    expect(name).toBe('@domesday/core')
    for (const path of ['domesday.js', 'start.js', 'index.d.ts', 'registry/settings/service.defaults.yaml', 'LICENSE'])
      expect(paths).toContain(path)
  })
})

describe('an empty project that names a core, a store, a client, a surface and an endpoint', () => {
  it('starts a service in about ten lines, which charges for an answer', async () => {
    expect(Object.values(service).join('').split('\n').length).toBeLessThanOrEqual(12)
    const { code, printed, look } = await started('npx', ['--offline', 'domesday', 'start'], { cwd: project })
    expect([code, printed]).toEqual([null, expect.stringContaining('1 endpoints, 2 sources')])
    const answer = await look('/api/v1/vehicle/ZZ08BUK')
    const { data, _meta } = (await answer.json()) as { data: object; _meta: { credits_charged: number } }
    expect([answer.status, _meta.credits_charged, answer.headers.get('domesday-release')]).toEqual([
      200,
      6,
      packedManifestIn(join(staged, '@domesday/core')).version,
    ])
    expect(data).toMatchObject({ health_assessment: { score: expect.any(Number) } })
    expect(printed).not.toContain(projectRoot)
    expect(readdirSync(join(project, 'data'))).toEqual(['sandbox'])
  })

  it('says where the other commands are', () => {
    expect(domesday('keys', 'list')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npm install --save @domesday/tool-cli'),
    })
  })

  it('runs them once they are installed', () => {
    install(['@domesday/tool-cli'], { from: staged, to: project })
    expect(domesday('prices')).toMatchObject({ status: 0, stdout: expect.stringMatching(/vehicle/) })
  })

  it('is where an author begins: plugin new writes what plugin check finds no fault in, and what passes its tests', () => {
    const kit = ['@domesday/tool-author', '@domesday/tool-testing', 'typescript', 'vitest', '@types/node']
    install(kit, { from: staged, to: project })
    for (const kind of ['endpoint', 'source']) {
      const folder = join(project, `own-${kind}`)
      expect(domesday('plugin', 'new', kind, `own-${kind}`)).toMatchObject({ status: 0 })
      const { dependencies } = packedManifestIn(folder)
      install(Object.keys(dependencies), { from: staged, to: project })
      expect(domesday('plugin', 'check', folder)).toMatchObject({ status: 0, stdout: '' })
      const vitest = join(project, 'node_modules/vitest/vitest.mjs')
      const tested = spawnSync(node, [vitest, 'run', '--testTimeout=60000'], { cwd: folder, encoding: 'utf8' })
      expect([tested.status, tested.status === 0 ? '' : tested.stdout + tested.stderr]).toEqual([0, ''])
    }
  })

  it('compiles under plain nodenext and strict', () => {
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { module: 'nodenext', strict: true, noEmit: true }, include: ['*.ts'] }),
    )
    writeFileSync(
      join(project, 'source.ts'),
      `import { contract, factor, integer, need, params, score, source, text } from '@domesday/core'

export const about: number = contract
const days = source({ id: 'days', title: 'Days', home: import.meta.dirname, licence: 'OGL-UK-3.0', attribution: '', coverage: '' })
const daysIn = days.get('days', { path: (year: string) => \`/\${year}\`, digest: integer(), read: (rows: readonly string[]) => rows.length })
export const asked = params({ year: text() })
const count = need(daysIn, { asked }, ({ asked }) => asked.year)
export const rest = score('rest', { days: factor({ count }, ({ count }) => ({ metric: count, detail: \`\${count} days\` })) })
`,
    )
    const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(node, [compiler, '-p', project], { cwd: project, encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})

describe('the verifier of evidence, alone in a folder', () => {
  it('verifies a signed file, and refuses a changed one', async () => {
    const alone = join(dir, 'auditor')
    mkdirSync(alone)
    install(['@domesday/verify'], { from: staged, to: alone })
    const { dependencies } = packedManifestIn(join(alone, 'node_modules/@domesday/verify'))
    expect(Object.keys(dependencies)).toEqual(['canonicalize', 'jose'])
    const keys = await openSigningKeys({ dataDir: join(alone, 'service'), env: {} })
    const signed = await keys.sign(packOf(seal(gathered)))
    writeFileSync(join(alone, 'signed.json'), signed)
    writeFileSync(join(alone, 'changed.json'), signed.replace('{', '{ '))
    writeFileSync(join(alone, 'jwks.json'), JSON.stringify(await keys.published()))
    const run = (file: string) =>
      spawnSync(node, ['node_modules/.bin/domesday-verify', file, '--jwks', 'jwks.json'], {
        cwd: alone,
        encoding: 'utf8',
      })
    expect(run('signed.json')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/What this proves/),
    })
    expect(run('changed.json')).toMatchObject({ status: 1, stdout: expect.stringMatching(/is not canonical/) })
  })
})

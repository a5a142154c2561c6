/** The packages as they are published: an empty folder in which they are installed is a service. */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { openSigningKeys } from '@domesday/evidence-parts/signing-keys'
import { packOf, seal } from '@domesday/verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gathering as gathered } from '../../plugins/vocabularies/verify/pack.fixture.ts'
import { started } from '../support/started.ts'
import { fileOf, npmInstall, packedManifestIn, withNeeds } from './installed.ts'
import { openRegistry, type Registry } from './registry.ts'
import { patient } from '../sets.ts'

const dir = mkdtempSync(join(tmpdir(), 'domesday-packages-'))
const staged = join(dir, 'staged')
const node = process.execPath
const npm = (...args: readonly string[]): string =>
  execFileSync('npm', args, { cwd: join(staged, '@domesday/core'), encoding: 'utf8', stdio: 'pipe' })

let registry: Registry
beforeAll(async () => {
  const pack = [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/pack/index.ts', '--out', staged]
  const { status, stdout, stderr } = spawnSync(node, pack, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\d+ packages of \d/)
  registry = await openRegistry()
})
afterAll(() => {
  registry?.close()
  rmSync(dir, { recursive: true })
})

const packages = () => readdirSync(join(staged, '@domesday')).map((name) => join(staged, '@domesday', name))
const install = (words: readonly string[], to: string): Promise<void> =>
  npmInstall(words, { to, registry: registry.origin, cache: join(dir, 'cache') })

const settings = 'endpoints: [vehicle]\nsurfaces: [rest]\nclients: [http]\n'

/** An empty folder with these files installed, that is a service of one endpoint. */
const serviceOf = async (name: string, files: readonly string[]): Promise<string> => {
  const folder = join(dir, name)
  mkdirSync(join(folder, 'config'), { recursive: true })
  writeFileSync(join(folder, 'config/service.yaml'), settings)
  await install(files, folder)
  return folder
}
const domesdayIn =
  (cwd: string) =>
  (...args: readonly string[]) =>
    spawnSync('npx', ['--offline', 'domesday', ...args], { cwd, encoding: 'utf8' })

describe('each staged package', () => {
  it('has compiled code and assets, and neither tests nor sources', () => {
    const all = packages().flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    // One package from elsewhere is brought along.
    const files = all.filter((file) => !/^node_modules(\/swagger-ui-dist(\/|$)|$)/.test(file))
    expect(files.filter((file) => /\.(test|fixture)\.|(?<!\.d)\.ts$|node_modules|tsconfig\.json$/.test(file))).toEqual(
      [],
    )
    for (const file of ['defaults.yaml', 'samples/rows.js', 'samples/places.yaml', 'page/index.html', 'errors.md'])
      expect(files).toContain(file)
  })

  it('is a file too, which asks a registry for none of the others and runs no script', () => {
    for (const folder of packages()) {
      const file = fileOf(staged, packedManifestIn(folder).name)
      const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
      expect(text.replaceAll(/^  "name": .*$/gm, '')).not.toContain('"@domesday/')
      expect((JSON.parse(text) as { readonly scripts?: object }).scripts).toBeUndefined()
    }
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

describe('an empty folder with all that was packed', () => {
  let project = ''
  const domesday = (...args: readonly string[]) => domesdayIn(project)(...args)
  beforeAll(async () => {
    project = await serviceOf(
      'service',
      globSync('*.tgz', { cwd: staged }).map((file) => join('../staged', file)),
    )
  })

  it('has asked nobody for a package of the project, and has none that runs a script when it is installed', () => {
    expect([...registry.asked].filter((name) => name.startsWith('@domesday'))).toEqual([])
    expect(registry.asked).toContain('koa')
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>
    }
    expect(Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
    expect(Object.keys(lock.packages)).toContain('node_modules/@domesday/core')
  })

  it('starts a service, which charges for an answer', async () => {
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

  it('starts live, with the settings that its check finds valid', async () => {
    expect(domesday('config', 'check')).toMatchObject({ status: 0, stdout: '' })
    const live = await started('npx', ['--offline', 'domesday', 'start', '--live'], {
      cwd: project,
      until: /\n {2}Before you charge/,
    })
    expect([live.code, live.printed]).toEqual([null, expect.stringContaining('npx domesday jobs list --live')])
  })

  it('has the commands that its help offers, and none that writes the pages of the project', () => {
    const help = domesday('help')
    expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining('  plugin new ') })
    expect(help.stdout).not.toMatch(/^  docs /m)
    for (const words of ['prices', 'config check', 'config show service', 'config schemas', 'config history'])
      expect([words, domesday(...words.split(' '))]).toMatchObject([words, { status: 0 }])
    for (const words of ['keys list', 'ledger check', 'usage', 'datasets list', 'get vehicle/ZZ08BUK'])
      expect([words, domesday(...words.split(' '))]).toMatchObject([words, { status: 0 }])
  })

  it('is where an author begins: plugin new says the steps, and what it writes has no faults and passes its tests', async () => {
    for (const kind of ['endpoint', 'source']) {
      const folder = join(project, `own-${kind}`)
      const written = domesday('plugin', 'new', kind, `own-${kind}`)
      expect(written).toMatchObject({ status: 0, stderr: expect.stringContaining('Next:\n') })
      const [step] = written.stderr.split('\n').filter((line) => line.startsWith('  npm install --save-dev '))
      // The second finds all that it needs.
      expect(step === undefined).toBe(kind === 'source')
      if (step !== undefined) await install(step.trim().split(' ').slice(2), project)
      expect(domesday('plugin', 'check', folder)).toMatchObject({ status: 0, stdout: '' })
      expect(domesday('plugin', 'try', folder, '--once')).toMatchObject({ status: 0 })
      // It may be installed, and brings no second copy of anything.
      await install([], folder)
      const vitest = join(project, 'node_modules/vitest/vitest.mjs')
      const tested = spawnSync(node, [vitest, 'run', ...patient], { cwd: folder, encoding: 'utf8' })
      expect([tested.status, tested.status === 0 ? '' : tested.stdout + tested.stderr]).toEqual([0, ''])
    }
    expect(domesday('plugin', 'new', 'elsewhere', '--in', dir)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('choose a folder below that of the service'),
    })
    writeFileSync(join(project, 'config/service.yaml'), settings.replace('[vehicle]', '[vehicle, ../own-endpoint]'))
    expect(domesday('config', 'check')).toMatchObject({ status: 0, stderr: expect.stringContaining('2 endpoints') })
    expect(domesday('get', 'own-endpoint/WA11UH')).toMatchObject({ status: 0 })
  })

  it('compiles under plain nodenext and strict', () => {
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { module: 'nodenext', strict: true, noEmit: true }, include: ['*.mts'] }),
    )
    writeFileSync(
      join(project, 'source.mts'),
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

describe('an empty folder with six packages, and those that they need', () => {
  const named = ['core', 'store-sqlite', 'client-http', 'surface-rest', 'endpoint-vehicle', 'tool-gateway']
  const filesOf = (names: readonly string[]): readonly string[] =>
    withNeeds(
      staged,
      names.map((name) => `@domesday/${name}`),
    ).map((name) => fileOf(staged, name))
  let project = ''
  const domesday = (...args: readonly string[]) => domesdayIn(project)(...args)
  beforeAll(async () => {
    project = await serviceOf('small', filesOf(named))
  })

  it('starts in the sandbox, and live without scheduled work', async () => {
    writeFileSync(join(project, 'config/service.yaml'), `${settings}jobs: none\n`)
    const sandbox = await started('npx', ['--offline', 'domesday', 'start'], { cwd: project })
    expect([sandbox.code, sandbox.printed]).toEqual([null, expect.stringContaining('1 endpoints, 2 sources')])
    const live = await started('npx', ['--offline', 'domesday', 'start', '--live'], {
      cwd: project,
      until: /\n {2}Before you charge/,
    })
    expect([live.code, live.printed]).toEqual([null, expect.stringContaining('Domesday, live.')])
  })

  it('says where the other commands are, and checks settings once they are installed', async () => {
    expect(domesday('keys', 'list')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npm install --save @domesday/tool-cli'),
    })
    await install(filesOf(['tool-cli']), project)
    expect(domesday('config', 'check')).toMatchObject({ status: 0, stdout: '' })
  })
})

describe('the verifier of evidence, alone in a folder', () => {
  it('verifies a signed file, and refuses a changed one', async () => {
    const alone = join(dir, 'auditor')
    mkdirSync(alone)
    await install([fileOf(staged, '@domesday/verify')], alone)
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

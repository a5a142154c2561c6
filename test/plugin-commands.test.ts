/** `domesday plugin …` as an author types it, in a folder of its own. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../core/registry/load.ts'
import { patient } from './sets.ts'
import { domesday, type Ended } from './support/commands.ts'

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-plugin-')))
afterAll(() => rmSync(dir, { recursive: true }))
// What `npm install` would bring.
symlinkSync(join(projectRoot, 'node_modules'), join(dir, 'node_modules'))

const command = [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/cli/index.ts', 'plugin']
const env = { PATH: process.env['PATH'] }

const plugin = (...args: readonly string[]): Promise<Ended> => domesday({ env: {}, cwd: dir }, 'plugin', ...args)

const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

describe('plugin new', () => {
  it('writes an endpoint into the current folder of another project, and says what comes next', async () => {
    const { code, out, err } = await plugin('new', 'food-nearby')
    expect([code, out.trim().split('\n')]).toEqual([
      0,
      ['defaults.yaml', 'index.ts', 'package.json', 'food-nearby.test.ts', '.gitignore', 'tsconfig.json'].map(
        (file) => `food-nearby/${file}`,
      ),
    ])
    expect(err).toContain('(cd food-nearby && npm install)')
    expect(err).toContain('plugin try food-nearby')
    expect(err).toMatch(/add .*\/food-nearby to endpoints: in config\/service\.yaml/)
  })

  it('writes a source into another folder', async () => {
    const { code, err } = await plugin('new', 'source', 'bank-holidays', '--in', 'sources')
    expect([code, err.includes('ask it from an endpoint')]).toEqual([0, true])
    expect(readdirSync(join(dir, 'sources'))).toEqual(['bank-holidays'])
  })

  it('refuses in one line, and asks nobody who cannot answer', async () => {
    const taken = await plugin('new', 'endpoint', 'food-nearby')
    expect([taken.code, taken.err]).toEqual([
      2,
      `domesday: plugin new refused: ${join(dir, 'food-nearby')} exists already`,
    ])
    const illegal = await plugin('new', 'Food')
    expect([illegal.code, illegal.err]).toEqual([
      2,
      "domesday: plugin new refused: 'Food' is no id: it needs lower-case words with hyphens, such as food-nearby",
    ])
    const unnamed = await plugin('new', 'source')
    expect([unnamed.code, unnamed.err]).toEqual([
      2,
      'domesday: plugin new needs the id of the new source, such as food-nearby',
    ])
    const two = await plugin('new', 'endpoint', 'a', 'b')
    expect([two.code, two.err]).toEqual([2, 'domesday: plugin new needs one id, not 2: a b'])
    expect(readdirSync(dir).sort()).toEqual(['food-nearby', 'node_modules', 'sources'])
  })

  it('asks who can answer', async () => {
    const asked = await domesday(
      { env: {}, cwd: dir, answer: ' asked-for ' },
      'plugin',
      'new',
      'source',
      '--in',
      'asked',
    )
    expect([asked.code, asked.err]).toEqual([
      0,
      expect.stringMatching(/^id of the new source, such as food-nearby: \nNext:\n/),
    ])
    expect(readdirSync(join(dir, 'asked'))).toEqual(['asked-for'])
  })
})

describe('plugin check', () => {
  it('finds no fault in a new plugin', async () => {
    expect(await plugin('check', 'food-nearby')).toEqual({
      code: 0,
      out: '',
      err: 'endpoint food-nearby: no faults; 4 examples at 3 depths',
    })
  })

  it('prints every fault with its place and exits with 1, of several plugins too', async () => {
    expect((await plugin('new', 'faulty')).code).toBe(0)
    edit(join(dir, 'faulty/defaults.yaml'), 'stars: 0.7', 'stars: 0.6')
    edit(join(dir, 'faulty/index.ts'), 'food.total_nearby,', 'food.total_nearbi,')
    const { code, out, err } = await plugin('check', 'faulty')
    expect(code).toBe(1)
    expect(out).toMatch(/^faulty\/defaults\.yaml:\d+:\d+ {2}weights sum to 0\.9, not 1$/m)
    expect(out).toMatch(/^faulty\/index\.ts:\d+:\d+ {2}Property 'total_nearbi' does not exist/m)
    expect(err).toMatch(/^endpoint faulty: \d faults$/)

    const both = await plugin('check', 'sources/bank-holidays', 'faulty', '--json')
    const [sound, { faults }] = both.out.split('\n').map((line) => JSON.parse(line)) as [
      object,
      { readonly faults: readonly object[] },
    ]
    expect(sound).toEqual({ plugin: 'source bank-holidays', faults: [], missing: [], unchecked: [] })
    expect([both.code, faults.length]).toEqual([1, Number(/\d/.exec(err)![0])])
    expect(faults).toContainEqual(
      expect.objectContaining({ file: join(dir, 'faulty/defaults.yaml'), message: 'weights sum to 0.9, not 1' }),
    )
  })

  it('says in one line that there is no such folder', async () => {
    const { code, err } = await plugin('check', 'nothing')
    expect([code, err]).toEqual([2, `domesday: plugin check there is no folder ${join(dir, 'nothing')}`])
    const none = await plugin('check')
    expect([none.code, none.err]).toEqual([2, 'domesday: plugin check needs a folder of a plugin, or several'])
  })
})

describe('plugin try', () => {
  it('draws the answer with its score, and tells all examples', async () => {
    const { code, out } = await plugin('try', 'food-nearby', '--once', '--example', 'food-nearby/PR30SG')
    expect(code).toBe(0)
    expect(out).toMatch(/^\/food-nearby\/PR30SG at full\n/)
    expect(out).toMatch(/food_nearby_score .*confidence/)
    expect(out).toMatch(/\/food-nearby\/WA11UH +1 credit, .* +3 credits, /)
    expect(out.trimEnd()).toMatch(/endpoint food-nearby: no faults; 4 examples at 3 depths$/)
  })

  it('tries again when a file is saved, with the new code', async () => {
    expect((await plugin('new', 'watched')).code).toBe(0)
    const child = spawn(process.execPath, [...command, 'try', 'watched'], { env, cwd: dir })
    let said = ''
    child.stdout.on('data', (text) => (said += String(text)))
    /** What a round says. Its last line is the summary. */
    const round = async (): Promise<string> => {
      await expect.poll(() => said).toMatch(/^endpoint watched: .*\n$/m)
      const whole = said
      said = ''
      return whole
    }
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    try {
      expect(await round()).toContain('endpoint watched: no faults')
      edit(join(dir, 'watched/index.ts'), 'of 5 stars on average', 'stars on average')
      expect(await round()).toMatch(/4\.45 stars on average[^]*endpoint watched: no faults/)
      edit(join(dir, 'watched/defaults.yaml'), 'choice: 0.3', 'choice: 0.4')
      expect(await round()).toMatch(
        /watched\/defaults\.yaml:\d+:\d+ {2}weights sum to 1\.1, not 1\n[^]*endpoint watched: 1 fault/,
      )
    } finally {
      child.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
  })
})

it('the tests of a new plugin pass with the vitest of its own folder, and the contract is among them', async () => {
  expect((await plugin('new', 'tested')).code).toBe(0)
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')
  const ran = await promisify(execFile)(process.execPath, [vitest, 'run', ...patient], {
    env,
    cwd: join(dir, 'tested'),
  })
  expect(ran.stdout).toMatch(/\d\d passed/)
})

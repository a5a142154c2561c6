import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unknownVariables, variables } from './variables.ts'

const root = join(import.meta.dirname, '../..')
const said = (env: Readonly<Record<string, string>>, ofPackages: readonly string[] = []) =>
  unknownVariables(env, { configDir: '/nowhere', ofPackages: () => ofPackages })

describe('variables', () => {
  it('are all those that the code reads', () => {
    const used = new Set<string>()
    for (const folder of ['core', 'plugins', 'test', '.ci'])
      for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || entry.parentPath.includes('node_modules') || entry.name.endsWith('.test.ts')) continue
        if (!/\.(ts|js)$|^run$/.test(entry.name)) continue
        const text = readFileSync(join(entry.parentPath, entry.name), 'utf8')
        for (const [name] of text.matchAll(/\bDOMESDAY_[A-Z]\w*/g)) used.add(name)
      }
    expect([...used].filter((name) => !Object.hasOwn(variables, name))).toEqual([])
  })

  it('are in the table for operators, but for those of tests', () => {
    const page = readFileSync(join(root, 'docs/operators.md'), 'utf8')
    const missing = Object.entries(variables)
      .filter(([, what]) => what !== 'of tests' && !what.startsWith('set by'))
      .filter(([name]) => !page.includes(`| \`${name}\` |`))
    expect(missing).toEqual([])
  })
})

describe('an unknown variable', () => {
  it('is not one of a source, of settings, of other programs or of a container', () => {
    expect(said({ DOMESDAY_X_API_KEY: 'a', HOME: '/', DOMESDAY_KEY: 'b' }, ['DOMESDAY_X_API_KEY'])).toEqual([])
    expect(said({ DOMESDAY_A: '', DOMESDAY_BC: '', DOMESDAY_FOREIGN: 'DOMESDAY_A, DOMESDAY_B*' })).toEqual([])
    expect(said({ DOMESDAY_PORT: 'tcp://10.0.0.1:80', DOMESDAY_API_SERVICE_PORT_HTTP: '80' })).toEqual([])
  })

  it('has no value in what is said of it, and another prefix may be misspelt', () => {
    const [line, ...more] = said({ DOMESDAY_CONFIGDIR: 'secret' })
    expect([line, more]).toEqual([
      "environment variable DOMESDAY_CONFIGDIR is not read by anything; did you mean 'DOMESDAY_CONFIG_DIR'?",
      [],
    ])
    expect(said({ DOMSDAY_KEY: '', MONDAY_KEY: '', OTHER_KEY: '' })).toHaveLength(1)
  })
})

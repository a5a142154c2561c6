/** Proposed settings are read as data: no code of their folder runs. */
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runService } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dice, link, own, write } from '../../../test/packages/dice.ts'
import { commandsOn, domesday as typed } from '../../../test/support/commands.ts'
import { folderOf } from '../../../test/support/folder.ts'

let service: Awaited<ReturnType<typeof runService>>
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.close())
const domesday = commandsOn(() => service)

/** The settings in force, with a package that leaves a file where it is run. */
const proposal = (yaml: string): { readonly folder: string; readonly trace: string } => {
  const folder = folderOf({ keep: '' }),
    trace = join(folder, 'it-ran')
  cpSync(service.configDir, folder, { recursive: true })
  const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(trace)}, '')\nexport const evil = {}\n`
  writeFileSync(join(folder, 'evil.ts'), code)
  mkdirSync(join(folder, 'evil'))
  writeFileSync(join(folder, 'evil/index.ts'), code)
  writeFileSync(
    join(folder, 'evil/package.json'),
    JSON.stringify({
      name: 'evil',
      type: 'module',
      exports: './index.ts',
      domesday: { endpoint: 'evil', contract: 3 },
    }),
  )
  writeFileSync(join(folder, 'service.yaml'), yaml)
  return { folder, trace }
}

describe.each([
  ['a surface', 'endpoints: [entity]\nsurfaces: [rest, ./evil.ts]\n', "surface './evil.ts'"],
  ['an endpoint', 'endpoints: [entity, ./evil]\n', "endpoint './evil'"],
  ['a client', 'endpoints: [entity]\nclients: [http, dataset, ./evil.ts]\n', "client './evil.ts'"],
  ['a store', 'endpoints: [entity]\nstore: ./evil.ts\n', "store './evil.ts'"],
  ['evidence', 'endpoints: [entity]\nevidence: ./evil.ts\n', "evidence './evil.ts'"],
  ['a gateway', 'endpoints: [entity]\nsandbox: { gateway: ./evil.ts }\n', "gateway './evil.ts'"],
])('a proposed folder with %s of its own', (_, yaml, named) => {
  it.each(['policy try', 'config check'])('is refused by %s with its place, and runs no code', async (words) => {
    const { folder, trace } = proposal(yaml)
    const { code, out, err } = await domesday(...words.split(' '), '--config', folder)
    expect(code).toBe(1)
    expect(`${out}${err}`).toContain(`${named}: the settings in force do not name it, so its code is not loaded`)
    expect(`${out}${err}`).toMatch(/service\.yaml:\d+:\d+ {2}/)
    expect(existsSync(trace)).toBe(false)
  })
})

it('a folder that names what is in force is checked', async () => {
  const { folder } = proposal('endpoints: [entity, location]\nevidence: sqlite\n')
  expect(await domesday('config', 'check', '--config', folder)).toMatchObject({ code: 0, out: '' })
})

it('names in a proposed folder mean what they mean in the folder in force, wherever it stands', async () => {
  const yaml = 'endpoints: [location, dice, ../cubes]\n'
  const inForce = folderOf({
    'package.json': { dependencies: { '@team/dice': '1.0.0' } },
    'config/service.yaml': yaml,
  })
  const plugin = write(join(inForce, 'plugin'), dice())
  link(plugin, own)
  link(inForce, { '@team/dice': plugin })
  const renamed = Object.entries(dice({ domesday: { endpoint: 'cubes', contract: 2 } })).map(
    ([name, text]) => [name, text.replace("id: 'dice'", "id: 'cubes'").replaceAll('/dice/', '/cubes/')] as const,
  )
  link(write(join(inForce, 'cubes'), Object.fromEntries(renamed)), own)
  const env = { DOMESDAY_CONFIG_DIR: join(inForce, 'config') }
  for (const changed of ['', 'names: { match: one }\n']) {
    const proposed = folderOf({ 'service.yaml': yaml + changed })
    expect(await typed({ env }, 'config', 'check', '--config', proposed)).toEqual({
      code: 0,
      out: '',
      err: expect.stringContaining('settings are valid: 3 endpoints'),
    })
  }
})

it('config check says a word to what is allowed and seldom meant', async () => {
  const { folder } = proposal(
    'endpoints: [location]\nhttp: { trust_proxy: [10.0.0.0/8, 0.0.0.0/0, "::/0"] }\ncontact: ${DOMESDAY_OPERATOR_TOKEN:-x}\n',
  )
  mkdirSync(join(folder, 'sources'))
  writeFileSync(join(folder, 'sources/postcodes-io.yaml'), 'base: http://169.254.169.254/latest\n')
  const { code, err } = await domesday('config', 'check', '--config', folder)
  expect(code).toBe(0)
  const notes = err.split('\n').filter((line) => line.startsWith('note: '))
  expect(notes).toEqual([
    expect.stringMatching(/service\.yaml:2:\d+ {2}http\.trust_proxy trusts everybody \(0\.0\.0\.0\/0\)/),
    expect.stringMatching(/service\.yaml:2:\d+ {2}http\.trust_proxy trusts everybody \(::\/0\)/),
    expect.stringMatching(/service\.yaml:3:\d+ {2}contact is sent to every source, .*DOMESDAY_OPERATOR_TOKEN/),
    expect.stringMatching(
      /postcodes-io\.yaml:1:\d+ {2}base is an address where a machine or a cloud keeps credentials/,
    ),
  ])
})

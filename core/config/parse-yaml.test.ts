import { describe, expect, it } from 'vitest'
import { parseSettings } from './parse-yaml.ts'

const faultsOf = (text: string): readonly string[] =>
  parseSettings('a.yaml', text).faults.map(({ line, column, message }) => `${line}:${column} ${message}`)

describe('a settings file', () => {
  const deep = ['1:1 the settings are nested more than 100 levels deep']
  it.each([
    ['of a million brackets', '['.repeat(200_000)],
    ['of nested maps in a line', `a: ${'{a: '.repeat(5_000)}`],
    ['of lists in lists in a line', '- '.repeat(5_000)],
    ['of keys in keys in a line', '? '.repeat(5_000)],
    ['that is indented ever further', Array.from({ length: 450 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
  ])('%s is refused before it is parsed', (_, text) => {
    expect(faultsOf(text)).toEqual(deep)
    expect(parseSettings('a.yaml', text).root).toBeNull()
  })

  it('that is too large is refused before it is parsed', () => {
    expect(faultsOf(`a: "${'x'.repeat(300_000)}"`)).toEqual([
      '1:1 the file has more than 256 kB, the most that is read',
    ])
  })

  it('with many brackets side by side, and of any usual depth, is read', () => {
    const text = `pairs: [${Array.from({ length: 5_000 }, (_, n) => `[${n}, 1]`).join(', ')}]\ndeep: ${'['.repeat(40)}${']'.repeat(40)}\n`
    expect(faultsOf(text)).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import { ejectSettings } from '../../config/eject.ts'
import { project } from '../../../test/support/settings-project.ts'
import { documentKey } from '../../config/documents.ts'
import { showSettings } from '../../config/show.ts'

const shown = (changes: Record<string, string>, id: string, env = {}) => {
  const { documents, read, root } = project(changes)
  const document = documents.find((each) => documentKey(each) === id)!
  const reading = read(env)
  const text = showSettings(document, reading.trees.get(id)!, root)
  return { text, lines: text.split('\n').map((line) => line.trim()), settings: reading.settings.get(id) }
}

describe('showSettings', () => {
  const changes = {
    'config/endpoints/water.yaml': `credits: { full: 30 }
score:
  bands:
    - from: 0
      rating: ANY
      recommendation: "One: two # three"
  curves: { overflows: [[0, 50], [9, 0]] }
settings:
  label: "\${LABEL}"
`,
  }

  it('says of every value where it comes from', () => {
    const { lines } = shown(changes, 'endpoint:water', { LABEL: 'far' })
    expect(lines).toEqual(
      expect.arrayContaining([
        '# endpoint water; default: plugins/endpoints/water/defaults.yaml',
        'summary: 4 # default',
        'full: 30 # config/endpoints/water.yaml:1',
        '- from: 0 # config/endpoints/water.yaml:4',
        'rating: ANY # config/endpoints/water.yaml:5',
        'overflows: [[0, 50], [9, 0]] # config/endpoints/water.yaml:7',
        'ecology: [[0, 0], [5, 100]] # default',
        'label: far # config/endpoints/water.yaml:9',
      ]),
    )
    const values = lines.filter((line) => line !== '' && !line.startsWith('#') && !line.endsWith(':'))
    expect(values.every((line) => / # (default|config\/endpoints\/water\.yaml:\d+)$/.test(line))).toBe(true)
  })

  it('is YAML that means the settings in force', () => {
    const water = shown({ ...changes }, 'endpoint:water', { LABEL: 'two\nlines: "#"' })
    expect(parse(water.text)).toEqual(water.settings)
    const service = shown({}, 'service:service')
    expect(parse(service.text)).toEqual(service.settings)
    expect(service.text).toContain('trust_proxy: [] # default')
    expect(service.text).toContain('endpoints: [water, vehicle] # config/service.yaml:1')
  })
})

describe('ejectSettings', () => {
  it('is the defaults, comments and all, and changes nothing when put in place', () => {
    const { documents, read, write } = project()
    const [service, water] = documents
    const before = read().settings
    const text = ejectSettings(water!, readFileSync(water!.defaults, 'utf8'), null)
    write('config/endpoints/water.yaml', text)
    write(
      'config/service.yaml',
      ejectSettings(service!, readFileSync(service!.defaults, 'utf8'), 'endpoints: [water, vehicle]\n'),
    )
    const after = read()
    expect(after.faults).toEqual([])
    expect(after.settings).toEqual(before)
    expect(text).toContain(readFileSync(water!.defaults, 'utf8'))
  })

  it('keeps what an override says, its references and its comments', () => {
    const defaults = '# Head.\ncredits:\n  summary: 4 # the least\n  full: 24 # all\nlist: [1, 2]\n'
    const text = ejectSettings(
      { kind: 'endpoint', id: 'water' },
      defaults,
      'credits: { full: "${FULL:-30}" }\nlist: [3] # ours\nmore: 1\n',
    )
    expect(text).toBe(`# endpoint water: every setting. A key that is left out keeps its default.

# Head.
credits:
  summary: 4 # the least
  full: "\${FULL:-30}" # all
list: [ 3 ] # ours
more: 1
`)
  })

  it('keeps a ${ of the defaults from becoming a reference', () => {
    expect(ejectSettings({ kind: 'endpoint', id: 'water' }, 'label: "${A}"\n', null)).toContain('label: "$${A}"')
  })

  it('refuses an override that is not YAML', () => {
    expect(() => ejectSettings({ kind: 'endpoint', id: 'water' }, 'a: 1\n', 'a: [\n')).toThrow()
  })
})

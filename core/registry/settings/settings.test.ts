import { describe, expect, it } from 'vitest'
import { projectFiles, project } from '../../../test/support/settings-project.ts'
import type { WrittenEndpoint } from './plugin-settings.ts'
import type { WrittenService } from './service-settings.ts'
import { readSettings } from '../../config/read-settings.ts'

const water = (changes: Record<string, string>, env = {}) => {
  const { read } = project(changes)
  const reading = read(env)
  expect(reading.faults).toEqual([])
  return reading.settings.get('endpoint:water') as WrittenEndpoint
}

describe('layers', () => {
  it('takes the defaults where nothing overrides them', () => {
    const reading = project().read()
    expect(reading.faults).toEqual([])
    expect([...reading.settings.keys()]).toEqual([
      'service:service',
      'endpoint:water',
      'endpoint:vehicle',
      'source:police-uk',
      'source:gias',
      'score:distress',
    ])
    expect(reading.settings.get('endpoint:vehicle')).toEqual({ credits: { flat: 25 }, deadline: '10s' })
    const service = reading.settings.get('service:service') as WrittenService
    expect(service.endpoints).toEqual(['water', 'vehicle'])
    expect(service.limits.per_key).toEqual({ calls: 120, per: '1m', burst: 60 })
    expect(service.http).toEqual({
      port: 8080,
      trust_proxy: [],
      in_flight: 512,
      in_flight_share: { key: 0.25, address: 0.5, surface: 0.9 },
      connections_per_address: 256,
      receive: '10s',
      send: '30s',
      lame_duck: '0s',
      drain: '10s',
    })
  })

  it('merges maps key by key', () => {
    const { credits, score } = water({
      'config/endpoints/water.yaml': 'credits: { full: 30 }\nscore: { weights: { overflows: 0.4, bathing: 0.4 } }\n',
    })
    expect(credits).toEqual({ summary: 4, standard: 12, full: 30 })
    expect(score?.weights).toEqual({ overflows: 0.4, bathing: 0.4, ecology: 0.2 })
    expect(score?.bands).toHaveLength(2)
  })

  it('replaces lists and scalars, and a list by a map', () => {
    const { score, deadline } = water({
      'config/endpoints/water.yaml': `deadline: 12s
score:
  curves: { overflows: [[0, 50], [9, 0]], ecology: { High: 100, Bad: 0 } }
  bands: [{ from: 0, rating: ANY, recommendation: None. }]
`,
    })
    expect(deadline).toBe('12s')
    expect(score?.curves).toEqual({
      overflows: [
        [0, 50],
        [9, 0],
      ],
      bathing: { Excellent: 100, Good: 75, Poor: 0 },
      ecology: { High: 100, Bad: 0 },
    })
    expect(score?.bands).toEqual([{ from: 0, rating: 'ANY', recommendation: 'None.' }])
  })

  it('reads an empty override, and one of comments only, as none', () => {
    expect(water({ 'config/endpoints/water.yaml': '' })).toEqual(
      water({ 'config/endpoints/water.yaml': '# nothing yet\n' }),
    )
  })

  it('freezes to the bottom', () => {
    const settings = water({})
    expect(Object.isFrozen(settings)).toBe(true)
    expect(() => {
      ;(settings.score!.weights as Record<string, number>).overflows = 1
    }).toThrow(TypeError)
    expect(() => {
      ;(settings.score!.bands as unknown[]).push({})
    }).toThrow(TypeError)
    expect(() => {
      ;(settings.score!.bands[0] as { from: number }).from = 1
    }).toThrow(TypeError)
  })

  it('takes keys that mean something to JavaScript as any other unknown key', () => {
    const { faults } = project({ 'config/endpoints/vehicle.yaml': '__proto__: { polluted: true }\nconstructor: 1\n' })
    expect(faults()).toEqual([
      expect.stringContaining("vehicle.yaml:1:1  unknown key '__proto__'"),
      expect.stringContaining("vehicle.yaml:2:1  unknown key 'constructor'"),
    ])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('names every file it looked for, present or not', () => {
    const { read, root, configDir } = project()
    expect(read().files).toEqual(
      expect.arrayContaining([
        `${root}/plugins/endpoints/water/defaults.yaml`,
        `${configDir}/endpoints/water.yaml`,
        `${configDir}/service.yaml`,
      ]),
    )
  })

  it('works without a settings directory, but for what only it can say', () => {
    const { faults } = project({ 'config/service.yaml': null })
    expect(faults()).toEqual(["config/service.yaml:1:1  missing key 'endpoints'"])
  })

  it('does not judge the other files while it is not known what to load', () => {
    const { documents, configDir } = project({ 'config/endpoints/water.yaml': 'deadline: 9s\n' })
    const [service] = documents
    expect(readSettings([service!], { configDir, env: {}, partial: true }).faults).toEqual([])
    expect(readSettings([service!], { configDir, env: {} }).faults).toHaveLength(1)
  })

  it('gives no settings for a document with a fault, and those of the others', () => {
    const { settings, faults } = project({ 'config/endpoints/water.yaml': 'deadline: 20s\n' }).read()
    expect(faults).toHaveLength(1)
    expect(settings.has('endpoint:water')).toBe(false)
    expect(settings.has('endpoint:vehicle')).toBe(true)
  })
})

describe('environment', () => {
  const http = (yaml: string, env: Record<string, string>) => {
    const { faults, settings } = project({
      'config/service.yaml': `${projectFiles['config/service.yaml']}${yaml}`,
    }).read(env)
    expect(faults).toEqual([])
    return settings.get('service:service') as WrittenService
  }

  it('puts variables into text, and re-reads a scalar that is nothing else', () => {
    const service = http('http: { port: ${PORT}, host: "${A}.${B}" }\nkeys:\n  self_service: ${SELF}\n', {
      PORT: '9000',
      A: 'api',
      B: 'example.org',
      SELF: 'false',
    })
    expect(service.http).toMatchObject({ port: 9000, host: 'api.example.org' })
    expect(service.keys.self_service).toBe(false)
  })

  it('takes the fallback for unset and for empty', () => {
    const yaml = 'http:\n  port: ${PORT:-9001}\n  trust_proxy: [${PROXY:-10.0.0.0/8}]\n'
    expect(http(yaml, {}).http).toMatchObject({ port: 9001, trust_proxy: ['10.0.0.0/8'] })
    expect(http(yaml, { PORT: '', PROXY: '' }).http).toMatchObject({ port: 9001, trust_proxy: ['10.0.0.0/8'] })
    expect(http(yaml, { PORT: '9002', PROXY: '::1' }).http).toMatchObject({ port: 9002, trust_proxy: ['::1'] })
  })

  it('reads a value as what the schema asks for: a number in quotes, a text that looks like a number', () => {
    const service = http('http: { port: "${PORT}" }\ncontact: ${PHONE}\n', {
      PORT: '9000',
      PHONE: '0123',
    })
    expect(service.http.port).toBe(9000)
    expect(service.contact).toBe('0123')
  })

  it('never lets a value become syntax, or a further reference', () => {
    expect(http('contact: ${WHO}\n', { WHO: '{ a: 1 } # b\nport: 1' }).contact).toBe('{ a: 1 } # b\nport: 1')
    expect(http('contact: ${WHO}\n', { WHO: '${HOME}', HOME: '/x' }).contact).toBe('${HOME}')
  })

  it('keeps $${ as the characters ${', () => {
    expect(http('contact: a $${HOME} b ${X:-c}\n', {}).contact).toBe('a ${HOME} b c')
  })

  it('takes defaults.yaml as it stands', () => {
    const { read } = project({
      'plugins/endpoints/water/defaults.yaml': projectFiles['plugins/endpoints/water/defaults.yaml']!.replace(
        'label: near',
        'label: "${LABEL}"',
      ),
    })
    expect(read({ LABEL: 'x' }).settings.get('endpoint:water')).toMatchObject({ settings: { label: '${LABEL}' } })
  })

  it('never repeats what a variable holds', () => {
    const { faults } = project({ 'config/service.yaml': 'endpoints: [water]\nhttp:\n  host: ${ADDRESS}\n' })
    expect(faults({ ADDRESS: 'se cret' })).toEqual([
      'config/service.yaml:3:9  http.host must be an address or host name to listen on, not what ADDRESS gives',
    ])
  })
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatFault } from '../../config/faults.ts'
import { readSettings } from '../../config/read-settings.ts'
import { flag, integer, object, optional, text } from '../../contract/shape.ts'
import { packageDocument } from './documents.ts'
import { settingsOf } from './settings.ts'
import { projectFiles, project } from '../../../test/support/settings-project.ts'

const network = {
  network: text({ pattern: '^eip155:' }),
  simulated: optional(flag()),
  pool: object({ size: integer() }),
}

/** The project with a surface `till` that has settings, and files of its own. */
const withSurface = (files: Readonly<Record<string, string>> = {}) => {
  const { root, configDir, documents } = project({
    ...projectFiles,
    'plugins/surfaces/till/defaults.yaml': 'network: eip155:1\npool: { size: 4 }\n',
    ...files,
  })
  const till = { kind: 'surface', id: 'till', home: join(root, 'plugins/surfaces/till'), settings: network } as const
  const reading = readSettings([...documents, packageDocument(till)!], { configDir, env: {} })
  return { till, reading, lines: reading.faults.map((fault) => formatFault(fault, root)) }
}

describe('the settings of a package', () => {
  it('are its defaults, overridden under config/, by the shapes that it declares', () => {
    const { till, reading, lines } = withSurface({
      'config/surfaces/till.yaml': 'pool: { size: 9 }\nsimulated: true\n',
    })
    expect(lines).toEqual([])
    const settings = settingsOf({ endpoints: new Map(), sources: new Map(), scores: new Map() }, reading.settings)
    const { network, simulated, pool } = settings.package(till)
    expect([network, simulated, pool.size]).toEqual(['eip155:1', true, 9])
  })

  it('are refused with their place where they differ from the shapes', () => {
    const { lines } = withSurface({ 'config/surfaces/till.yaml': 'netwrok: eip155:2\npool: { size: many }\n' })
    expect(lines).toEqual([
      "config/surfaces/till.yaml:1:1  unknown key 'netwrok'; did you mean 'network'?",
      "config/surfaces/till.yaml:2:15  pool.size must be a whole number, not 'many'",
    ])
  })

  it('have no document where the package declares none, and are then empty', () => {
    const store = { kind: 'store', id: 'memory', home: '/', settings: {} } as const
    expect(packageDocument(store)).toBeNull()
    const { reading } = withSurface()
    const settings = settingsOf({ endpoints: new Map(), sources: new Map(), scores: new Map() }, reading.settings)
    expect(settings.package(store)).toEqual({})
  })

  it('are refused in a file for a package that is not loaded, or has none', () => {
    const { lines } = withSurface({
      'config/surfaces/tell.yaml': '',
      'config/stores/sqlite.yaml': '',
      'config/clients/http.yaml': '',
    })
    expect(lines).toEqual([
      "config/clients/http.yaml:1:1  no client 'http' with settings is loaded",
      "config/stores/sqlite.yaml:1:1  no store 'sqlite' with settings is loaded",
      "config/surfaces/tell.yaml:1:1  no surface 'tell' with settings is loaded; did you mean 'till'?",
    ])
  })
})

describe('the settings of the service', () => {
  it('list the packages that it serves with, by default those of the project', () => {
    const reading = project().read()
    expect(reading.settings.get('service:service')).toMatchObject({
      surfaces: ['rest', 'mcp', 'pay', 'reference', 'console', 'evidence', 'operator'],
      store: 'sqlite',
      shared_store: 'postgres',
      shared_evidence: 'postgres',
      shared: 'valkey',
      telemetry: 'otlp',
      clients: ['http', 'dataset'],
      sandbox: { gateway: 'gateway' },
    })
  })

  it('refuse a package that is listed twice', () => {
    const { faults } = project({ 'config/service.yaml': 'endpoints: [water]\nsurfaces: [rest, rest]\n' })
    expect(faults()).toEqual(["config/service.yaml:2:18  surfaces lists 'rest' twice"])
  })
})

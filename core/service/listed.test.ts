/** Which packages keep what a fleet shares. */
import { describe, expect, it } from 'vitest'
import { folderOf } from '../../test/support/folder.ts'
import { listedIn, type OptionalPackage } from './listed.ts'

const address = new Set<OptionalPackage>()
const noAddress = new Set<OptionalPackage>(['shared store', 'shared jobs'])

const chosen = (yaml: string, without: ReadonlySet<OptionalPackage>) => {
  const configDir = folderOf({ 'service.yaml': `endpoints: [water]\n${yaml}` })
  const { store, evidence } = listedIn({ configDir, env: {} }, without)
  return { store, evidence }
}

describe('ledger and evidence', () => {
  it.each([
    ['evidence: sqlite', address, { store: 'postgres', evidence: 'postgres' }],
    ['evidence: sqlite', noAddress, { store: 'sqlite', evidence: 'sqlite' }],
    ['', address, { store: 'postgres', evidence: null }],
    ['evidence: sqlite\nshared_evidence: sqlite', address, { store: 'postgres', evidence: 'sqlite' }],
    ['evidence: sqlite\nshared_store: sqlite', address, { store: 'sqlite', evidence: 'sqlite' }],
    ['evidence: sqlite\nstore: postgres', address, { store: 'postgres', evidence: 'postgres' }],
    ['evidence: ./mine', address, { store: 'postgres', evidence: './mine' }],
  ] as const)('under %j', (yaml, without, expected) => {
    expect(chosen(yaml, without)).toEqual(expected)
  })
})

/** Which packages keep what a fleet shares. */
import { describe, expect, it } from 'vitest'
import { folderOf } from '../../test/support/folder.ts'
import { usedBy } from '../registry/named-packages.ts'
import { listedIn } from './listed.ts'

const address = { DATABASE_URL: 'postgres://127.0.0.1/ledger' },
  noAddress = {}

const chosen = (yaml: string, env: Readonly<Record<string, string>>) => {
  const configDir = folderOf({ 'service.yaml': `endpoints: [water]\n${yaml}` })
  const used = usedBy(listedIn({ configDir, env: {} }).named, { mode: 'live', env })
  const [store, ...others] = [...used.store, ...used.sharedStore]
  expect(others).toEqual([])
  return { store, evidence: [...used.evidence, ...used.sharedEvidence][0] ?? null }
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
  ] as const)('under %j', (yaml, env, expected) => {
    expect(chosen(yaml, env)).toEqual(expected)
  })
})

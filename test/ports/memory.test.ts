/** The small store behind its port: what it has of the conformance suite. */
import { describe } from 'vitest'
import { accountConformance } from '../conformance/ledger/account.ts'
import { entryConformance } from '../conformance/ledger/entries.ts'
import { fixtures } from '../conformance/ledger/fixture.ts'
import { memory } from './memory/index.ts'

describe('the store in memory', () => {
  const fixture = fixtures((_, now) => memory.open({ dataDir: '', settings: {}, env: {}, warn: () => {}, now }))
  entryConformance(fixture)
  accountConformance(fixture)
})

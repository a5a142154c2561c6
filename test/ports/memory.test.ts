/** The small store behind its port: what it has of the conformance suite. */
import { describe } from 'vitest'
import { entryConformance } from '../conformance/ledger/entries.ts'
import { fixtures } from '../conformance/ledger/fixture.ts'
import { memory } from './memory/index.ts'

describe('the store in memory', () =>
  entryConformance(fixtures((_, now) => memory.open({ dataDir: '', settings: {}, env: {}, warn: () => {}, now }))))

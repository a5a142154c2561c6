/** A PostgreSQL for tests: databases of their own, dropped at the end. */
import { afterAll } from 'vitest'
import { ownDatabase, type OwnDatabase } from './own-database.ts'

export type TestDatabase = OwnDatabase

/** Null where no server answers; that is said, and the tests are skipped. */
export const testDatabase = async (): Promise<TestDatabase | null> => {
  const database = await ownDatabase()
  if (database !== null) afterAll(database.drop)
  return database
}

/** Settings as defaults.yaml has them, with shorter times. */
export const quick = { timeout: '2s', start: '1s', connections: 2 }

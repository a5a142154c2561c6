/** What an error of the driver means: the database is away, it asks to try again, or it refuses. */
import { Failure } from '@domesday/core/store'

/** The SQLSTATE of an error that the server sent; null if the connection failed. */
const stateOf = (fault: unknown): string | null =>
  fault instanceof Error && 'severity' in fault && 'code' in fault ? String(fault.code) : null

/** The run was removed after a day without a heartbeat. */
export const isForgotten = (fault: unknown): boolean => stateOf(fault) === 'DD001'

/**
 * The connection failed, or the server cannot serve: it starts or stops (57P), has no connection left (53300), or can
 * only be read since another took over (25006). DD002: a later connection of this run has taken over.
 */
export const isAway = (fault: unknown): boolean => {
  const state = stateOf(fault)
  return state === null || /^(08|57P|53300|25006|DD002)/.test(state)
}

/** The user lacks a right. */
export const isRefused = (fault: unknown): boolean => stateOf(fault) === '42501'
export const rightsNeeded = 'it has to own the schema and its tables, or to have all rights on them'

/** Nothing was done: a deadlock, a conflict, or a lock that was not free in time. */
export const isWorthRetrying = (fault: unknown): boolean => /^(40001|40P01|55P03|57014)$/.test(stateOf(fault) ?? '')

/** For a call that was not done, and will not be. */
export const away = (): Failure =>
  new Failure('overloaded', 'The ledger cannot be reached at the moment. Nothing is charged.', { retry_after_s: 5 })

/** What all runners share: when a job is due, and how it is worked on. They differ in where the board is. */
export { type Board, type Claim, type Entry } from './board.ts'
export { dueAt, isOneTime, newRecord, type JobRecord } from './schedule.ts'
export { runJobs } from './run-jobs.ts'

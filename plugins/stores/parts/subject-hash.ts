import { hash } from 'node:crypto'

/** What an act has of an erased subject; the same in any casing. */
export const subjectHash = (subject: string): string => hash('sha256', subject.toLowerCase())

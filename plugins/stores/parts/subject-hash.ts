import { hash } from 'node:crypto'

/** What an act has of an erased subject; the same in any casing. */
export const subjectHash = (subject: string): string => hash('sha256', subject.toLowerCase())

/** The same for each casing of a subject, beyond ASCII too: ß is written SS in capitals, and ς and σ have one. */
export const foldedSubject = (subject: string): string => subject.toUpperCase().normalize('NFC').toLowerCase()

/**
 * Bodies that the real services sent, kept outside the project: tests that use them say why they are skipped without
 * them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of recordings, or null with a line that says why nothing will be read. */
export const recordings = (): string | null => {
  const dir = process.env['DOMESDAY_RECORDINGS']
  if (dir) return dir
  console.log('skipped: recorded answers are compared only where DOMESDAY_RECORDINGS names their folder')
  return null
}

/** One recorded body: parsed where it is JSON, else its text. */
export const recorded = (source: string, file: string): any => {
  const text = readFileSync(join(process.env['DOMESDAY_RECORDINGS'] ?? '', source, file), 'utf8')
  return file.endsWith('.json') ? (JSON.parse(text) as unknown) : text
}

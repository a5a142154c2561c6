/** The texts of a document's two files, before anything is parsed. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingsDocument } from './documents.ts'

export interface DocumentTexts {
  readonly under: FileText
  readonly over: FileText
}

export interface FileText {
  readonly file: string
  /** Null where there is no such file, or it cannot be read. */
  readonly text: string | null
  /** Why it cannot be read. */
  readonly fault?: string
}

export const textsOf = ({ defaults, override }: SettingsDocument, configDir: string): DocumentTexts => ({
  under: textOf(defaults),
  over: textOf(join(configDir, override)),
})

const textOf = (file: string): FileText => {
  try {
    // Most overrides do not exist, and a thrown error costs more than this.
    return { file, text: statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : null }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { file, text: null, ...(code !== 'ENOENT' && { fault: code ?? message }) }
  }
}

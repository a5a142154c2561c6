/** Evidence in the data folder: its file is made by the first pack. */
import { existsSync } from 'node:fs'
import { milliseconds, type EvidenceParts, type OpenEvidence } from '@domesday/core/evidence'
import { openEvidence } from '@domesday/evidence-parts/open-evidence'
import type { EvidenceSettings } from '@domesday/evidence-parts/settings'
import { fileIn, openDatabase } from './database.ts'
import { subjectHashIn } from './index-key.ts'

/** Throws where the files cannot be used. */
const check = (dataDir: string): void => {
  const db = openDatabase(dataDir)
  try {
    subjectHashIn(dataDir, db)
  } finally {
    db.close()
  }
}

export const openInFolder = (parts: EvidenceParts<EvidenceSettings>): OpenEvidence => {
  const { dataDir, mode, settings } = parts
  const isThere = (): boolean => existsSync(fileIn(dataDir))
  // A fault of the file must fail the start, not the first answer.
  if (milliseconds(settings().keep[mode]) > 0 || isThere()) check(dataDir)
  return openEvidence(parts, { id: 'sqlite', module: new URL('./tables.ts', import.meta.url), place: dataDir, isThere })
}

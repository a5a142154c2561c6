/** Sample subjects as they were at earlier times, from `earlier.yaml`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EarlierSample } from '@domesday/core/tool'
import { applyPatch, type Operation } from 'rfc6902'
import { parse } from 'yaml'

interface Written {
  readonly path: string
  readonly on: string
  readonly digests: Readonly<Record<string, Operation[]>>
}

/** A change that does not fit its digest is a fault of the sample data. */
const changed = (question: string, digest: unknown, by: Operation[]): unknown => {
  const copy = structuredClone(digest)
  const [fault] = applyPatch(copy, by).filter((outcome) => outcome !== null)
  if (fault) throw new Error(`earlier.yaml: a change to ${question} does not fit: ${fault.message}`)
  return copy
}

export const earlierSamples = (): readonly EarlierSample[] =>
  (parse(readFileSync(join(import.meta.dirname, 'earlier.yaml'), 'utf8')) as readonly Written[]).map(
    ({ path, on, digests }) => ({
      path,
      on: new Date(on),
      said: (question, digest) => (digests[question] ? changed(question, digest, digests[question]) : digest),
    }),
  )

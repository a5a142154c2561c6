/**
 * How many questions each source is asked by the first example of an endpoint, by depth: lists and runs ask as many as
 * the subject needs, which no declaration says. The catalogue derives the capacity of look-ups from it.
 */
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Depth, Operation } from '@domesday/core'
import { canonical, type LoadedEndpoint } from '@domesday/core/tool'
import { exampleFile } from './example-answer.ts'

export type Questions = Readonly<Record<string, number>>

export interface QuestionCount {
  note(operation: Operation<any, any>, input: unknown): void
  /** What was asked since the last time, each question once. */
  taken(): Questions
}

export const countQuestions = (): QuestionCount => {
  const asked = new Map<string, Set<string>>()
  return {
    note: ({ id, source, how }, input) => {
      // A run counts by its calls, and a dataset is on this machine.
      if (how.kind === 'run' || how.kind === 'ask') return
      const questions = asked.get(source.id) ?? new Set()
      asked.set(source.id, questions.add(`${id} ${canonical(input)}`))
    },
    taken: () => {
      const counts = [...asked].map(([source, questions]) => [source, questions.size] as const)
      asked.clear()
      return Object.fromEntries(counts.sort(([one], [other]) => (one < other ? -1 : 1)))
    },
  }
}

/**
 * A copy of a settings folder under which no answer of a source is cached, as none is a single byte: every look-up asks
 * all that it needs.
 */
export const uncached = (configDir: string): string => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-docs-'))
  cpSync(configDir, dir, { recursive: true, filter: (path) => basename(path) !== 'schemas' })
  mkdirSync(join(dir, 'clients'), { recursive: true })
  writeFileSync(join(dir, 'clients/http.yaml'), 'cache: { entries: 1, bytes: 1B }\n')
  return dir
}

export const questionsPage = (byDepth: Readonly<Partial<Record<Depth, Questions>>>): string =>
  `${JSON.stringify(byDepth, null, 2)}\n`

/** The path in the project; null for an endpoint from elsewhere. */
export const questionsFile = (endpoint: LoadedEndpoint): string | null =>
  exampleFile(endpoint)?.replace(/answer\.json$/, 'questions.json') ?? null

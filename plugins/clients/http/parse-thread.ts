/** The thread of the parse worker: it loads the source's package, and sends back the digest alone. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { Source } from '@domesday/core'
import { readChecked } from './read-checked.ts'
import type { ParseOutcome, ParseJob } from './parse-worker.ts'
import { decodeByContentType, readAs, Unreadable } from '@domesday/client-formats'

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && 'operations' in value && 'id' in value

const operationOf = async ({ home, source, operation }: ParseJob) => {
  const entry = ['index.ts', 'index.js'].map((name) => join(home, name)).find(existsSync)
  if (entry === undefined) return undefined
  const module = (await import(pathToFileURL(entry).href).catch(() => ({}))) as Readonly<Record<string, unknown>>
  const how = Object.values(module)
    .filter(isSource)
    .find(({ id }) => id === source)
    ?.operations.get(operation)?.how
  return how?.kind === 'get' ? how : undefined
}

const outcomeOf = async (job: ParseJob): Promise<ParseOutcome> => {
  const how = await operationOf(job)
  if (how === undefined) return { bytes: job.bytes }
  try {
    const wire = await readAs(how.as, decodeByContentType(job.bytes, job.contentType, how.as))
    return readChecked(how, wire, job.input)
  } catch (error) {
    return {
      fault: error instanceof Unreadable ? 'unreadable' : 'read',
      message: error instanceof Error ? error.message : String(error),
      ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
    }
  }
}

parentPort!.on('message', async ({ number, ...job }: ParseJob & { readonly number: number }) => {
  const outcome = await outcomeOf(job)
  parentPort!.postMessage({ number, outcome }, 'bytes' in outcome ? [outcome.bytes.buffer as ArrayBuffer] : [])
})

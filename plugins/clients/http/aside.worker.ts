/** The thread that reads large bodies: it loads the source's package, and hands back the digest alone. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { Source } from '@domesday/core'
import type { AsideAnswer, AsideQuestion } from './aside.ts'
import { decodeByContentType, readAs, Unreadable } from '@domesday/client-formats'

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && 'operations' in value && 'id' in value

const operationOf = async ({ home, source, operation }: AsideQuestion) => {
  const entry = ['index.ts', 'index.js'].map((name) => join(home, name)).find(existsSync)
  if (entry === undefined) return undefined
  const module = (await import(pathToFileURL(entry).href).catch(() => ({}))) as Readonly<Record<string, unknown>>
  const how = Object.values(module)
    .filter(isSource)
    .find(({ id }) => id === source)
    ?.operations.get(operation)?.how
  return how?.kind === 'get' ? how : undefined
}

const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Array.isArray(value) ||
  Object.getPrototypeOf(value) === Object.prototype

const answerTo = async (question: AsideQuestion): Promise<AsideAnswer> => {
  const how = await operationOf(question)
  if (how === undefined) return { bytes: question.bytes }
  try {
    const wire = await readAs(how.as, decodeByContentType(question.bytes, question.contentType, how.as))
    const value: unknown = how.read(wire, question.input)
    // What says that there is none is told by its class, which would be lost on the way.
    return isPlain(value) ? { value } : { bytes: question.bytes }
  } catch (error) {
    return {
      fault: error instanceof Unreadable ? 'unreadable' : 'read',
      message: error instanceof Error ? error.message : String(error),
    }
  }
}

parentPort!.on('message', async ({ number, ...question }: AsideQuestion & { readonly number: number }) => {
  const answer = await answerTo(question)
  parentPort!.postMessage({ number, answer }, 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [])
})

/** Writes recordings: the exchanges of one source in DIR/<source-id>/. */
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leaves } from './matching.ts'
import { extensionOf } from './media.ts'
import { readIndex, type Recorded } from './recording.ts'

/** An exchange to record, without secrets. */
export type Exchange = Omit<Recorded, 'response'> & { readonly response: Omit<Recorded['response'], 'bodyFile'> }

/**
 * Writes exchanges to a folder, one after the other, and resolves to the body's file name. A new exchange replaces that
 * of an equal request, but a failure (429, 5xx) never replaces an answer: then null. Throws if the folder's index.json
 * is invalid.
 */
export const openFolder = (folder: string): ((exchange: Exchange, body: Buffer) => Promise<string | null>) => {
  const rows = new Map(readIndex(folder).map((row) => [identity(row), row]))
  const write = async (exchange: Exchange, body: Buffer): Promise<string | null> => {
    const id = identity(exchange)
    const existing = rows.get(id)
    if (existing && failed(exchange) && !failed(existing)) return null
    const bodyFile = existing?.response.bodyFile ?? fileName(exchange, id)
    await mkdir(folder, { recursive: true })
    await replace(join(folder, bodyFile), body)
    // Aliases are added by hand: keep them.
    const aliases = existing?.request.aliases
    rows.set(id, {
      ...exchange,
      request: { ...exchange.request, ...(aliases && { aliases }) },
      response: { ...exchange.response, bodyFile },
    })
    await replace(join(folder, 'index.json'), `${JSON.stringify([...rows.values()], null, 2)}\n`)
    return bodyFile
  }
  let last: Promise<unknown> = Promise.resolve()
  return (exchange, body) => {
    const written = last.then(() => write(exchange, body))
    last = written.catch(() => {})
    return written
  }
}

const failed = ({ response: { status } }: Exchange): boolean => status === 429 || status >= 500

const replace = async (path: string, content: Buffer | string): Promise<void> => {
  await writeFile(`${path}.part`, content)
  await rename(`${path}.part`, path)
}

const shownAll = (): boolean => false
const identity = ({ request: { method, host, path, query, body, headers } }: Exchange): string =>
  JSON.stringify([
    method,
    host,
    path,
    leaves(query, shownAll),
    leaves(body, shownAll),
    Object.entries(headers ?? {}).toSorted(),
  ])

/** The end of the path in plain letters, and a short hash of the whole request. */
const fileName = ({ request, response }: Exchange, id: string): string => {
  const words = request.path
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(-60)
    .replace(/^-|-$/g, '')
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 10)
  return `${[words, hash].filter(Boolean).join('-')}.${extensionOf(response.headers?.['content-type'])}`
}

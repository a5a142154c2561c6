/** Writes a recording: the exchanges of one source in DIR/<source-id>/. */
import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { leaves } from './matching.ts'
import { extensionOf } from './media.ts'
import { readIndex, type Recorded } from './recording.ts'

/** An exchange to keep, without its secrets. */
export type Kept = Omit<Recorded, 'response'> & { readonly response: Omit<Recorded['response'], 'bodyFile'> }

/**
 * Keeps exchanges in a folder, one after the other, and answers with the body's file name. The newest of one request
 * stays, but a failure (429, 5xx) never takes the place of an answer: then null. Throws where the folder's index.json
 * is faulty.
 */
export const openFolder = (folder: string): ((exchange: Kept, body: Buffer) => Promise<string | null>) => {
  const rows = new Map(readIndex(folder).map((row) => [identity(row), row]))
  const write = async (exchange: Kept, body: Buffer): Promise<string | null> => {
    const id = identity(exchange)
    const known = rows.get(id)
    if (known && failed(exchange) && !failed(known)) return null
    const bodyFile = known?.response.bodyFile ?? fileName(exchange, id)
    await mkdir(folder, { recursive: true })
    await replace(join(folder, bodyFile), body)
    // Aliases are added by hand: a new recording leaves them.
    const aliases = known?.request.aliases
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

const failed = ({ response: { status } }: Kept): boolean => status === 429 || status >= 500

const replace = async (path: string, content: Buffer | string): Promise<void> => {
  await writeFile(`${path}.part`, content)
  await rename(`${path}.part`, path)
}

const shownAll = (): boolean => false
const identity = ({ request: { method, host, path, query, body, headers } }: Kept): string =>
  JSON.stringify([
    method,
    host,
    path,
    leaves(query, shownAll),
    leaves(body, shownAll),
    Object.entries(headers ?? {}).toSorted(),
  ])

/** The path's end in plain letters, and enough of a hash to tell its queries apart. */
const fileName = ({ request, response }: Kept, id: string): string => {
  const words = request.path
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(-60)
    .replace(/^-|-$/g, '')
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 10)
  return `${[words, hash].filter(Boolean).join('-')}.${extensionOf(response.headers?.['content-type'])}`
}

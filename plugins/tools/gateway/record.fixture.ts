import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { folderOf } from '../../../test/support/folder.ts'
import type { LiveSource } from './live.ts'
import { startRecord, type RecordOptions } from './record.ts'
import type { Recorded } from './recording.ts'

/** A live service on loopback. */
export const liveService = async (
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
) => {
  const server = createServer(async (request, response) =>
    answer(request, response, (await request.toArray()).join('')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close().closeAllConnections()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, origin: `http://${host}` }
}

export const recording = async (source: LiveSource, options: Partial<RecordOptions> = {}) => {
  const dir = options.dir ?? folderOf({})
  const lines: string[] = []
  const gateway = await startRecord({
    dir,
    sources: new Map([['live', source]]),
    progress: (line) => lines.push(line),
    now: () => new Date('2026-08-01T10:00:00Z'),
    ...options,
  })
  onTestFinished(gateway.close)
  return {
    dir,
    lines,
    ask: (target: string, init: RequestInit = {}) => fetch(`${gateway.origin}/live${target}`, init),
    rows: (): Recorded[] => JSON.parse(readFileSync(join(dir, 'live', 'index.json'), 'utf8')) as Recorded[],
    /** The content of all files as one text. */
    written: () =>
      readdirSync(join(dir, 'live'))
        .map((name) => `${name}\n${readFileSync(join(dir, 'live', name), 'latin1')}`)
        .join('\n'),
  }
}

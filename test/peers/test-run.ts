/**
 * Holds every answer of the project's own tests to the OpenAPI document: the tests run once and keep what was sent
 * and answered, and Prism judges each exchange, the recorded answer standing in for the service. Run: npm ci --prefix
 * test/peers && node test/peers/test-run.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runService } from '../../plugins/tools/testing/service.ts'
import { openPrism } from './prism.ts'

interface Exchange {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly status: number
  readonly shown: Readonly<Record<string, string>>
  readonly text: string
}

const dir = mkdtempSync(join(tmpdir(), 'domesday-test-run-')),
  root = join(import.meta.dirname, '../..')
const file = join(dir, 'exchanges.jsonl'),
  document = join(dir, 'openapi.json')

/** Ends the process where a test fails: what it kept would prove nothing. */
const runTests = async (): Promise<readonly Exchange[]> => {
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/.bin/vitest'), 'run', '--config', 'test/vitest.config.ts', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DOMESDAY_EXCHANGES: file },
    },
  )
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) process.exit(code)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
}

/** Prism ends at an address that is wrongly encoded, as some are on purpose: the answer is what is judged. */
const readable = (path: string): string => {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

/**
 * What is answered though the document does not have it: pages and their files, indices of what there is, and the
 * tool protocol.
 */
const besides = /^\/($|(docs|console|errors)\b|llms\.txt$|\.well-known\/|openapi\.json$|mcp$)/

/** What is answered to those who name it, which the document tells in words: it has one media type of each answer. */
const inWords = /^(text\/event-stream|application\/jose\+json)(;|$)/

const unwanted = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'])

try {
  const exchanges = await runTests()
  const service = await runService()
  writeFileSync(document, (await service.send('/openapi.json')).text)
  await service.close()

  const recorded = createServer((incoming, response) => {
    const { status, shown, text } = exchanges[Number(incoming.headers['x-exchange'])]!
    response
      .writeHead(status, Object.fromEntries(Object.entries(shown).filter(([name]) => !unwanted.has(name))))
      .end(text)
  })
  await once(recorded.listen(0, '127.0.0.1'), 'listening')
  const prism = await openPrism(document, `http://127.0.0.1:${(recorded.address() as AddressInfo).port}`, {
    strict: false,
  })

  const faults: string[] = []
  let judged = 0,
    elsewhere = 0
  for (const [i, { method, path, headers, body, status, shown }] of exchanges.entries()) {
    if (inWords.test(shown['content-type'] ?? '')) {
      elsewhere++
      continue
    }
    const { violations, documented } = await prism.call(readable(path), {
      method,
      headers: { ...headers, 'x-exchange': String(i) },
      ...(body !== undefined && method !== 'GET' && { body }),
    })
    if (!documented) {
      elsewhere++
      if (status < 400 && !besides.test(path))
        faults.push(`${method} ${path} answered ${status}, and is not in the document`)
    } else judged++
    for (const violation of violations) faults.push(`${method} ${path}, ${status}: ${violation}`)
  }
  await prism.close()
  recorded.close()
  for (const fault of new Set(faults)) console.error(fault)
  console.log(
    `prism: ${judged} exchanges of the test run judged, ${elsewhere} more at paths and methods, or in media types, that it does not have; ${faults.length === 0 ? 'no violations' : `${faults.length} violations`}`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(dir, { recursive: true, force: true })
}

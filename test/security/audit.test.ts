/** The audit of dependencies against a registry on loopback. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from '../../core/registry/load.ts'

/** `severity` of an invented advisory on koa; null for a registry without audits. */
const auditAgainst = async (severity: string | null): Promise<{ code: number; out: string }> => {
  const registry = createServer((request, response) => {
    request.resume()
    const [status, body] =
      severity === null
        ? [404, { error: 'no audits here' }]
        : request.url!.includes('advisories')
          ? [
              200,
              {
                koa: [
                  { id: 1, url: 'https://advisories.example/1', title: 'Invented', severity, vulnerable_versions: '*' },
                ],
              },
            ]
          : [200, { name: decodeURIComponent(request.url!.slice(1)), versions: {}, 'dist-tags': {} }]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => void registry.close())
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  // npm keeps what it has learnt of an advisory.
  const cache = mkdtempSync(join(tmpdir(), 'domesday-audit-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['test/security/audit.ts', '--registry', address, '--fetch-retries', '0', '--cache', cache],
      { cwd: projectRoot },
      (fault, out) => resolve({ code: fault === null ? 0 : Number(fault.code), out }),
    ),
  )
}

it('fails for a grave vulnerability, names others, and says why it is skipped', async () => {
  const [high, moderate, none] = await Promise.all(['high', 'moderate', null].map(auditAgainst))
  expect(high).toEqual({ code: 1, out: expect.stringContaining('high: koa: Invented https://advisories.example/1') })
  expect(moderate).toEqual({ code: 0, out: expect.stringContaining('moderate: koa: Invented') })
  expect(none).toEqual({ code: 0, out: expect.stringMatching(/^skipped the audit of dependencies, because .+\n$/) })
})

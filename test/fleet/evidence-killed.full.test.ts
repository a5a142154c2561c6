/** Evidence that a node had in its queue when it was killed. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openFleet } from './fleet.ts'
import { unlimited } from './settings.ts'

const fleet = await openFleet({
  service: `evidence: sqlite\n${unlimited}`,
  endpoints: ['location'],
  environment: (env) => {
    const settings = join(env['DOMESDAY_CONFIG_DIR']!, 'evidence')
    mkdirSync(settings, { recursive: true })
    writeFileSync(join(settings, 'postgres.yaml'), 'keep: { live: 90d }\n')
    return env
  },
})
afterAll(() => fleet?.close())

describe.skipIf(fleet === null)('evidence of two nodes', () => {
  it('is lost with a killed node as far as it was queued, which is counted after its next start', async () => {
    const key = await fleet!.key(1_000_000)
    const get = async (node: number, path: string) => {
      const answer = await fetch(`${fleet!.nodes[node]!.origin}${path}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return { status: answer.status, body: (await answer.json()) as any }
    }
    const ask = async (radius: number): Promise<string> =>
      (await get(0, `/api/v1/location/WA11UH?radius_m=${radius}`)).body._meta.evidence
    const metric = async (node: number, name: string): Promise<number> => {
      const text = await (await fetch(`${fleet!.nodes[node]!.metricsOrigin}/metrics`)).text()
      return Number(new RegExp(`^${name}(?:{[^}]*})? (\\d+)`, 'm').exec(text)?.[1])
    }

    const safe = await Promise.all(Array.from({ length: 5 }, (_, i) => ask(500 + i)))
    for (const id of safe) await expect.poll(async () => (await get(1, `/evidence/${id}`)).status).toBe(200)
    const burst = Array.from({ length: 40 }, (_, i) => ask(1000 + i).catch(() => null))
    await Promise.race(burst)
    await fleet!.nodes[0]!.stop('SIGKILL')
    const answered = (await Promise.all(burst)).filter((id) => id !== null)
    expect(answered.length).toBeGreaterThan(0)
    await fleet!.restart(0)
    for (const id of safe) expect((await get(1, `/evidence/${id}`)).status).toBe(200)
    for (const id of answered) {
      const { status, body } = await get(0, `/evidence/${id}`)
      if (status !== 200) expect([status, body.code]).toEqual([404, 'not_kept'])
    }
    const seen = async () => {
      const counts = await Promise.all([0, 1].map((node) => metric(node, 'domesday_evidence_unclosed_total')))
      const runs = await fleet!.database.query(fleet!.database.url, 'select node from domesday_evidence.runs')
      return { unclosed: counts.reduce((sum, count) => sum + count, 0), runs: runs.length }
    }
    await expect.poll(seen, { interval: 500 }).toEqual({ unclosed: 1, runs: 2 })
  })
})

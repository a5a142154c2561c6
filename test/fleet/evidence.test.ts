/** Evidence of two live nodes on one PostgreSQL, each with a data folder and a key to sign with of its own. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { keysIn, verifyFile } from '@domesday/verify/signed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFleet } from './fleet.ts'
import { unlimited } from './settings.ts'

const folders: string[] = []
const fleet = await openFleet({
  service: `evidence: sqlite\n${unlimited}`,
  endpoints: ['entity', 'location'],
  environment: (env) => {
    const settings = join(env['DOMESDAY_CONFIG_DIR']!, 'evidence')
    mkdirSync(settings, { recursive: true })
    writeFileSync(join(settings, 'postgres.yaml'), 'keep: { live: 90d }\n')
    folders.push(env['DOMESDAY_DATA_DIR']!)
    return env
  },
})
afterAll(() => fleet?.close())

const company = '/entity/99000025?depth=full'

describe.skipIf(fleet === null)('evidence of two nodes', () => {
  let key = ''
  const ids: string[] = []
  const get = async (node: number, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${fleet!.nodes[node]!.origin}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const json = async (node: number, path: string) => JSON.parse((await get(node, path)).text)
  const ask = async (node: number, path: string): Promise<string> =>
    (await json(node, `/api/v1${path}`))._meta.evidence as string
  const metric = async (node: number, name: string): Promise<number> => {
    const text = await (await fetch(`${fleet!.nodes[node]!.metricsOrigin}/metrics`)).text()
    return Number(new RegExp(`^${name}(?:{[^}]*})? (\\d+)`, 'm').exec(text)?.[1])
  }
  const faultsAt = async (node: number, file: string): Promise<readonly string[]> => {
    const { keys, faults } = await keysIn((await get(node, '/.well-known/jwks.json')).text)
    const found = await verifyFile(Buffer.from(file), keys)
    return [...faults, ...found.faults, ...(found.signature === 'valid' ? [] : [found.signature])]
  }

  beforeAll(async () => {
    key = await fleet!.key(1_000_000)
    for (const node of [0, 1]) ids.push(await ask(node, company))
  }, 60_000)

  it('is read at both, by who was charged for it alone, and is in no data folder', async () => {
    for (const id of ids)
      for (const node of [0, 1]) expect(await json(node, `/evidence/${id}`)).toMatchObject({ data: { pack: { id } } })
    const rows = (await json(1, '/evidence?path=/entity/99000025')).data.packs as readonly { id: string }[]
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed())
    const [mine, others] = [key, await fleet!.key(10)]
    key = others
    expect((await get(1, `/evidence/${ids[0]}`)).status).toBe(404)
    key = mine
    for (const folder of folders) expect(readdirSync(folder).filter((name) => name.startsWith('evidence'))).toEqual([])
  })

  it('is compared at one, though each made a part', async () => {
    expect((await json(1, `/evidence/${ids[0]}/changes/${ids[1]}`)).data).toMatchObject({ from: ids[0], to: ids[1] })
  })

  it('is signed at each with its own key, and verified with the keys of the other', async () => {
    for (const [at, elsewhere] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { text } = await get(at, `/evidence/${ids[elsewhere]}`, { accept: 'application/jose+json' })
      expect(await faultsAt(elsewhere, text)).toEqual([])
      expect(await faultsAt(at, text)).toEqual([])
    }
    const kids = await Promise.all(
      [0, 1].map(async (node) => {
        const { keys } = await json(node, '/.well-known/jwks.json')
        return (keys as readonly { kid: string }[]).map(({ kid }) => kid)
      }),
    )
    expect(kids.map((one) => one.length)).toEqual([2, 2])
    expect(kids[0]!.toSorted()).toEqual(kids[1]!.toSorted())
    // Its own first.
    expect(kids[0]![0]).not.toBe(kids[1]![0])
  })

  it('has retired at all nodes what one has rotated', async () => {
    await fleet!.commandWith({ DOMESDAY_DATA_DIR: folders[0] }, 'keys', 'rotate-signing')
    await get(0, '/.well-known/jwks.json')
    const { keys } = await json(1, '/.well-known/jwks.json')
    expect((keys as readonly { exp?: number }[]).map(({ exp }) => exp !== undefined)).toEqual([false, false, true])
  })

  it('is tried under other settings by the command, and sized', async () => {
    const sets = ['distress.weights.filing_delays=0.35', 'distress.weights.active_charges=0.05']
    const tried = await fleet!.command('policy', 'try', ...sets.flatMap((one) => ['--set', one]), '--json')
    expect(JSON.parse(tried)).toMatchObject({ answers: 2, moved: 2 })
    expect(JSON.parse(await fleet!.command('evidence', 'size', '--json'))).toMatchObject({ packs: 2 })
    expect(await fleet!.command('migrate')).toContain('the evidence has schema 1 already')
  })

  it('is forgotten at one, and gone at both', async () => {
    const kept = await ask(0, '/location/WA11UH?depth=summary')
    expect(await fleet!.command('evidence', 'forget', '99000025', '--yes')).toContain(
      'erased the evidence of 2 answers',
    )
    for (const node of [0, 1]) {
      for (const id of ids) expect((await get(node, `/evidence/${id}`)).status).toBe(404)
      expect((await get(node, `/evidence/${kept}`)).status).toBe(200)
    }
  })

  it('is lost with a killed node as far as it was queued, which is counted after its next start', async () => {
    const safe = await Promise.all(Array.from({ length: 5 }, (_, i) => ask(0, `/location/WA11UH?radius_m=${500 + i}`)))
    await wait(1_000)
    const burst = Array.from({ length: 40 }, (_, i) =>
      ask(0, `/location/WA11UH?radius_m=${1000 + i}`).catch(() => null),
    )
    await Promise.race(burst)
    await fleet!.nodes[0]!.stop('SIGKILL')
    const answered = (await Promise.all(burst)).filter((id) => id !== null)
    expect(answered.length).toBeGreaterThan(0)
    await fleet!.restart(0)
    for (const id of safe) expect((await get(1, `/evidence/${id}`)).status).toBe(200)
    for (const id of answered) {
      const { status, text } = await get(0, `/evidence/${id}`)
      if (status !== 200) expect([status, JSON.parse(text).code]).toEqual([404, 'not_kept'])
    }
    const seen = async () => {
      const counts = await Promise.all([0, 1].map((node) => metric(node, 'domesday_evidence_unclosed_total')))
      const runs = await fleet!.database.query(fleet!.database.url, 'select node from domesday_evidence.runs')
      return { unclosed: counts.reduce((sum, count) => sum + count, 0), runs: runs.length }
    }
    await expect.poll(seen, { timeout: 60_000, interval: 500 }).toEqual({ unclosed: 1, runs: 2 })
  }, 120_000)
})

/** Evidence of two live nodes on one PostgreSQL, each with a data folder and a key to sign with of its own. */
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysIn, verifyFile } from '@domesday/verify/signed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generous } from '../service/generous.ts'
import { valkeyHere } from '../support/engines.ts'
import { liveFleet, type LiveFleet } from '../support/live-fleet.ts'
import { testDatabase } from '../support/postgres.ts'

const database = await testDatabase(),
  engine = await valkeyHere()
const company = '/entity/99000025?depth=full'

describe.skipIf(database === null || engine === null)('evidence of two nodes', () => {
  let fleet: LiveFleet
  let key = ''
  const ids: string[] = []
  const get = (node: number, path: string, headers: Readonly<Record<string, string>> = {}) =>
    fleet.nodes[node]!.send(path, { key, headers })
  const ask = async (node: number, path: string): Promise<string> =>
    (await get(node, `/api/v1${path}`)).body._meta.evidence as string
  const faultsAt = async (node: number, file: string): Promise<readonly string[]> => {
    const { keys, faults } = await keysIn((await get(node, '/.well-known/jwks.json')).text)
    const found = await verifyFile(Buffer.from(file), keys)
    return [...faults, ...found.faults, ...(found.signature === 'valid' ? [] : [found.signature])]
  }

  beforeAll(async () => {
    const configure = (dir: string): void => {
      generous(dir)
      appendFileSync(join(dir, 'service.yaml'), 'evidence: sqlite\n')
      mkdirSync(join(dir, 'evidence'), { recursive: true })
      writeFileSync(join(dir, 'evidence/postgres.yaml'), 'keep: { live: 90d }\n')
    }
    fleet = await liveFleet({ database: database!, engine: engine! }, { endpoints: ['entity', 'location'], configure })
    key = await fleet.key(1_000_000)
    for (const node of [0, 1]) ids.push(await ask(node, company))
  })
  afterAll(() => fleet?.close())

  it('is read at both, by who was charged for it alone, and is in no data folder', async () => {
    for (const id of ids)
      for (const node of [0, 1])
        expect((await get(node, `/evidence/${id}`)).body).toMatchObject({ data: { pack: { id } } })
    const rows = (await get(1, '/evidence?path=/entity/99000025')).body.data.packs as readonly { id: string }[]
    expect(rows.map(({ id }) => id)).toEqual(ids.toReversed())
    const others = await fleet.key(10)
    expect((await fleet.nodes[1].send(`/evidence/${ids[0]}`, { key: others })).status).toBe(404)
    for (const { dataDir } of fleet.nodes)
      expect(readdirSync(dataDir).filter((name) => name.startsWith('evidence'))).toEqual([])
  })

  it('is compared at one, though each made a part', async () => {
    const { data } = (await get(1, `/evidence/${ids[0]}/changes/${ids[1]}`)).body
    expect(data).toMatchObject({ from: ids[0], to: ids[1] })
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
        const { keys } = (await get(node, '/.well-known/jwks.json')).body
        return (keys as readonly { kid: string }[]).map(({ kid }) => kid)
      }),
    )
    expect(kids.map((one) => one.length)).toEqual([2, 2])
    expect(kids[0]!.toSorted()).toEqual(kids[1]!.toSorted())
    // Its own first.
    expect(kids[0]![0]).not.toBe(kids[1]![0])
  })

  it('has retired at all nodes what one has rotated', async () => {
    await fleet.command(0, 'keys', 'rotate-signing')
    await get(0, '/.well-known/jwks.json')
    const { keys } = (await get(1, '/.well-known/jwks.json')).body
    expect((keys as readonly { exp?: number }[]).map(({ exp }) => exp !== undefined)).toEqual([false, false, true])
  })

  it('is tried under other settings by the command, and sized', async () => {
    const sets = ['distress.weights.filing_delays=0.35', 'distress.weights.active_charges=0.05']
    const tried = await fleet.command(0, 'policy', 'try', ...sets.flatMap((one) => ['--set', one]), '--json')
    expect(JSON.parse(tried)).toMatchObject({ answers: 2, moved: 2 })
    expect(JSON.parse(await fleet.command(1, 'evidence', 'size', '--json'))).toMatchObject({ packs: 2 })
    expect(await fleet.command(1, 'migrate')).toContain('the evidence has schema 1 already')
  })

  it('is forgotten at one, and gone at both', async () => {
    const kept = await ask(0, '/location/WA11UH?depth=summary')
    expect(await fleet.command(0, 'evidence', 'forget', '99000025', '--yes')).toContain(
      'erased the evidence of 2 answers',
    )
    for (const node of [0, 1]) {
      for (const id of ids) expect((await get(node, `/evidence/${id}`)).status).toBe(404)
      expect((await get(node, `/evidence/${kept}`)).status).toBe(200)
    }
  })

  it('lets a key look ahead ten times a minute, over both', async () => {
    const other = await fleet.key(1)
    const look = (i: number) => fleet.nodes[i % 2]!.send('/evidence/ev_0/ahead', { key: other })
    const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => look(i)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(404), ...Array(6).fill(429)])
  })
})

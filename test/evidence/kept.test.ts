/** Evidence as a caller has it: of every example, at every depth, it is kept, verified and gathered again. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { open, verify, type Pack } from '@domesday/verify'
import { openPack } from '@domesday/surface-parts/packs'
import { canonical } from '../../core/config/hash.ts'
import { depths } from '../../core/contract/node.ts'
import { replay } from '../../core/engine/replay.ts'
import { tokens } from '../../core/service/tokens.ts'

let service: RunningService
beforeAll(async () => {
  service = await runService({
    configure: (dir) =>
      appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_key: { calls: 100000, per: 1m } }\n'),
  })
})
afterAll(() => service.close())

const api = '/api/v1'
const evidenceOf = (): NonNullable<ReturnType<typeof kept>> => kept()!
const kept = () => service.container.get(tokens.evidence)

describe('the evidence of an answer', () => {
  it('is there for every example at every depth, is sound, and gives the same answer again', async () => {
    const { plugins, current } = service.container.get(tokens.configured)
    const key = await service.key(1_000_000)
    const others: string[] = []
    let packs = 0
    for (const endpoint of plugins.endpoints.values())
      for (const path of Object.keys(current().endpoint(endpoint.declared.id).examples))
        for (const depth of endpoint.flat ? ['full'] : depths) {
          const asked = endpoint.flat ? path : `${path}${path.includes('?') ? '&' : '?'}depth=${depth}`
          const { status, body } = await service.send(`${api}${asked}`, { key })
          if (status !== 200 || body._meta.evidence === null) continue
          const found = (await evidenceOf().find(body._meta.evidence, null))!
          const { pack } = openPack(plugins, found)
          const again = await replay(endpoint, pack)
          const isAnswer = open(found.pack as Pack).isAnswer({ data: body.data, missing: body._meta.missing })
          packs += 1
          if (!verify(found.pack).ok || isAnswer !== true || canonical(again.data) !== canonical(body.data))
            others.push(asked)
        }
    expect(others).toEqual([])
    expect(packs).toBeGreaterThan(300)
  }, 60_000)

  it('is for who was charged for it, by whatever answer: gathered or from the cache', async () => {
    const [first, second, third] = await Promise.all([service.key(100), service.key(100), service.key(100)])
    const path = `${api}/entity/99000025?depth=summary`
    const { evidence } = (await service.send(path, { key: first })).body._meta
    for (const key of [second, second]) expect((await service.send(path, { key })).body._meta.evidence).toBe(evidence)
    const seen = async (key: string) => (await service.send(`/evidence/${evidence}`, { key })).status
    expect([await seen(first), await seen(second), await seen(third)]).toEqual([200, 200, 404])
    const listed = async (key: string) => {
      const { body } = await service.send(`/evidence?path=/entity/99000025`, { key })
      return body.data.packs.map(({ id }: { id: string }) => id)
    }
    expect([await listed(first), await listed(second), await listed(third)]).toEqual([[evidence], [evidence], []])
  })

  it('is gone once its subject is forgotten, and what is gathered later is kept again', async () => {
    const key = await service.key(100)
    const ask = async () => (await service.send(`${api}/location/WA11UH?depth=summary`, { key })).body._meta.evidence
    const id = await ask()
    expect(await evidenceOf().forget('wa1 1uh')).toBeGreaterThan(0)
    expect((await service.send(`/evidence/${id}`, { key })).status).toBe(404)
    expect(await ask()).toBe(id)
  })
})

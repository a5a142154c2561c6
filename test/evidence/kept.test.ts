/** Whose the evidence of an answer is, and how it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'

let service: RunningService
beforeAll(async () => {
  service = await runService()
})
afterAll(() => service.close())

const api = '/api/v1'
const evidenceOf = () => service.container.get(tokens.evidence)!

describe('the evidence of an answer', () => {
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

/** The operator's commands on evidence, beside the running service that keeps it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { subjectHash } from '@domesday/store-parts/subject-hash'
import { commandsOn, domesday as typed } from '../support/commands.ts'

let service: RunningService
const ids: string[] = []
beforeAll(async () => {
  service = await runService({
    configure: (dir) => writeFileSync(join(dir, 'service.yaml'), 'endpoints: [entity, location]\nevidence: sqlite\n'),
  })
  for (const path of ['entity/99000025?depth=summary', 'location/WA11UH?depth=summary'])
    ids.push((await service.send(`/api/v1/${path}`)).body._meta.evidence)
  // Evidence is written after the answer, and before the service itself reads it.
  await service.send(`/evidence/${ids[1]}`)
})
afterAll(() => service.close())

const domesday = commandsOn(() => service)
const asked = (answer: string, ...argv: readonly string[]) =>
  typed({ env: { DOMESDAY_DATA_DIR: service.dataDir, DOMESDAY_CONFIG_DIR: service.configDir }, answer }, ...argv)

describe('evidence', () => {
  it('is listed, newest first, and by its path', async () => {
    const { out } = await domesday('evidence', 'list', '--json')
    expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual(ids.toReversed())
    const { out: one } = await domesday('evidence', 'list', '--path', '/entity/99000025')
    expect(one.split('\n')).toHaveLength(2)
    expect(one).toContain(ids[0])
    expect((await domesday('evidence', 'list', '--limit', '1')).err).toContain('there are more')
    expect((await domesday('evidence', 'list', '--limit', '1001')).code).toBe(2)
  })

  it('is shown by its id', async () => {
    const { code, out } = await domesday('evidence', 'show', ids[0]!)
    expect([code, JSON.parse(out).id]).toEqual([0, ids[0]])
    expect(await domesday('evidence', 'show', 'ev_0')).toEqual({
      code: 1,
      out: '',
      err: 'no evidence of this id is kept',
    })
  })

  it('has a size', async () => {
    expect(JSON.parse((await domesday('evidence', 'size', '--json')).out)).toEqual({
      packs: 2,
      bytes: expect.any(Number),
    })
    expect((await domesday('evidence', 'size')).out).toMatch(/^2 answers, 0\.\d MB$/)
  })

  it('is erased for one who says so, and not without being asked', async () => {
    const asking = await domesday('evidence', 'forget', 'WA1 1UH')
    expect([asking.code, asking.err]).toEqual([2, expect.stringContaining('say --yes where nobody can answer')])
    expect(asking.out).toContain(ids[1])
    expect((await domesday('evidence', 'show', ids[1]!)).code).toBe(0)
    const refused = await asked('no', 'evidence', 'forget', 'WA1 1UH')
    expect([refused.code, refused.err]).toEqual([1, 'Erase the evidence of 1 answer? [y/N] nothing was erased'])
    expect((await domesday('evidence', 'show', ids[1]!)).code).toBe(0)
    const erased = await asked('y', 'evidence', 'forget', 'wa11uh')
    expect([erased.code, erased.out]).toEqual([0, expect.stringContaining('erased the evidence of 1 answer.')])
    expect((await domesday('evidence', 'show', ids[1]!)).code).toBe(1)
    expect((await domesday('evidence', 'forget', 'wa11uh', '--yes')).out).toBe('nothing is kept about this subject')
    expect((await domesday('evidence', 'show', ids[0]!)).code).toBe(0)
  })

  it('leaves its erasures and the changes of its signing key in the audit trail, without the subject', async () => {
    await service.send(`/evidence/${ids[0]}`, { headers: { accept: 'application/jose+json' } })
    const rotated = JSON.parse((await domesday('keys', 'rotate-signing', '--json')).out)
    const { out } = await domesday('acts', '--json')
    expect(JSON.parse(out)).toMatchObject([
      { act: 'keys rotate-signing', target: rotated.now, key_id: null, details: { retired: rotated.before } },
      { act: 'evidence forget', target: subjectHash('wa11uh'), details: { answers: 0 } },
      { act: 'evidence forget', target: subjectHash('WA11UH'), details: { answers: 1 }, surface: 'cli' },
    ])
    expect(out).not.toMatch(/wa11uh/i)
  })
})

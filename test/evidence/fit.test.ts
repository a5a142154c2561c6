/** Packs that do not fit the code of today: of a release with other settings, or with digests that it fails on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hash } from 'node:crypto'
import type { Section } from '../../core/contract/section.ts'
import { replay, type Replayable } from '../../plugins/surfaces/parts/replay.ts'
import type { LoadedEndpoint } from '../../core/registry/load.ts'
import { tokens } from '../../core/service/tokens.ts'
import { commandsOn } from '../support/commands.ts'
import { sharedService } from '../support/shared-service.ts'
import { take, throughJson } from './taken.ts'

const service = await sharedService()
const { key, id: keyId } = await service.container.get(tokens.billing).keys.create({ credits: 100 })
const dir = mkdtempSync(join(tmpdir(), 'fit-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const entity = () => service.container.get(tokens.configured).plugins.endpoints.get('entity')!
const company = (endpoint = entity()) => take(service, endpoint, '/entity/99000025', 'full')
type Written = { scores: Record<string, { curves: Record<string, unknown>; bands: unknown }>; settings: object }

/** A pack that an earlier release could have kept, with these settings. */
const keptWith = async (change: (settings: Written) => unknown): Promise<string> => {
  const { kept, answer } = await company()
  const settings = throughJson(kept.settings) as unknown as Written
  const [data, missing, verdict] = JSON.parse(answer) as [object, object, string]
  const evidence = service.container.get(tokens.evidence)!
  const id = evidence.keep({
    ...(kept as Replayable & { asks: never }),
    endpoint: 'entity',
    versions: { service: '1' },
    settings: change(settings),
    settingsHash: 'then',
    timings: kept.asks.map(() => ({ began: 0, took: 0 })),
    answer: { data, missing, verdict },
    path: '/entity/99000025',
    lookup: hash('sha256', 'fit'),
    score: { score: 51, rating: 'HIGH_RISK' },
  })!
  evidence.own(id, keyId)
  return id
}

describe('a pack whose settings are not those that the code of today needs', () => {
  it.each([
    [
      'without the curve of a factor',
      (settings: Written) => {
        delete settings.scores['distress']!.curves['filing_delays']
        return settings
      },
      "its settings lack 'scores.distress.curves.filing_delays', which the code of today needs",
    ],
    [
      'without a setting of its own',
      (settings: Written) => ({ ...settings, settings: {} }),
      /its settings lack 'settings\.\w+', which/,
    ],
    [
      'with bands of another form',
      (settings: Written) => {
        settings.scores['distress']!.bands = 'none'
        return settings
      },
      "'scores.distress.bands' must be array",
    ],
    ['that are null', () => null, 'its settings do not fit the code of today: they must be object'],
  ])('%s is a 409 that says so, and verified as one', async (_, change, why) => {
    const id = await keptWith(change)
    for (const look of ['ahead', 'paths?to=LOW_RISK', `changes/${id}`]) {
      const { status, body } = await service.send(`/evidence/${id}/${look}`, { key })
      expect([look, status, body.code]).toEqual([look, 409, 'cannot_be_replayed'])
      expect(body.detail).toMatch(why)
    }
    const { pack } = (await service.send(`/evidence/${id}`, { key })).body.data
    const file = join(dir, 'pack.json')
    writeFileSync(file, JSON.stringify(pack))
    const { out, err } = await commandsOn(() => service)('verify', file)
    expect(out + err).toContain('It cannot be replayed here: ')
    expect(out + err).toMatch(why)
  })

  it('with a key that the code of today has no use for is replayed', async () => {
    const id = await keptWith((settings) => {
      settings.scores['distress']!.curves['of_another_release'] = [[0, 0]]
      return settings
    })
    expect((await service.send(`/evidence/${id}/changes/${id}`, { key })).status).toBe(200)
  })
})

describe('a pack on whose digests the code of today fails', () => {
  /** The same look-up with a section whose code throws. */
  const failing = (): LoadedEndpoint => {
    const { declared, ...loaded } = entity()
    const render = (): never => {
      throw new TypeError('no such field')
    }
    const filings = { ...declared.sections['filings'], render } as unknown as Section
    return { ...loaded, declared: { ...declared, sections: { ...declared.sections, filings } } }
  }
  const answerIs =
    (answer: string): NonNullable<Replayable['isAnswer']> =>
    ({ data, missing }) =>
      JSON.stringify([data, missing]) === JSON.stringify((JSON.parse(answer) as unknown[]).slice(0, 2))

  it('cannot be replayed, and does not read as a gap', async () => {
    const { kept, answer } = await company()
    for (const pack of [kept, { ...kept, isAnswer: answerIs(answer) }])
      await expect(replay(failing(), pack)).rejects.toThrow(
        "the code of today fails on what is kept of it: section 'filings'",
      )
  })

  it('is replayed where the code of then failed on the same', async () => {
    const { kept, answer } = await company(failing())
    expect(answer).toContain('plugin_failed')
    const pack = { ...kept, isAnswer: answerIs(answer) }
    const { data, missing, verdict } = await replay(failing(), pack)
    expect(JSON.stringify([data, missing, verdict])).toBe(answer)
    const later = await replay(failing(), pack, { now: new Date('2026-11-30T09:00:00Z'), include: null })
    expect(later.data['filings']).toBeNull()
  })

  it('is replayed where the source had failed, and the code of today does not', async () => {
    const { kept } = await company()
    const asks = kept.asks.map((ask) =>
      ask.operation === 'filings' ? { ...ask, outcome: { gap: 'plugin_failed' as const, retry_after_s: null } } : ask,
    )
    expect((await replay(entity(), { ...kept, asks })).missing).toContainEqual(
      expect.objectContaining({ reason: 'plugin_failed' }),
    )
  })
})

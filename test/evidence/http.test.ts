/** Evidence over HTTP, and by the commands that verify it and try other settings on it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService, type ServiceReply } from '@domesday/tool-testing'
import { ukDay } from '../../core/contract/words.ts'
import { keepEarlier } from '../../core/service/earlier.ts'
import { commandsOn } from '../support/commands.ts'

const path = '/entity/99000025?depth=full'

let service: RunningService, key: string, now: ServiceReply, ids: readonly string[]
const dir = mkdtempSync(join(tmpdir(), 'evidence-'))

const get = (at: string, headers: Readonly<Record<string, string>> = {}) => service.send(at, { key, headers })

const packsInFull = async (): Promise<readonly { readonly id: string; readonly at: string }[]> =>
  (await get('/evidence?path=/entity/99000025')).body.data.packs.filter(
    ({ depth }: { depth: string }) => depth === 'full',
  )

beforeAll(async () => {
  // Each command reads all settings.
  service = await runService({
    configure: (dir) =>
      writeFileSync(join(dir, 'service.yaml'), 'endpoints: [entity, environment, energy]\nevidence: sqlite\n'),
  })
  key = await service.key(1000)
  now = await get(`/api/v1${path}`)
  await keepEarlier(service.container)
  ids = (await packsInFull()).map(({ id }) => id)
})
afterAll(async () => {
  await service.close()
  rmSync(dir, { recursive: true, force: true })
})

const domesday = commandsOn(() => service)

describe('the sandbox', () => {
  it('has a subject as it was at an earlier time, which is older than what was asked since', async () => {
    const packs = await packsInFull()
    expect(packs).toMatchObject([
      { id: now.body._meta.evidence, rating: 'HIGH_RISK', endpoint: 'entity', depth: 'full' },
      { rating: 'MODERATE_RISK', at: '2026-08-05T09:00:00.000Z' },
    ])
    expect(ukDay(new Date(packs[0]!.at))).toBe('2026-10-15')
  })

  it('shows the earlier times to every key, and what a key itself asked to no other', async () => {
    const other = await service.key(10)
    const list = async () =>
      (await service.send('/evidence?path=/entity/99000025', { key: other })).body.data.packs as readonly {
        id: string
      }[]
    const shown = await list()
    expect(shown).toMatchObject([{ depth: 'standard', rating: 'MODERATE_RISK' }, { depth: 'full' }])
    expect((await service.send(`/evidence/${ids[1]}`, { key: other })).status).toBe(200)
    expect((await service.send(`/evidence/${ids[1]}/ahead`, { key: await service.key(1) })).status).toBe(200)
    expect((await service.send(`/evidence/${ids[0]}`, { key: other })).status).toBe(404)
    const then = await service.send('/api/v1/environment/WA11UH?on=2026-10-13', { key: await service.key(1) })
    expect(then.status).toBe(200)
    // A restart of the sandbox makes none of them again.
    await keepEarlier(service.container)
    expect((await list()).map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
  })

  it('tells what changed since, and the parts of the score add up', async () => {
    const { score, factors, sections } = (await get(`/evidence/${ids[1]}/changes/${ids[0]}`)).body.data
    expect(score).toEqual({ before: 29, after: 51, code: 0, settings: 0, clock: 12, evidence: 10 })
    expect(factors.find(({ factor }: { factor: string }) => factor === 'gazette_warnings')).toMatchObject({
      before: { points: 0 },
      after: { points: 50, detail: expect.stringContaining('strike-off') },
    })
    expect(sections.map(({ section }: { section: string }) => section)).toContain('filings')
  })

  it('looks ahead, and tells what a rating takes', async () => {
    const { turns } = (await get(`/evidence/${ids[1]}/ahead?days=60`)).body.data
    expect(turns).toMatchObject([
      { on: '2026-08-30', in_days: 25, before: { rating: 'MODERATE_RISK' }, after: { rating: 'HIGH_RISK' } },
    ])
    const { paths } = (await get(`/evidence/${ids[1]}/paths?to=LOW_RISK`)).body.data
    expect(paths).toMatchObject([{ steps: [{ factor: 'filing_delays' }], reaches: { rating: 'LOW_RISK' } }])
    const { walls } = (await get(`/evidence/${ids[0]}/paths?to=LOW_RISK`)).body.data
    expect(walls).toEqual([expect.stringContaining('strike it off')])
  })
})

describe('the list of a subject', () => {
  it('is found by its path as a row shows it, as a caller spells it, and by the command too', async () => {
    const place = await service.key(100)
    await service.send('/api/v1/environment/wa11uh', { key: place })
    const list = async (path: string) => (await service.send(`/evidence?path=${path}`, { key: place })).body.data?.packs
    const packs = await list('/environment/WA11UH')
    expect(packs[0].path).toBe('/environment/WA1%201UH')
    for (const path of [packs[0].path, encodeURIComponent(packs[0].path), '/environment/wa1+1uh'])
      expect([path, await list(path)]).toEqual([path, packs])
    const { out: usual } = await domesday('evidence', 'list', '--json', '--path', packs[0].path)
    expect(JSON.parse(usual).map(({ id }: { id: string }) => id)).toContain(packs[0].id)
    for (const path of ['/environment/WA11UH', 'environment/wa1 1uh'])
      expect((await domesday('evidence', 'list', '--json', '--path', path)).out).toBe(usual)
    const { out: slashed } = await domesday('evidence', 'list', '--path', '/entity/99000025')
    expect((await domesday('evidence', 'list', '--path', 'entity/99000025')).out).toBe(slashed)
  })

  it('is refused where the path holds a control character, or is none', async () => {
    for (const path of ['/a%0Ab', 'entity', '/', `/${'x'.repeat(401)}`])
      expect((await get(`/evidence?path=${path}`)).body.code).toBe('invalid_parameter')
  })
})

describe('what was charged', () => {
  it('is said of every answer to a key, a refusal too', async () => {
    const one = await service.key(1)
    const asked = async (path: string, key = one) => (await service.send(`/evidence${path}`, { key })).headers
    for (const path of ['?path=/entity/99000025', '', '/ev_0', '/ev_0/ahead', `/${ids[1]}/paths?to=NONE`])
      expect(await asked(path)).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '1' })
    expect(await asked('/ev_0', 'domesday_live_none')).not.toHaveProperty('x-credits-charged')
  })

  it('is free ten times a minute where it takes the processor, and says what is left', async () => {
    const one = await service.key(1)
    const look = () => service.send('/evidence/ev_0/ahead', { key: one })
    for (let left = 9; left >= 0; left--) {
      const { status, headers } = await look()
      expect([status, headers['ratelimit']]).toEqual([404, expect.stringContaining(`"evidence-looks";r=${left};`)])
    }
    const { status, headers, body } = await look()
    expect([status, body.code, body.detail]).toEqual([
      429,
      'rate_limited',
      expect.stringContaining('More than 10 calls'),
    ])
    expect(headers).toMatchObject({ 'retry-after': expect.any(String), 'x-credits-remaining': '1' })
    expect(body.retry_after_s).toBeGreaterThan(0)
  })
})

describe('an answer as of a day', () => {
  it('is offered by the catalogue, as a parameter of every look-up', async () => {
    const { endpoints } = (await service.send('/catalogue')).body.data
    for (const { id, params } of endpoints)
      expect(params.at(-1), id).toMatchObject({ name: 'on', in: 'query', schema: { format: 'date' } })
  })

  it('is the one of then, free, and never anything later', async () => {
    const then = await get(`/api/v1${path}&on=2026-09-30`)
    expect(then.body._meta).toMatchObject({ evidence: ids[1], credits_charged: 0 })
    expect(then.body.data.distress_score.score).toBe(29)
    expect(then.headers['x-credits-charged']).toBe('0')
    expect(then.text).not.toContain('2026-09-22')
    const today = await get(`/api/v1${path}&on=2026-10-15`)
    expect(today.body.data).toEqual(now.body.data)
  })

  it('is a 404 before the first, at another depth and for another caller', async () => {
    const other = await service.key(10)
    const asked = await Promise.all([
      get(`/api/v1${path}&on=2026-08-04`),
      get('/api/v1/entity/99000025?depth=summary&on=2026-10-15'),
      service.send(`/api/v1${path}&on=2026-10-15`, { key: other }),
    ])
    // The other caller sees the sample of an earlier time, which is nobody's, and not what this one was charged for.
    const codes = asked.map(({ status, body }) => [status, body.code ?? body._meta.evidence])
    expect(codes).toEqual([
      [404, 'not_kept'],
      [404, 'not_kept'],
      [200, ids[1]],
    ])
    await get('/api/v1/entity/99000017')
    expect((await get('/api/v1/entity/99000017?on=2026-10-15')).status).toBe(200)
    expect((await service.send('/api/v1/entity/99000017?on=2026-10-15', { key: other })).body.code).toBe('not_kept')
  })

  it.each(['&on', '&%6Fn=2026-02-30', '&on=2026-10-15&on=2026-10-15'])(
    "is never charged for, as '%s'",
    async (spelt) => {
      const { status, headers } = await get(`/api/v1${path}${spelt}`)
      expect([status, headers['x-credits-charged']]).toEqual([400, '0'])
    },
  )

  it('is refused with all that is wrong with the question', async () => {
    const { body } = await get('/api/v1/entity/99000025?depth=deep&on=yesterday&onn=1')
    const told = body.errors.map(({ parameter, detail }: { parameter: string; detail: string }) => [parameter, detail])
    expect(Object.fromEntries(told)).toEqual({
      depth: 'is not one of the words allowed',
      on: 'must be a date such as 2026-03-01',
      onn: "is not a parameter here; did you mean 'on'?",
    })
    expect((await get('/api/v1/entity/99000025?depth=deep&on=2026-03-01')).body.errors).toHaveLength(1)
  })

  it.each(['2026-10-16', '2026-02-30', 'yesterday', ''])("refuses '%s'", async (day) => {
    const { status, body } = await get(`/api/v1${path}&on=${day}`)
    expect([status, body.errors[0].parameter]).toEqual([400, 'on'])
  })
})

describe('a pack', () => {
  it.each(['', 'ev_0', `ev_${'0'.repeat(64)}`, `EV_${'0'.repeat(64)}`])("is a 404 as '%s'", async (id) => {
    const { status } = await get(`/evidence/${id || 'x'}`)
    expect(status).toBe(404)
    expect((await get(`/evidence/${ids[0]}/changes/${id || 'x'}`)).body.code).toBe('not_kept')
  })

  it('is compared with one of the same question alone', async () => {
    const { evidence } = (await get('/api/v1/entity/99000025?depth=standard')).body._meta
    const { status, body } = await get(`/evidence/${ids[0]}/changes/${evidence}`)
    expect([status, body.code]).toEqual([422, 'not_comparable'])
  })

  it.each([
    ['ahead?days=401&dayz=1', { days: ['1..400'], dayz: ['days'] }],
    ['ahead?days=0', { days: ['1..400'] }],
    ['paths?to=FINE&too=1', { to: expect.arrayContaining(['LOW_RISK', 'CRITICAL_RISK']), too: ['to'] }],
    ['paths?days=1', { to: expect.arrayContaining(['LOW_RISK']), days: ['to'] }],
  ])('is refused a look with all that is wrong with it, and what is allowed: %s', async (look, allowed) => {
    const { status, body } = await get(`/evidence/${ids[0]}/${look}`)
    const told = Object.fromEntries(
      body.errors.map(({ parameter, allowed }: { parameter: string; allowed: unknown }) => [parameter, allowed]),
    )
    expect([status, told]).toEqual([400, allowed])
  })

  it('is looked at within bounds', async () => {
    const statuses = async (...paths: readonly string[]) =>
      Promise.all(paths.map(async (at) => (await get(`/evidence${at}`)).status))
    expect(
      await statuses(
        '',
        '?path=entity',
        '?path=/entity/99000025&limit=0',
        `/${ids[0]}/ahead?days=401`,
        `/${ids[0]}/paths`,
      ),
    ).toEqual([400, 400, 400, 400, 400])
    const { evidence } = (await get('/api/v1/energy/WA11UH')).body._meta
    expect((await get(`/evidence/${evidence}/ahead`)).body.code).toBe('not_offered')
    const { evidence: unscored } = (await get('/api/v1/entity/99000025?depth=summary')).body._meta
    for (const look of ['ahead', 'paths?to=LOW_RISK'])
      expect((await get(`/evidence/${unscored}/${look}`)).body.code).toBe('not_offered')
    const looks = Array.from({ length: 12 }, () => get(`/evidence/${ids[0]}/ahead?days=1`))
    expect((await Promise.all(looks)).map(({ status }) => status)).toContain(429)
  })

  it('is signed for who asks for that, and verified offline with the keys of the service', async () => {
    const signed = await get(`/evidence/${ids[0]}`, { accept: 'application/jose+json' })
    expect(signed.headers['content-type']).toBe('application/jose+json')
    const [file, jwks] = [join(dir, 'signed.json'), join(dir, 'jwks.json')]
    writeFileSync(file, signed.text)
    writeFileSync(jwks, (await service.send('/.well-known/jwks.json', { key: null })).text)
    const { code, out } = await domesday('verify', file, '--jwks', jwks)
    expect(out).toContain('Replayed here from the pack alone: identical.')
    expect([code, out]).toEqual([0, expect.stringContaining('the signature is that of the key')])
    writeFileSync(file, `${readFileSync(file, 'utf8')} `)
    expect((await domesday('verify', file, '--jwks', jwks)).code).toBe(1)
  })

  it('is scored again under other settings', async () => {
    const file = join(dir, 'pack.json')
    const { pack } = (await get(`/evidence/${ids[0]}`)).body.data
    writeFileSync(file, JSON.stringify(pack))
    const set = (factor: string, value: string) => ['--set', `score.weights.${factor}=${value}`]
    const { code, out } = await domesday(
      'verify',
      file,
      ...set('filing_delays', '0.35'),
      ...set('active_charges', '0.05'),
    )
    expect([code, out]).toEqual([0, expect.stringContaining('Under the settings given: 54, HIGH_RISK.')])
  })
})

describe('the policy lab', () => {
  const sets = ['--set', 'distress.weights.filing_delays=0.35', '--set', 'distress.weights.active_charges=0.05']

  it('scores what is kept again, and names the largest moves with their reasons', async () => {
    const { code, out } = await domesday('policy', 'try', ...sets, '--json')
    const { answers, moved, moves, largest, reasons } = JSON.parse(out)
    expect([code, answers]).toEqual([0, 8])
    expect(moved).toBeGreaterThan(0)
    expect(moves.reduce((sum: number, move: { answers: number }) => sum + move.answers, 0)).toBe(answers)
    expect(largest[0]).toMatchObject({ path: '/entity/99000025', before: { score: 51 }, after: { score: 54 } })
    expect(reasons[largest[0].id][0]).toContain('filing_delays +')
  })

  it('takes what is no older than it is told, by the clock of the sample data', async () => {
    const answersSince = async (since: string) =>
      JSON.parse((await domesday('policy', 'try', ...sets, '--json', '--since', since)).out).answers
    // Without the two about the company as it was in August, then without the place as it was two days before.
    expect([await answersSince('30d'), await answersSince('1d')]).toEqual([6, 5])
  })

  it('goes on where a run was stopped, and not with other settings', async () => {
    const file = join(dir, 'progress.jsonl')
    const first = await domesday('policy', 'try', ...sets, '--json', '--out', file, '--sample', '2')
    expect(first.code).toBe(0)
    const lines = () => readFileSync(file, 'utf8').trim().split('\n').length
    expect(lines()).toBe(3)
    const whole = await domesday('policy', 'try', ...sets, '--json', '--out', file)
    expect([whole.out, lines()]).toEqual([(await domesday('policy', 'try', ...sets, '--json')).out, lines()])
    expect(
      (
        await domesday(
          'policy',
          'try',
          ...sets.slice(0, 2),
          '--set',
          'distress.weights.insolvency_history=0.1',
          '--out',
          file,
        )
      ).err,
    ).toContain('of other settings')
  })

  it('refuses settings that a start would refuse', async () => {
    expect((await domesday('policy', 'try', '--set', 'distres.weights.filing_delays=1')).err).toContain(
      "did you mean 'distress'",
    )
    expect((await domesday('policy', 'try')).code).toBe(2)
  })
})

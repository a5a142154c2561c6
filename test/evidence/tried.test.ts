/** Other settings tried on kept answers, by `verify --set` and `policy try`, and an answer compared with its pack. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runService, type RunningService } from '@domesday/tool-testing'
import { open, packOf, redact, seal, type Ask, type Pack } from '@domesday/verify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandsOn } from '../support/commands.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { tokens } from '../../core/service/tokens.ts'

const dir = mkdtempSync(join(tmpdir(), 'tried-'))
const file = (name: string, content: unknown): string => {
  const path = join(dir, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

let service: RunningService, pack: Pack, body: any, packFile: string, answerFile: string
beforeAll(async () => {
  // Each command reads all settings.
  service = await runService({
    configure: (dir) =>
      writeFileSync(join(dir, 'service.yaml'), 'endpoints: [entity, environment]\nevidence: sqlite\n'),
  })
  const key = await service.key(1000)
  const ask = async (path: string) => (await service.send(`/api/v1${path}`, { key })).body
  for (const path of ['/entity/SC990082', '/environment/WA11UH', '/entity/99000025'])
    body = await ask(`${path}?depth=full`)
  pack = (await service.container.get(tokens.evidence)!.find(body._meta.evidence, null))!.pack as Pack
  packFile = file('pack.json', pack)
  answerFile = file('answer.json', body)
})
afterAll(async () => {
  await service.close()
  rmSync(dir, { recursive: true, force: true })
})

const domesday = commandsOn(() => service)

/** The pack of another answer, made of the same evidence: as the code of another release would have made it. */
const packOfOther = (data: unknown): Pack => {
  const { gathering } = open(pack)
  const asks = gathering.asks as readonly Ask[]
  return packOf(seal({ ...gathering, asks, answer: { data, missing: body._meta.missing } }))
}

describe('an answer beside its pack', () => {
  it('is said to be that of the pack', async () => {
    const { code, out } = await domesday('verify', packFile, '--answer', answerFile)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('identical.\nThe answer given is the answer of this pack.'),
    ])
    const { data, _meta } = body
    const bare = file('bare.json', { data, missing: _meta.missing })
    const { out: told } = await domesday('verify', packFile, '--answer', bare, '--json')
    expect(JSON.parse(told).replay).toMatchObject({ identical: true, is_answer: true })
  })

  it('shows what the code of today makes otherwise', async () => {
    const data = { ...body.data, distress_score: { ...body.data.distress_score, rating: 'OTHER' } }
    const [other, answer] = [file('other.json', packOfOther(data)), file('of-other.json', { ...body, data })]
    const alone = await domesday('verify', other)
    expect([alone.code, alone.out]).toEqual([1, expect.stringMatching(/NOT identical: .*With --answer <file>/)])
    const { code, out } = await domesday('verify', other, '--answer', answer)
    expect(code).toBe(1)
    expect(out).toContain(`The answer given is the answer of this pack.
Sections that differ: distress_score. The first difference is at /data/distress_score/rating:
  the answer then: "OTHER"
  made of the pack: "HIGH_RISK"`)
    expect(JSON.parse((await domesday('verify', other, '--answer', answer, '--json')).out).replay).toMatchObject({
      identical: false,
      is_answer: true,
      difference: { sections: ['distress_score'], first: { before: 'OTHER', after: 'HIGH_RISK' } },
    })
  })

  it('is told where it is another, and what it was changed in', async () => {
    const { missing } = body._meta
    const answer = file('longer.json', { data: { ...body.data, more: 'x'.repeat(200) }, missing })
    const { code, out } = await domesday('verify', packFile, '--answer', answer)
    expect([code, out]).toEqual([1, expect.stringContaining('is NOT the answer of this pack.')])
    expect(out).toMatch(
      /Sections that differ: more\..* \/data\/more:\n {2}the answer given: "x{70,}…\n {2}made of the pack: nothing/,
    )
    const without = file('without.json', redact(pack, ['/answer/hash']))
    expect((await domesday('verify', without, '--answer', answerFile)).out).toContain(
      'the salt of its answer is left out',
    )
  })

  it('must be one', async () => {
    for (const [path, what] of [
      [join(dir, 'none'), /cannot be read \(ENOENT\)/],
      [packFile, /is no answer/],
      [file('text.json', 'text'), /is no answer/],
    ] as const) {
      const { code, out, err } = await domesday('verify', packFile, '--answer', path)
      expect([code, out, err]).toEqual([2, '', expect.stringMatching(what)])
    }
  })
})

/** What is wrong, behind `score.` of `verify` and `distress.` of `policy try`. */
const wrong: readonly (readonly [set: string, what: string])[] = [
  ['weights.filing_delays=abc', "weights.filing_delays must be a number, not 'abc'"],
  ['weights.filing_delays=-0.1', 'weights.filing_delays must be at least 0, not -0.1'],
  ['weights.filing_delays={', 'what is behind the = is not YAML: Flow map must end with a }'],
  ['weights.filing_delay=0.2', "unknown key 'filing_delay'; did you mean 'filing_delays'?"],
  ['weights.filing_delays.x=1', 'weights.filing_delays must be a number, not a map'],
  ['curves.filing_delays=5', 'curves.filing_delays must be a list of at least two [metric, points]'],
  ['curves.filing_delays=', 'curves.filing_delays must be a list of at least two [metric, points]'],
  ['bands=[]', 'bands must not be empty'],
  ['bands=foo', "bands must be a list, not 'foo'"],
  ['bands.0.from=3', 'bands must descend'],
  ['bands.9.from=3', "there is no '9' in this list"],
  ['minimum_weight=foo', "minimum_weight must be a number, not 'foo'"],
  ['gates={}', "missing key '"],
]

describe('a setting that is tried', () => {
  it.each(wrong)('is refused in one sentence where it is wrong: %s', async (set, what) => {
    const verified = await domesday('verify', packFile, '--set', `score.${set}`)
    expect([verified.code, verified.out]).toEqual([2, expect.stringContaining('identical.\nIts score: 51')])
    const tried = await domesday('policy', 'try', '--set', `distress.${set}`)
    expect([tried.code, tried.out]).toEqual([2, ''])
    for (const [command, text, { err }] of [
      ['verify', `score.${set}`, verified],
      ['policy try', `distress.${set}`, tried],
    ] as const) {
      expect(err.startsWith(`domesday: ${command} --set '${text}': `), err).toBe(true)
      expect(err).toContain(what)
      expect(err).not.toContain('\n')
    }
  })

  it('scales the other weights, so that they sum to 1, and says so', async () => {
    const { code, out } = await domesday('verify', packFile, '--set', 'score.weights.filing_delays=0.4')
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Under the settings given: 56, HIGH_RISK; the other weights were scaled by 0.8.'),
    ])
    const tried = await domesday('policy', 'try', '--set', 'distress.weights.filing_delays=0.4')
    expect([tried.code, tried.out]).toEqual([
      0,
      expect.stringContaining('distress: the other weights were scaled by 0.8.'),
    ])
    expect(tried.out).toContain('/entity/99000025: HIGH_RISK (51) → HIGH_RISK (56)')
    const { scaled } = JSON.parse(
      (await domesday('policy', 'try', '--set', 'distress.weights.filing_delays=0.4', '--json')).out,
    )
    expect(scaled).toEqual({ distress: expect.closeTo(0.8) })
  })

  it('cannot leave the others less than nothing', async () => {
    const sets = (id: string) => [
      '--set',
      `${id}.weights.filing_delays=0.7`,
      '--set',
      `${id}.weights.active_charges=0.7`,
    ]
    const told = 'the weights that are set sum to 1.4, and all together sum to 1'
    expect(await domesday('verify', packFile, ...sets('score'))).toMatchObject({
      code: 2,
      err: expect.stringContaining(told),
    })
    expect(await domesday('policy', 'try', ...sets('distress'))).toMatchObject({
      code: 2,
      err: expect.stringContaining(told),
    })
  })
})

describe('the policy lab', () => {
  const sets = ['--set', 'distress.weights.filing_delays=0.4']

  it.each([
    ['is of other settings', ...sets, '--out', 'pack.json'],
    ['cannot be used (EISDIR)', ...sets, '--out', '.'],
    ["did you mean 'credits'?", '--set', 'entity.credit.full=3'],
    ["did you mean 'entity'?", '--set', 'entty.credits.full=3'],
    ['--since needs', ...sets, '--since', '30x'],
    ['--sample needs', ...sets, '--sample', '0'],
  ])('tells a wrong use as one: %s', async (what, ...argv) => {
    const args = argv.map((one, i) => (argv[i - 1] === '--out' ? join(dir, one) : one))
    const { code, out, err } = await domesday('policy', 'try', ...args)
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(what)])
    expect(err).not.toMatch(/unexpected|\n/)
  })

  it('tells which folder is not there', async () => {
    const folder = join(dir, 'none')
    expect(await domesday('policy', 'try', '--config', folder)).toEqual({
      code: 2,
      out: '',
      err: `domesday: policy try --config: there is no folder ${folder}`,
    })
  })

  it('takes a folder as it stands: nothing is scaled', async () => {
    const folder = join(dir, 'config')
    cpSync(service.configDir, folder, { recursive: true })
    mkdirSync(join(folder, 'scores'), { recursive: true })
    writeFileSync(join(folder, 'scores/distress.yaml'), 'weights: { filing_delays: 0.4 }\n')
    const faulty = await domesday('policy', 'try', '--config', folder)
    expect([faulty.code, faulty.err]).toEqual([
      1,
      expect.stringMatching(/scores\/distress\.yaml:1:1 {2}weights sum to 1\.15/),
    ])
    writeFileSync(join(folder, 'scores/distress.yaml'), 'weights: { filing_delays: 0.35, active_charges: 0.05 }\n')
    const { scaled, moved } = JSON.parse((await domesday('policy', 'try', '--config', folder, '--json')).out)
    expect([scaled, moved > 0]).toEqual([{}, true])
  })

  it('counts a company in its nation', async () => {
    const { nations } = JSON.parse((await domesday('policy', 'try', ...sets, '--json')).out)
    const counted = Object.fromEntries(nations.map(({ nation, answers }: any) => [nation, answers]))
    expect(counted).toEqual({ England: 2, Scotland: 1 })
  })

  it('writes answers, moves, nations and the largest moves as one CSV', async () => {
    const [head, ...lines] = (await domesday('policy', 'try', ...sets, '--csv')).out.split('\n')
    const rows = lines.filter((line) => /^(answers|moves|nations|largest),/.test(line)).map((line) => line.split(','))
    expect(head).toBe(
      'table,id,path,endpoint,nation,rating_before,rating_after,score_before,score_after,answers,moved,reasons',
    )
    expect(new Set(rows.map(([table]) => table))).toEqual(new Set(['answers', 'moves', 'nations', 'largest']))
    const [, , path, endpoint, nation, ...scores] = rows.find(([table, id]) => table === 'answers' && id === pack.id)!
    expect([path, endpoint, nation, ...scores.slice(0, 4)]).toEqual([
      '/entity/99000025',
      'entity',
      'England',
      'HIGH_RISK',
      'HIGH_RISK',
      '51',
      '56',
    ])
    expect(
      rows
        .find(([table, id]) => table === 'largest' && id === pack.id)!
        .slice(11)
        .join(),
    ).toContain('filing_delays +')
    expect(rows.filter(([table]) => table === 'nations').map((row) => [row[4], row[9]])).toEqual(
      expect.arrayContaining([['England', '2']]),
    )
  })
})

describe('the help', () => {
  it.each(['verify', 'policy try'])('of %s shows settings that can be tried as they are written', async (words) => {
    const { out } = await domesday(...words.split(' '), '--help')
    const [, set] = /--set (\S+)/.exec(out)!
    const { code } = await domesday(...words.split(' '), ...(words === 'verify' ? [packFile] : []), '--set', set!)
    expect([set, code]).toEqual([set, 0])
  })
})

describe('the example of the verifier', () => {
  const example = join(projectRoot, 'plugins/vocabularies/verify/example')
  const [signed, jwks, answer] = ['signed.json', 'jwks.json', 'answer.json'].map((name) => join(example, name))

  it('is sound, and is replayed as it was', async () => {
    // Where the code is meant to make another answer: npm run example-pack
    const { code, out } = await domesday('verify', signed!, '--jwks', jwks!, '--answer', answer!)
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('identical.\nThe answer given is the answer of this pack.'),
    ])
  })
})

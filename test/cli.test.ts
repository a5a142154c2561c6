import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { projectRoot } from '../core/registry/load.ts'
import { tokens } from '../core/service/tokens.ts'
import { begun, domesday as typed, type Ended } from './support/commands.ts'

const dir = mkdtempSync(join(tmpdir(), 'domesday-cli-'))
const configDir = join(dir, 'config'),
  dataDir = join(dir, 'data')
let service: RunningService
beforeAll(async () => {
  cpSync(join(projectRoot, 'config'), configDir, { recursive: true })
  service = await runService({ dataDir })
})
afterAll(async () => {
  await service.close()
  rmSync(dir, { recursive: true })
})

const env = { DOMESDAY_CONFIG_DIR: configDir, DOMESDAY_DATA_DIR: dataDir }
const domesdayWith = (more: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<Ended> =>
  typed({ env: { ...env, ...more }, cwd: dir }, ...argv)
const domesday = (...argv: readonly string[]): Promise<Ended> => domesdayWith({}, ...argv)

it('help is had for all commands, for those of a word, and for one', async () => {
  const [all, keys, create] = await Promise.all([
    domesday('help'),
    domesday('keys', '--help'),
    domesday('keys', 'create', '-h'),
  ])
  expect([all.code, keys.code, create.code]).toEqual([0, 0, 0])
  expect(all.out).toContain('ledger check')
  expect(keys.out).toContain('keys revoke')
  expect(keys.out).not.toContain('ledger check')
  expect(create.out).toContain('--credits')
})

describe('keys', () => {
  it('made by command are good for the running service', async () => {
    const { code, out } = await domesday('keys', 'create', '--credits', '500', '--json')
    const made = JSON.parse(out) as { id: string; key: string; credits: number }
    expect([code, Object.keys(made), made.credits]).toEqual([0, ['id', 'key', 'credits'], 500])
    const { headers } = await service.send('/api/v1/location/WA11UH', { key: made.key })
    expect(headers['x-credits-remaining']).toBe('490')

    await domesday('keys', 'top-up', made.id, '--credits', '10', '--reference', 'r1')
    await domesday('keys', 'top-up', made.id, '--credits', '10', '--reference', 'r1')
    expect((await service.send('/account', { key: made.key })).body.data.balance).toBe(500)

    const rotated = JSON.parse((await domesday('keys', 'rotate', made.id, '--json')).out) as { key: string }
    await expect.poll(async () => (await service.send('/account', { key: made.key })).status).toBe(401)
    expect((await service.send('/account', { key: rotated.key })).status).toBe(200)
    expect((await domesday('keys', 'revoke', made.id)).code).toBe(0)
    expect((await domesday('keys', 'list')).out).toContain(made.id)
  })

  it('and the ledger can be audited', async () => {
    const { code, out } = await domesday('ledger', 'check', '--json')
    expect([code, JSON.parse(out)]).toMatchObject([0, { faults: [], open_holds: 0 }])
  })

  it('and the ledger can be copied while the service runs, but not replaced under it', async () => {
    const copy = join(dir, 'copy.db')
    const written = await domesday('backup', copy, '--json')
    expect([written.code, JSON.parse(written.out)]).toMatchObject([0, { file: copy, faults: [] }])
    for (const [words, what] of [
      ['backup', 'exists already'],
      ['restore', 'a server uses the ledger: stop it first'],
    ] as const) {
      const { code, err } = await domesday(words, copy)
      expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^domesday: [^\\n]*${what}[^\\n]*$`))])
    }
    expect(await domesday('migrate')).toMatchObject({ code: 0, out: expect.stringContaining('already') })
    const restored = await domesdayWith({ DOMESDAY_DATA_DIR: join(dir, 'another') }, 'restore', copy, '--json')
    expect([restored.code, JSON.parse(restored.out)]).toMatchObject([0, { replaced: null, needs_migration: false }])
  })
})

describe('config', () => {
  it('check is silent and 0 when all is sound', async () => {
    expect(await domesday('config', 'check')).toMatchObject({ code: 0, out: '' })
  })

  it('check prints one line a fault, and a syntax error in one file hides none in another', async () => {
    mkdirSync(join(configDir, 'endpoints'), { recursive: true })
    mkdirSync(join(configDir, 'sources'), { recursive: true })
    writeFileSync(join(configDir, 'endpoints/location.yaml'), 'credits: { summary: 1\n  x\n')
    writeFileSync(join(configDir, 'sources/police-uk.yaml'), 'timeout: soon\n')
    const { code, out } = await domesday('config', 'check')
    expect(code).toBe(1)
    const lines = out.trim().split('\n')
    expect(lines.some((line) => /endpoints\/location\.yaml:\d+:\d+ {2}/.test(line))).toBe(true)
    expect(lines.some((line) => /sources\/police-uk\.yaml:1:10 {2}/.test(line))).toBe(true)
    rmSync(join(configDir, 'endpoints'), { recursive: true })
    rmSync(join(configDir, 'sources'), { recursive: true })
  })

  it('check finds what a start does not look for', async () => {
    mkdirSync(join(configDir, 'endpoints'), { recursive: true })
    writeFileSync(join(configDir, 'endpoints/location.yaml'), 'deadline: 1s\n')
    const { code, out } = await domesday('config', 'check')
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/location\.yaml:1:11 {2}endpoint 'location': its deadline of 1s ends before one try of/),
    ])
    rmSync(join(configDir, 'endpoints'), { recursive: true })
  })

  it('show says where each value comes from, eject writes a file that is sound', async () => {
    expect((await domesday('config', 'eject', 'endpoint:location')).code).toBe(0)
    expect(readFileSync(join(configDir, 'endpoints/location.yaml'), 'utf8')).toContain('deadline:')
    expect((await domesday('config', 'check')).code).toBe(0)
    expect((await domesday('config', 'show', 'endpoint:location')).out).toContain('endpoints/location.yaml')
    expect((await domesday('config', 'eject', 'endpoint:location')).code).toBe(2)
    rmSync(join(configDir, 'endpoints'), { recursive: true })
  })
})

describe('the schemas of settings files', () => {
  it('are written beside them, and an ejected file names its own', async () => {
    const folder = join(dir, 'schemas-elsewhere')
    const { code, out } = await domesday('config', 'schemas', '--out', folder)
    expect([code, out.split('\n')]).toEqual([0, expect.arrayContaining(['schemas-elsewhere/endpoints/water.json'])])
    expect(JSON.parse(readFileSync(join(folder, 'service.json'), 'utf8'))).toMatchObject({ required: ['endpoints'] })

    expect((await domesday('config', 'schemas')).code).toBe(0)
    expect((await domesday('config', 'eject', 'water')).code).toBe(0)
    const file = join(configDir, 'endpoints/water.yaml')
    const modelines = (): readonly string[] => readFileSync(file, 'utf8').match(/^# yaml-language-server.*$/gm) ?? []
    expect(modelines()).toEqual(['# yaml-language-server: $schema=../schemas/endpoints/water.json'])
    expect((await domesday('config', 'eject', 'water', '--force')).code).toBe(0)
    expect(modelines()).toHaveLength(1)
    expect((await domesday('config', 'check')).code).toBe(0)
    rmSync(file)
  })
})

describe('get', () => {
  it('answers in this process, uncharged', async () => {
    const { code, out } = await domesday('get', 'location/WA11UH', '--depth', 'full', '--json')
    const { data, _meta } = JSON.parse(out) as { data: { location: object }; _meta: object }
    expect([code, data.location, _meta]).toMatchObject([
      0,
      { postcode: 'WA1 1UH' },
      { credits_charged: 0, depth: 'full' },
    ])
  })

  it('draws for a person', async () => {
    const { out } = await domesday('get', 'location/EH11YZ')
    expect(out).toContain('not known')
    expect(out).toMatch(/\n {2}crime(, .*)?: Police recorded crime does not cover this place\.\n/)
  })

  it('draws a score with the span that it lies in and the other ratings that are possible', async () => {
    const { out } = await domesday('get', 'trade/0201100021')
    expect(out).toMatch(
      /\ntariff_impact_score {2}█+░+ \d+ \(between \d+ and \d+\): LOW, possibly MODERATE; confidence medium\n/,
    )
    expect(out).not.toMatch(/^ *(bounds|possible_ratings)/m)
  })

  it('asks a server with a key, and is charged', async () => {
    const key = await service.key(50)
    const { out } = await domesday('get', 'location/WA11UH', '--json', '--url', service.origin, '--key', key)
    expect((JSON.parse(out) as { _meta: { credits_charged: number } })._meta.credits_charged).toBe(10)
  })

  it('tells what is wrong, with exit status 1', async () => {
    const { code, out } = await domesday('get', 'location/nonsense')
    expect([code, out]).toEqual([1, expect.stringContaining('is not a full UK postcode')])
  })

  it('prints whom a name may mean, and takes the best where that is asked for', async () => {
    const { code, out } = await domesday('get', 'entity/Trenwardle', '--depth', 'summary')
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(
        'which one is meant? ask again by its id:\n  99000907  TRENWARDLE HOLDINGS LIMITED  active, since 2011-02-08, ',
      ),
    ])
    const best = await domesday('get', 'entity/Trenwardle', '--depth', 'summary', '--match', 'best')
    expect([best.code, best.out]).toEqual([
      0,
      expect.stringMatching(/^TRENWARDLE HOLDINGS LIMITED \(99000907\) {2}taken for 'Trenwardle'\ncould also be: /),
    ])
  })

  it('lists the words that are allowed', async () => {
    expect((await domesday('get', 'location/WA11UH?depth=ful')).out).toContain(
      'depth is not one of the words allowed\n    allowed: summary, standard, full',
    )
  })

  it('says of a server that is none of ours what it answered, in one line', async () => {
    const page = createServer((_, response) => {
      response.end('<h1>Welcome</h1>')
    }).listen(0, '127.0.0.1')
    await once(page, 'listening')
    const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}`
    expect(await domesday('get', 'location/WA11UH', '--url', url, '--key', 'k')).toEqual({
      code: 2,
      out: '',
      err: `domesday: get was answered 200 by ${url}, and not in JSON`,
    })
    page.close()
  })
})

describe('a pull', () => {
  it('says once what it did not get', async () => {
    const table = 'soa2001,soa2001name,mdm_rank,d1_income_rank,income_perc\n95AA01S1,Aldergrove_1,1,2,3\n'
    const upstream = createServer((request, response) => {
      response.writeHead(request.url!.includes('nimdm') ? 200 : 404).end(table)
    }).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const DOMESDAY_UPSTREAM_GATEWAY = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
    const { code, err } = await domesdayWith(
      { DOMESDAY_UPSTREAM_GATEWAY, DOMESDAY_DATA_DIR: join(dir, 'pulled') },
      'datasets',
      'pull',
      'imd',
      '--live',
    )
    expect([code, err.split('\n').map((line) => line.replace(/in [\d.]+ s/, 'in 0 s'))]).toEqual([
      0,
      [
        'imd: 1 rows in 0 s',
        'imd: England is missing: answered 404',
        'imd: Wales is missing: answered 404',
        'imd: Scotland is missing: answered 404',
      ],
    ])
    upstream.close()
  })
})

describe('a pull of the store of a live source', () => {
  const minutesFromNow = (minutes: number): string =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
      timeZone: 'Europe/London',
      hour: '2-digit',
      minute: '2-digit',
    })
  const withHours = (hours: string): string => {
    const own = join(dir, `hours-${hours.replaceAll(':', '')}`)
    cpSync(configDir, own, { recursive: true })
    mkdirSync(join(own, 'sources'), { recursive: true })
    writeFileSync(join(own, 'sources/gazette.yaml'), `pull: { hours: "${hours}" }\n`)
    return own
  }

  it('is refused outside the hours in which the upstream likes to be read, unless somebody says so', async () => {
    const asked: string[] = []
    const upstream = createServer((request, response) => {
      asked.push(request.url!)
      response.writeHead(403).end()
    }).listen(0, '127.0.0.1')
    await once(upstream, 'listening')
    const hours = `${minutesFromNow(120)}-${minutesFromNow(180)}`
    const env = {
      DOMESDAY_UPSTREAM_GATEWAY: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      DOMESDAY_CONFIG_DIR: withHours(hours),
      DOMESDAY_DATA_DIR: join(dir, 'hours'),
    }
    const pull = (...more: readonly string[]) => domesdayWith(env, 'datasets', 'pull', ...more, '--live')
    expect(await pull('gazette')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `gazette: is read from ${hours.replace('-', ' to ')} UK time only, as its keeper asks; --now reads it all the same`,
      ),
    })
    expect(asked).toEqual([])
    upstream.close()
  })

  it('needs hours that are two times of the day', async () => {
    const { code, out, err } = await domesdayWith({ DOMESDAY_CONFIG_DIR: withHours('21-7') }, 'config', 'check')
    expect([code, out + err]).toEqual([
      1,
      expect.stringContaining('pull.hours must be two times of the day, such as 21:00-07:00'),
    ])
  })

  it('fills it for the running service, whose answers say up to when', async () => {
    const look = async (company: string) =>
      (await service.send(`/api/v1/entity/${company}?include=gazette_notices`)).body.data
    expect((await look('99000033')).gazette_notices_reach).toEqual({
      from: '2017-01-01',
      stored_to: null,
      asked_live: true,
    })
    const { code, err } = await domesday('datasets', 'pull', 'gazette')
    expect([code, err]).toEqual([0, expect.stringMatching(/gazette: 9 rows/)])
    const listed = JSON.parse((await domesday('datasets', 'list', '--json')).out) as { readonly id: string }[]
    expect(listed.find(({ id }) => id === 'gazette')).toMatchObject({ rows: 9, ready: true })
    // The service looks for a new file twice a second.
    const held = service.container
      .get(tokens.clients)
      .gauges.find(({ name }) => name === 'domesday_dataset_age_seconds')!
    await expect.poll(() => held.read()).toContainEqual(expect.objectContaining({ labels: { dataset: 'gazette' } }))
    const { gazette_notices, gazette_notices_reach } = await look('99000090')
    expect(gazette_notices.map(({ code: of }: Record<string, unknown>) => of)).toEqual(['2410'])
    expect(gazette_notices_reach).toEqual({
      from: '2017-01-01',
      stored_to: '2026-10-15T09:00:00.000Z',
      asked_live: true,
    })
  })
})

describe('a gateway', () => {
  it('says in one line that its port is taken', async () => {
    const { port } = new URL(service.origin)
    expect(await domesday('record', dir, '--port', port)).toEqual({
      code: 2,
      out: '',
      err: `domesday: record port ${port} is taken; --port 0 takes any free one`,
    })
  })

  it('of samples answers live services, whatever their credentials are', async () => {
    const { status, output, errors, stop } = begun({ env }, 'gateway')
    await expect.poll(output.text).toMatch(/^http:\S+\n$/)
    const origin = output.text().trim()
    const live = await runService({
      mode: 'live',
      gateway: origin,
      configure: (dir) => writeFileSync(join(dir, 'service.yaml'), 'endpoints: [trade, location]\n'),
      env: { TRADE_TARIFF_CLIENT_ID: 'any', TRADE_TARIFF_CLIENT_SECRET: 'thing' },
    })
    const answers = await Promise.all(['/trade/0201100021', '/location/WA11UH'].map((at) => live.send(`/api/v1${at}`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await fetch(`${origin}/police-uk/nowhere`)).status).toBe(404)
    await live.close()
    expect(errors.text()).toContain('TRADE_TARIFF_CLIENT_ID=sample')
    expect(errors.text()).toContain('police-uk: no sample for GET /nowhere')
    stop()
    expect(await status).toBe(0)
    await expect(fetch(origin)).rejects.toThrow()
  })

  it('says in one line that a folder holds no recording', async () => {
    expect(await domesday('replay', dir)).toEqual({
      code: 1,
      out: '',
      err: `domesday: no index.json in any folder of ${dir}`,
    })
  })
})

describe('the command line', () => {
  it('knows what was probably meant', async () => {
    const { code, err } = await domesday('keys', 'creat')
    expect([code, err]).toEqual([2, expect.stringContaining("did you mean 'keys create'?")])
  })

  it('says so where nothing is near', async () => {
    expect((await domesday('frobnicate')).err).toBe(
      "domesday: there is no command 'frobnicate'. 'domesday help' lists them.",
    )
    expect((await domesday('config', 'show', 'frobnicate')).err).toContain("there is no 'frobnicate'. Names are ")
  })

  it('refuses a wrong option in one line', async () => {
    expect(await domesday('keys', 'create', '--credits', 'many')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^domesday: .*whole number.*$/),
    })
    expect((await domesday('prices', '--nonsense')).code).toBe(2)
  })

  it('prints the price table', async () => {
    const { out } = await domesday('prices', '--json')
    expect(JSON.parse(out)).toContainEqual({
      id: 'location',
      path: '/location/{postcode}',
      credits: { summary: 2, standard: 10, full: 20 },
      usd: { summary: 0.002, standard: 0.02, full: 0.035 },
    })
  })
})

/**
 * The whole service over upstreams whose answers are spoilt here and there: a member gone, of another type, out of
 * all bounds, markup. What was spoilt hangs on the question and the round alone, so that every run of it is the same.
 * The quick set runs one of the rounds, another one each day; the full set all.
 */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { faultsInAnswer, madeUpCredentials, runService, type ServiceReply } from '@domesday/tool-testing'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { createSandbox } from '../../plugins/tools/gateway/sandbox.ts'
import { json, listenOnLoopback, type Answer, type Call } from '../../plugins/tools/gateway/server.ts'
import { allCases, today } from '../support/cases.ts'
import { generous } from './generous.ts'

const { plugins, reading } = await inspect(`${projectRoot}/config`, {})
const env = madeUpCredentials(plugins.sources)
/** Why something is not known, or not all of it, where an answer was spoilt. */
const ofUpstream = new Set(['upstream_failed', 'upstream_changed', 'upstream_timeout', 'contradictory', 'partly'])

/** Numbers from 0 up to 1 that hang on nothing but the text. */
const chances = (of: string) => {
  let seed = createHash('sha256').update(of).digest().readUInt32LE()
  return () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}
const odd: readonly unknown[] = [
  null,
  '',
  'x',
  -1,
  0.5,
  1e308,
  {},
  [],
  [null],
  true,
  '<script>alert(1)</script>',
  '2026-13-45',
  '9'.repeat(400),
  '__proto__',
  '\u0000',
]

const spoil = (value: unknown, chance: () => number): unknown => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0 || chance() < 0.1)
    return structuredClone(odd[Math.floor(chance() * odd.length)])
  const into = value as Record<string, unknown>,
    names = Object.keys(value),
    name = names[Math.floor(chance() * names.length)]!
  if (chance() > 0.1) into[name] = spoil(into[name], chance)
  else if (Array.isArray(value)) value.splice(Number(name), 1)
  else delete into[name]
  return value
}

const spoilt = (answer: Answer, chance: () => number): Answer => {
  const isJson = String(answer.headers['content-type']).includes('json') && typeof answer.body === 'string'
  if (!isJson || chance() < 0.4) return answer
  let value: unknown = JSON.parse(answer.body as string)
  for (let times = 1 + Math.floor(chance() * 3); times > 0; times--) value = spoil(value, chance)
  return { ...answer, body: JSON.stringify(value) }
}

const isForToken = ({ body }: Call): boolean => Buffer.from(body).includes('grant_type=client_credentials')
const token = json(200, { access_token: 'test', token_type: 'Bearer', expires_in: 3600 })

const questions = [...plugins.endpoints.values()].flatMap((endpoint) => {
  const { examples } = reading.settings.get(`endpoint:${endpoint.declared.id}`) as { readonly examples: object }
  return Object.keys(examples)
    .slice(0, 3)
    .map((path) => ({ endpoint, path: `/api/v1${path}${path.includes('?') ? '&' : '?'}depth=full` }))
})

const rounds = [1, 5, 10].filter((_, i) => allCases || i === today % 3)

it.each(rounds)(
  'upstreams that send nonsense get answers of the published shape, or failures of theirs and not of ours (%i)',
  async (round) => {
    const log: string[] = []
    const sandbox = createSandbox({ sources: plugins.sources })
    const gateway = await listenOnLoopback(async (call) =>
      isForToken(call) ? token : spoilt(await sandbox.answer(call), chances(`${round} ${call.source} ${call.target}`)),
    )
    const service = await runService({
      gateway: gateway.origin,
      env,
      configure: generous,
      logTo: { write: (line) => void log.push(line) },
    })
    try {
      const key = await service.key(100_000)
      const replies: (ServiceReply & (typeof questions)[number])[] = []
      // One after another: all at once they are late on a busy machine.
      for (const question of questions) replies.push({ ...question, ...(await service.send(question.path, { key })) })
      let charged = 0,
        answered = 0,
        gaps = 0
      for (const { endpoint, path, status, body, text } of replies) {
        expect([path, status === 200 ? null : body.code]).toEqual([
          path,
          expect.toBeOneOf([
            null,
            'unknown_subject',
            'upstream_failed',
            'upstream_changed',
            'upstream_timeout',
            'source_busy',
            'plugin_failed',
          ]),
        ])
        if (status !== 200) continue
        expect([path, faultsInAnswer(endpoint, body)]).toEqual([path, []])
        expect([path, /\[object |Invalid Date|"undefined|∞/.exec(text)?.[0]]).toEqual([path, undefined])
        answered++
        charged += body._meta.credits_charged
        gaps += body._meta.missing.filter(({ reason }: { reason: string }) => ofUpstream.has(reason)).length
      }
      expect(log.filter((line) => line.includes('internal error'))).toEqual([])
      expect((await service.send('/account', { key })).body.data).toMatchObject({ balance: 100_000 - charged, held: 0 })
      // Else nothing was spoilt, or nothing got through.
      expect([answered > questions.length / 2, gaps > 10]).toEqual([true, true])
    } finally {
      await service.close()
      await gateway.close()
    }
  },
)

/**
 * The same job as a capable team would write it by hand on Fastify with its own plugins: bearer keys, a rate limit for
 * each key, checked parameters, a line in a log and a figure in the metrics for each answer, and a debit in memory,
 * which survives nothing. Answers are kept as text; a call adds its own members to it.
 */
import bearerAuth from '@fastify/bearer-auth'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import { hash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Counter, Histogram } from 'prom-client'
import type { Sample } from '../sample.ts'

declare module 'fastify' {
  interface FastifyRequest {
    account: string
  }
}

type Depth = 'summary' | 'standard' | 'full'

const { answers, keys } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Sample
const prices = { location: { summary: 2, standard: 10, full: 20 }, entity: { summary: 2, standard: 8, full: 16 } }
const digestOf = (key: string): string => hash('sha256', key)
/** Keys are kept as digests. */
const balances = new Map(keys.map((key) => [digestOf(key), 1e9]))
/** The text of each answer up to what belongs to one call. */
const texts = new Map(
  answers.map(({ path, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://bench')
    return [
      `${pathname.split('/').at(-1)!} ${searchParams.get('radius_m') ?? ''} standard`,
      body.slice(0, body.indexOf('"credits_charged":')),
    ]
  }),
)

const seconds = new Histogram({
  name: 'http_seconds',
  help: 'Answers by route and status, in seconds',
  labelNames: ['route', 'status'],
})
const credits = new Counter({ name: 'credits_charged_total', help: 'Credits charged by route', labelNames: ['route'] })

// One line a request, where Fastify's own log has two.
const app = Fastify({
  genReqId: () => randomUUID(),
  keepAliveTimeout: 60_000,
  logger: { level: 'info', file: '/dev/null' },
  logController: new LogController({ disableRequestLogging: true }),
})
app.addHook('onResponse', async ({ method, routeOptions: { url = 'none' } }, { statusCode, elapsedTime, log }) => {
  seconds.observe({ route: url, status: statusCode }, elapsedTime / 1000)
  log.info({ method, route: url, status: statusCode, ms: Math.round(elapsedTime * 10) / 10 }, 'answered')
})
// The plugin's own list of keys compares with all of them at each call.
app.decorateRequest('account', '')
await app.register(bearerAuth, {
  keys: new Set<string>(),
  auth: (key, request) => balances.has((request.account = digestOf(key))),
})
await app.register(rateLimit, {
  max: 1e9,
  timeWindow: 60_000,
  keyGenerator: (request) => request.headers.authorization!,
})

const depths = { type: 'string', enum: ['summary', 'standard', 'full'], default: 'standard' }

/** Charges for the kept answer and writes it. */
const answer = (
  route: keyof typeof prices,
  asked: string,
  depth: Depth,
  { id, account }: FastifyRequest,
  reply: FastifyReply,
) => {
  const text = texts.get(`${asked} ${depth}`),
    price = prices[route][depth],
    balance = balances.get(account)! - price
  if (text === undefined) return reply.code(404).send({ code: 'unknown_subject', request_id: id })
  if (balance < 0) return reply.code(402).send({ code: 'insufficient_credits', request_id: id })
  balances.set(account, balance)
  credits.inc({ route }, price)
  reply.headers({
    'x-request-id': id,
    'x-credits-charged': price,
    'x-credits-remaining': balance,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  })
  return reply.send(`${text}"credits_charged":${price},"request_id":"${id}"}}`)
}

app.get<{ Params: { postcode: string }; Querystring: { radius_m: number; depth: Depth } }>(
  '/api/v1/location/:postcode',
  {
    schema: {
      params: {
        type: 'object',
        required: ['postcode'],
        properties: { postcode: { type: 'string', pattern: '^[A-Z]{1,2}[0-9][0-9A-Z]?[0-9][A-Z]{2}$' } },
      },
      querystring: {
        type: 'object',
        additionalProperties: false,
        properties: { radius_m: { type: 'integer', minimum: 100, maximum: 5000, default: 1000 }, depth: depths },
      },
    },
  },
  async (request, reply) =>
    answer('location', `${request.params.postcode} ${request.query.radius_m}`, request.query.depth, request, reply),
)
app.get<{ Params: { company: string }; Querystring: { depth: Depth } }>(
  '/api/v1/entity/:company',
  {
    schema: {
      params: {
        type: 'object',
        required: ['company'],
        properties: { company: { type: 'string', pattern: '^[A-Z0-9]{2}[0-9]{6}$' } },
      },
      querystring: { type: 'object', additionalProperties: false, properties: { depth: depths } },
    },
  },
  async (request, reply) => answer('entity', `${request.params.company} `, request.query.depth, request, reply),
)
console.log(`address ${await app.listen({ port: 0, host: '127.0.0.1' })}`)

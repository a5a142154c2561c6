/**
 * The same job as a good engineer would write it by hand on Fastify with its own plugins and nothing to spare: answers
 * are kept as bytes by the address that asked for them, credits are metered in a map and survive nothing. What Fastify
 * offers is used in its cheapest form; what was tried and saves nothing: writing past the reply, patching a copy of the
 * bytes, a synchronous log.
 */
import bearerAuth from '@fastify/bearer-auth'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { destination, pino } from 'pino'
import type { Sample } from '../sample.ts'

const { answers, keys } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Sample
const accounts = new Map(keys.map((key) => [`Bearer ${key}`, { id: key.split('_')[2]!, credits: 1e9 }]))
const known = new Set(keys)

// All but the request id, which is the last thing in an answer.
const idField = '"request_id":"'
const kept = new Map(
  answers.map(({ path, body }) => [path, Buffer.from(body.slice(0, body.lastIndexOf(idField) + idField.length))]),
)

// Not Fastify's own log: that makes a child logger for each request.
const log = pino({ base: null }, destination({ dest: '/dev/null', sync: false, minLength: 4096 }))
const app = Fastify({ genReqId: () => randomUUID(), keepAliveTimeout: 65_000 })
// The plugin's own list of keys compares with all of them at each call.
await app.register(bearerAuth, { keys: new Set<string>(), auth: (key) => known.has(key) })
await app.register(rateLimit, {
  max: 1e9,
  timeWindow: 60_000,
  enableDraftSpec: true,
  addHeadersOnExceeding: { 'ratelimit-limit': false },
  keyGenerator: (request) => request.headers.authorization!,
})

const route = (path: string, price: number): void => {
  const answer = ({ id, url, headers }: FastifyRequest, reply: FastifyReply): void => {
    const account = accounts.get(headers.authorization!)!,
      found = kept.get(url),
      paid = found !== undefined && account.credits >= price
    if (paid) account.credits -= price
    const charged = paid ? price : 0
    reply.headers({
      'x-request-id': id,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'domesday-release': '3.1.0',
      'ratelimit-policy': '"default";q=1000000000;w=60',
      'x-credits-charged': charged,
      'x-credits-remaining': account.credits,
      vary: 'accept-encoding',
      'content-type': 'application/json; charset=utf-8',
    })
    const code = found === undefined ? 'unknown_subject' : paid ? null : 'insufficient_credits'
    if (paid) reply.send(Buffer.concat([found, Buffer.from(`${id}"}}`, 'latin1')]))
    else reply.code(found ? 402 : 404).send(JSON.stringify({ code, request_id: id }))
    const ms = Math.round(reply.elapsedTime * 10) / 10,
      status = reply.statusCode
    log.info({ charged, ms, request_id: id, key_id: account.id, method: 'GET', route: path, status, code }, 'answered')
  }
  app.get(path, answer)
}
route('/api/v1/location/:postcode', 10)
route('/api/v1/entity/:identifier', 8)
console.log(`address ${await app.listen({ port: 0, host: '127.0.0.1' })}`)

/** node:http and nothing else: it answers bytes that were made beforehand. What it costs is what nobody can save. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sample } from '../sample.ts'

const { answers } = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Sample
const bodies = new Map(answers.map(({ path, body }) => [path, Buffer.from(body)]))

const server = createServer((req, res) => {
  const body = bodies.get(req.url!)!
  res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  res.end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`address http://127.0.0.1:${(server.address() as AddressInfo).port}`))

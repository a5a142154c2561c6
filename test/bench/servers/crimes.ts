/**
 * As many crimes as a question's month says, in the wire shape of the police: `2026-01` is one thousand. Bytes made
 * beforehand.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crimesOf } from '../crimes.ts'

const categories = [
  'anti-social-behaviour',
  'bicycle-theft',
  'burglary',
  'other-theft',
  'public-order',
  'shoplifting',
  'vehicle-crime',
  'violent-crime',
]
const bodyOf = (count: number): Buffer =>
  Buffer.from(
    JSON.stringify(
      Array.from({ length: count }, (_, id) => ({
        category: categories[(id * 7) % categories.length],
        location_type: 'Force',
        location: {
          latitude: (51.5 + (id % 700) / 50_000).toFixed(6),
          longitude: (-0.12 + (id % 613) / 40_000).toFixed(6),
          street: { id: 883_345 + (id % 700), name: `On or near Sample Street ${id % 700}` },
        },
        context: '',
        outcome_status:
          id % 3 === 0 ? null : { category: 'Investigation complete; no suspect identified', date: '2026-03' },
        persistent_id: id.toString(16).padStart(64, '0'),
        id: 110_000_000 + id,
        location_subtype: '',
        month: '2026-01',
      })),
    ),
  )
const bodies = new Map(Object.entries(crimesOf).map(([month, count]) => [month, bodyOf(count)]))

const server = createServer((req, res) => {
  const body = bodies.get(new URL(req.url!, 'http://upstream').searchParams.get('date') ?? '') ?? Buffer.from('[]')
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`address http://127.0.0.1:${(server.address() as AddressInfo).port}`))

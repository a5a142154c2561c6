/**
 * An upstream in a process of its own: `/…?ms=120` answers after so many milliseconds. `/count` tells how often it
 * was asked, and begins anew.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// About what a look-up of a company answers.
const body = Buffer.from(
  JSON.stringify({
    items: Array.from({ length: 30 }, (_, id) => ({
      id,
      name: `Officer number ${id}`,
      appointed_on: '2014-03-02',
      address: { locality: 'Leeds', postal_code: 'LS1 4AP' },
    })),
  }),
)
let asked = 0

const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url!, 'http://upstream')
  const send = (bytes: Buffer): void => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes)
  }
  if (pathname === '/count') {
    send(Buffer.from(JSON.stringify({ asked })))
    asked = 0
    return
  }
  asked += 1
  setTimeout(send, Number(searchParams.get('ms')), body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(`address http://127.0.0.1:${(server.address() as AddressInfo).port}`))

import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

const trusting = clientAddress(['10.0.0.0/8', '::1'])
const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  }) as unknown as IncomingMessage

it.each([
  ['192.0.2.1', '198.51.100.1', '192.0.2.1', 'of a caller who is no proxy nothing is believed'],
  ['10.0.0.1', undefined, '10.0.0.1', 'a proxy that says nothing is the caller itself'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1', 'a proxy is believed'],
  [
    '::ffff:10.0.0.1',
    '203.0.113.9, 198.51.100.1, 10.0.0.2',
    '198.51.100.1',
    'what a caller wrote before its proxies is not',
  ],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1:4711', '198.51.100.1', 'a port is left out'],
  ['::1', '203.0.113.9, [2001:db8::1]:4711', '2001:db8::1', 'of the newer addresses too'],
  ['10.0.0.1', '203.0.113.9, unknown', '10.0.0.1', 'what stands before something that is no address is not believed'],
])('a call over %s that was forwarded for %s comes from %s: %s', (own, forwarded, expected, _) => {
  expect(trusting(from(own, forwarded))).toBe(expected)
})

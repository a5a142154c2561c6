import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress, networkOf } from './client-address.ts'

const trusting = clientAddress(['10.0.0.0/8', '::1'])
const from = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
  }) as unknown as IncomingMessage

it.each([
  ['192.0.2.1', '198.51.100.1', '192.0.2.1', 'the header of an untrusted caller is ignored'],
  ['10.0.0.1', undefined, '10.0.0.1', 'a proxy without the header is the caller'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1', 'the header of a trusted proxy counts'],
  [
    '::ffff:10.0.0.1',
    '203.0.113.9, 198.51.100.1, 10.0.0.2',
    '198.51.100.1',
    'entries left of the first untrusted address are ignored',
  ],
  ['10.0.0.1', '203.0.113.9, 198.51.100.1:4711', '198.51.100.1', 'a port is removed'],
  ['::1', '203.0.113.9, [2001:db8::1]:4711', '2001:db8:0:0::/64', 'from an IPv6 address too'],
  ['10.0.0.1', '203.0.113.9, unknown', '10.0.0.1', 'entries left of an invalid address are ignored'],
])('a call over %s that was forwarded for %s comes from %s: %s', (own, forwarded, expected, _) => {
  expect(trusting(from(own, forwarded))).toBe(expected)
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:0::192.0.2.1', '2001:db8:1:2::/64'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('limits count %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

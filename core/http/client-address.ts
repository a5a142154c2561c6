/** Who calls: the address of the socket, or the one that a trusted proxy reports in X-Forwarded-For. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type AddressOf = (req: IncomingMessage) => string

const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
/** Some proxies write the port too: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The caller as limits count it: an IPv4 address, or the /64 of an IPv6 address, which one line has to itself. */
export const networkOf = (address: string): string => {
  const own = plain(address)
  if (!own.includes(':')) return own
  const [head = '', tail] = own.split('%')[0]!.split('::'),
    groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // The last group may be an IPv4 address, which stands for two.
  const given = groups.length + after.length + (own.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - given) }, () => '0')
  return `${[...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Whether an address is one of the trusted proxies. */
export const proxiesOf = (trusted: readonly string[]): ((address: string | undefined) => boolean) => {
  if (trusted.length === 0) return () => false
  const proxies = new BlockList()
  for (const range of trusted) {
    const [address, bits] = range.split('/') as [string, string?]
    if (bits === undefined) proxies.addAddress(address, family(address))
    else proxies.addSubnet(address, Number(bits), family(address))
  }
  return (given) => {
    const address = plain(given ?? '')
    return isIP(address) !== 0 && proxies.check(address, family(address))
  }
}

/** The caller's network, by `networkOf`. */
export const clientAddress = (trusted: readonly string[]): AddressOf => {
  if (trusted.length === 0) return ({ socket }) => networkOf(socket.remoteAddress ?? '')
  const isProxy = proxiesOf(trusted)
  return ({ socket, headers }) => {
    const own = plain(socket.remoteAddress ?? '')
    if (!isProxy(own)) return networkOf(own)
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => plain(withoutPort(each.trim())))
    // Read from the right: entries left of the first one that is no trusted proxy can be forged by the caller.
    const caller = forwarded.findLast((each) => !isProxy(each))
    return networkOf(caller !== undefined && isIP(caller) !== 0 ? caller : own)
  }
}

/** The caller's IP address: the socket's, or the one that a trusted proxy reports in X-Forwarded-For. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export type AddressOf = (req: IncomingMessage) => string

const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)
/** Some proxies write the port too: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

export const clientAddress = (trusted: readonly string[]): AddressOf => {
  if (trusted.length === 0) return ({ socket }) => plain(socket.remoteAddress ?? '')
  const proxies = new BlockList()
  for (const range of trusted) {
    const [address, bits] = range.split('/') as [string, string?]
    if (bits === undefined) proxies.addAddress(address, family(address))
    else proxies.addSubnet(address, Number(bits), family(address))
  }
  const isProxy = (address: string): boolean => isIP(address) !== 0 && proxies.check(address, family(address))
  return ({ socket, headers }) => {
    const own = plain(socket.remoteAddress ?? '')
    if (!isProxy(own)) return own
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => plain(withoutPort(each.trim())))
    // Read from the right: entries left of the first one that is no trusted proxy can be forged by the caller.
    const caller = forwarded.findLast((each) => !isProxy(each))
    return caller !== undefined && isIP(caller) !== 0 ? caller : own
  }
}

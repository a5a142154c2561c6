/** A preload (`node --import`): whatever would open a connection or look up a name throws, and is counted. */
import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'

/** How often something was tried. */
export const tried = { count: 0 }

const refusing = (what: string) => (): never => {
  tried.count += 1
  throw new Error(`there is no network here: ${what}`)
}
const refuse = (holder: object, ...names: readonly string[]): void => {
  for (const name of names) Object.assign(holder, { [name]: refusing(name) })
}
const functionsOf = (holder: object): readonly string[] =>
  Object.entries(holder).flatMap(([name, value]) =>
    /^(lookup|resolve|reverse)/.test(name) && typeof value === 'function' ? [name] : [],
  )

refuse(net.Socket.prototype, 'connect')
refuse(net.Server.prototype, 'listen')
refuse(net, 'connect', 'createConnection')
refuse(tls, 'connect')
refuse(http, 'request', 'get')
refuse(https, 'request', 'get')
refuse(http2, 'connect')
refuse(dgram, 'createSocket')
refuse(dns, ...functionsOf(dns))
refuse(dns.promises, ...functionsOf(dns.promises))
refuse(globalThis, 'fetch', 'WebSocket', 'EventSource')
syncBuiltinESMExports()

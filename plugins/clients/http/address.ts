/** Where a call goes: declared paths become addresses on declared hosts, sent directly or through the gateway. */
import type { Path, Query } from '@domesday/core'
import type { SourceSettings } from '@domesday/core/client'

type Hosts = Pick<SourceSettings, 'base' | 'hosts'>

/** An address that a source may not call. The message says why and shows no query. */
export class AddressRefused extends Error {}

export const encodeQuery = (query: Query): string => {
  let text = ''
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && value !== null)
      text += `${text && '&'}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`
  }
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) add(name, one)
    else add(name, value)
  }
  return text
}

const parsedOnce = new Map<string, Readonly<URL>>()
/** Bases and gateways are few and stay: each is parsed once, and never changed. */
const known = (address: string): Readonly<URL> => {
  const url = parsedOnce.get(address) ?? new URL(address)
  parsedOnce.set(address, url)
  return url
}

const absolute = /^https?:\/\//i
/** Dot segments would let a value from outside climb to another resource. */
const climbs = /(^|[\\/])(\.|%2e){1,2}(?=[\\/?]|$)/i

/**
 * A path is appended to the base's own path, if it has one. An absolute address must be on a host that the source
 * declares.
 */
export const addressOf = (path: Path, settings: Hosts): URL => {
  const [place, query] = typeof path === 'string' ? [path, ''] : [path[0], encodeQuery(path[1])]
  // A fragment is never sent, so that a bare # can only be part of a value.
  const clean = place.replaceAll('#', '%23')
  const begin = clean.indexOf('?'),
    bare = begin < 0 ? clean : clean.slice(0, begin)
  if (climbs.test(bare.replace(absolute, '/'))) throw new AddressRefused('its path has a dot segment')
  if (!absolute.test(clean) && !clean.startsWith('/'))
    throw new AddressRefused(`its path does not begin with a slash: ${bare}`)
  const more = query && `${begin < 0 ? '?' : begin === clean.length - 1 ? '' : '&'}${query}`
  const url = parsed(absolute.test(clean) ? clean + more : `${settings.base.replace(/\/+$/, '')}${clean}${more}`)
  if (!isDeclared(url, settings)) throw new AddressRefused(`${url.host} is not one of its declared hosts`)
  return url
}

/** The path of an address below the source's base, as a declaration would write it. */
export const pathBelow = ({ pathname }: URL, { base }: Pick<Hosts, 'base'>): string => {
  const own = known(base).pathname.replace(/\/+$/, '')
  return pathname.startsWith(`${own}/`) ? pathname.slice(own.length) : pathname
}

const parsed = (address: string, from?: URL): URL => {
  const url = URL.parse(address, from?.href)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new AddressRefused('its address is not a web address')
  return url
}

const isDeclared = (url: URL, { base, hosts }: Hosts): boolean =>
  url.host === known(base).host || hosts.includes(url.host)

/** Where a redirect leads: on a declared host, and never from https to plain http. */
export const redirectOf = (location: string, from: URL, settings: Hosts): URL => {
  const url = parsed(location, from)
  if (!isDeclared(url, settings))
    throw new AddressRefused(`it redirects to ${url.host}, which is not one of its declared hosts`)
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new AddressRefused(`it redirects from https to plain http on ${url.host}`)
  return url
}

export interface Target {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** The gateway gets the source's id before the path, and the upstream's origin in a header. */
export const targetOf = (url: URL, source: string, gateway: string | null): Target => {
  const path = url.pathname + url.search
  if (gateway === null) return { origin: url.origin, path, headers: {} }
  const { origin, pathname } = known(gateway)
  return {
    origin,
    path: `${pathname.replace(/\/+$/, '')}/${source}${path}`,
    headers: { 'x-upstream-origin': url.origin },
  }
}

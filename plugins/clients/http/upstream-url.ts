/** The URL of a call: a declared path on a declared host, called directly or through the gateway. */
import type { Path, Query } from '@domesday/core'
import type { SourceSettings } from '@domesday/core/client'

type Hosts = Pick<SourceSettings, 'base' | 'hosts'>

/** A URL that a source may not call. The message says why, without the query. */
export class UrlRefused extends Error {}

export const encodeQuery = (query: Query): string => {
  let text = ''
  const add = (name: string, value: unknown): void => {
    if (value !== undefined && value !== null)
      text += `${text && '&'}${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`
  }
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const one of value) add(name, one)
    else add(name, value)
  }
  return text
}

const parsedOnce = new Map<string, Readonly<URL>>()
/** There are few bases and gateways, and they do not change: each is parsed once. */
const parsedBase = (address: string): Readonly<URL> => {
  const url = parsedOnce.get(address) ?? new URL(address)
  parsedOnce.set(address, url)
  return url
}

const absolute = /^https?:\/\//i
/** With a dot segment a value from outside could lead to another resource. */
const dotSegment = /(^|[\\/])(\.|%2e){1,2}(?=[\\/?]|$)/i

/**
 * A path is appended to the base's own path. An absolute URL must be on a host that the source declares. Throws a
 * `UrlRefused`.
 */
export const urlFor = (path: Path, settings: Hosts): URL => {
  const [place, query] = typeof path === 'string' ? [path, ''] : [path[0], encodeQuery(path[1])]
  // Fragments are never sent, so a bare # is part of a value.
  const clean = place.replaceAll('#', '%23')
  const begin = clean.indexOf('?'),
    bare = begin < 0 ? clean : clean.slice(0, begin)
  if (dotSegment.test(bare.replace(absolute, '/'))) throw new UrlRefused('its path has a dot segment')
  if (!absolute.test(clean) && !clean.startsWith('/'))
    throw new UrlRefused(`its path does not begin with a slash: ${bare}`)
  const more = query && `${begin < 0 ? '?' : begin === clean.length - 1 ? '' : '&'}${query}`
  const url = parsed(absolute.test(clean) ? clean + more : `${settings.base.replace(/\/+$/, '')}${clean}${more}`)
  if (!isDeclared(url, settings)) throw new UrlRefused(`${url.host} is not one of its declared hosts`)
  return url
}

/** The path of a URL below the source's base, as a declaration writes it. */
export const pathBelow = ({ pathname }: URL, { base }: Pick<Hosts, 'base'>): string => {
  const own = parsedBase(base).pathname.replace(/\/+$/, '')
  return pathname.startsWith(`${own}/`) ? pathname.slice(own.length) : pathname
}

const parsed = (address: string, from?: URL): URL => {
  const url = URL.parse(address, from?.href)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UrlRefused('its URL is not an http or https URL')
  return url
}

/** `place` is a host, or a folder of one. */
const isAt = ({ host, pathname }: URL, place: string): boolean => {
  const [of, ...folder] = place.split('/')
  return host === of && (folder.length === 0 || pathname.startsWith(`/${folder.join('/')}/`))
}
const isDeclared = (url: URL, { base, hosts }: Hosts): boolean =>
  url.host === parsedBase(base).host || hosts.some((place) => isAt(url, place))

/** The URL of a redirect: on a declared host, and never from https to http. Throws a `UrlRefused`. */
export const redirectOf = (location: string, from: URL, settings: Hosts): URL => {
  const url = parsed(location, from)
  if (!isDeclared(url, settings))
    throw new UrlRefused(`it redirects to ${url.host}, which is not one of its declared hosts`)
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw new UrlRefused(`it redirects from https to http on ${url.host}`)
  return url
}

export interface Target {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** A gateway is given the source's id before the path, and the upstream's origin in a header. */
export const targetOf = (url: URL, source: string, gateway: string | null): Target => {
  const path = url.pathname + url.search
  if (gateway === null) return { origin: url.origin, path, headers: {} }
  const { origin, pathname } = parsedBase(gateway)
  return {
    origin,
    path: `${pathname.replace(/\/+$/, '')}/${source}${path}`,
    headers: { 'x-upstream-origin': url.origin },
  }
}

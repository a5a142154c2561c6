/** Calls to the service that the page came from. */
import { readEvents } from './stream.js'

/** @typedef {import('./types').Answer} Answer */
/** @typedef {import('./types').Problem} Problem */
/** @typedef {import('./types').Endpoint} Endpoint */
/** @typedef {import('./types').Described} Described */
/** @typedef {import('./types').Schema} Schema */

const base = '/api/v1'

/** @param {Response} response @returns {Promise<any>} */
const bodyOf = async (response) => {
  const body = await response.json()
  if (!response.ok) throw new RequestFailed(body)
  return body
}

/** A failure with a problem document. */
export class RequestFailed extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** @type {ReadonlyMap<string, string>} */
let titles = new Map()
/** A source's title; its id before the catalogue is here. @param {string} source */
export const sourceTitle = (source) => titles.get(source) ?? source

/** @returns {Promise<import('./types').Catalogue>} */
export const fetchCatalogue = async () => {
  const { data } = await bodyOf(await fetch('/catalogue'))
  titles = new Map(data.sources.map((/** @type {import('./types').Source} */ { id, title }) => [id, title]))
  return data
}

/** @param {string} key */
const withKey = (key) => ({ headers: { authorization: `Bearer ${key}` } })

/** @returns {Promise<{ id: string, key: string, credits: number }>} */
export const createKey = async () =>
  (await bodyOf(await fetch('/keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })))
    .data

/** @param {string} key @returns {Promise<import('./types').Account>} */
export const fetchAccount = async (key) => (await bodyOf(await fetch('/account', withKey(key)))).data

/** What stands below `/evidence`. @param {string} key @param {string} rest @returns {Promise<any>} */
export const fetchEvidence = async (key, rest) => (await bodyOf(await fetch(`/evidence${rest}`, withKey(key)))).data

const signedType = 'application/jose+json'
/** The signed file of a pack; null from a server that signs none. @param {string} key @param {string} id */
export const fetchSigned = async (key, id) => {
  const response = await fetch(`/evidence/${id}`, { headers: { ...withKey(key).headers, accept: signedType } })
  if (response.status === 406) return null
  if (!response.ok) await bodyOf(response)
  return response.headers.get('content-type')?.startsWith(signedType) ? await response.blob() : null
}

/**
 * The path and query of a request.
 * @param {Endpoint} endpoint
 * @param {Readonly<Record<string, string>>} values by parameter; empty ones are omitted
 */
export const addressOf = ({ path, params }, values) => {
  const filled = path.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const query = params
    .filter((parameter) => parameter.in === 'query' && (values[parameter.name] ?? '') !== '')
    .map(({ name }) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
  return `${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/**
 * The values in an address by parameter; null if it is not an address of this endpoint.
 * @param {Endpoint} endpoint
 * @param {string} address without the base
 */
export const valuesIn = ({ path }, address) => {
  const [asked = '', query = ''] = address.split('?')
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => /** @type {string} */ (name))
  const found = new RegExp(`^${path.replace(/\{[^}]+\}/g, '([^/]*)')}$`).exec(asked)
  if (!found) return null
  try {
    return {
      ...Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? '')])),
      ...Object.fromEntries(new URLSearchParams(query)),
    }
  } catch {
    return null
  }
}

/**
 * Asks, and tells what happens until the answer is here. `signal` gives up: what was not answered costs nothing.
 * @param {string} address @param {string} key
 * `repeat`: under the same one, an answer that was given already is shown again for nothing.
 * @param {{ repeat: string, signal: AbortSignal, follow: (event: import('./stream.js').StreamEvent) => void }} options
 * @returns {Promise<{ answer: Answer, charged: number, replayed: boolean, ms: number }>}
 */
export const lookUp = async (address, key, { repeat, signal, follow }) => {
  const began = performance.now()
  const headers = {
    ...withKey(key).headers,
    accept: 'text/event-stream, application/json',
    'idempotency-key': repeat,
  }
  const response = await fetch(address, { headers, signal })
  /** @type {Answer | undefined} */
  let answer
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || response.body === null) answer = await bodyOf(response)
  else
    await readEvents(response.body, (event) => {
      if (event.event === 'answer') answer = event.data
      else if (event.event === 'problem') throw new RequestFailed(event.data)
      else follow(event)
    })
  if (answer === undefined) throw new TypeError('The connection ended before the answer.')
  const replayed = response.headers.get('idempotency-replayed') === 'true'
  return { answer, charged: replayed ? 0 : answer._meta.credits_charged, replayed, ms: performance.now() - began }
}

/**
 * A schema with what its references lead to in their place.
 * @param {any} document @param {any} schema @returns {any}
 */
const resolved = (document, schema) => {
  if (Array.isArray(schema)) return schema.map((each) => resolved(document, each))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...own } = schema
  const to = typeof $ref === 'string' ? $ref.slice(2).split('/') : []
  const found = to.reduce((/** @type {any} */ at, /** @type {string} */ key) => at[key], document)
  return Object.fromEntries(
    Object.entries($ref === undefined ? schema : { ...found, ...own }).map(([key, each]) => [
      key,
      resolved(document, each),
    ]),
  )
}

/** @type {Promise<any> | undefined} */
let documents
/**
 * The description of an endpoint in the OpenAPI document; empty if that cannot be loaded: the page works without it.
 * @param {Endpoint} endpoint
 * @returns {Promise<Described>}
 */
export const describe = async ({ path }) => {
  try {
    const document = await (documents ??= fetch('/openapi.json').then(bodyOf))
    const { get } = document.paths[`${base}${path}`]
    /** @type {{ examples?: Record<string, { summary: string }> }[]} */
    const parameters = get.parameters
    return {
      schema: resolved(document, get.responses['200'].content['application/json'].schema).properties.data,
      examples: Object.assign(
        {},
        ...parameters.map(({ examples = {} }) =>
          Object.fromEntries(Object.entries(examples).map(([address, { summary }]) => [address, summary])),
        ),
      ),
    }
  } catch {
    documents = undefined
    return { schema: {}, examples: {} }
  }
}

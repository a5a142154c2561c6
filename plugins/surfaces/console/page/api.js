/** Calls to the service that the page came from. */

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

/** @returns {Promise<import('./types').Catalogue>} */
export const fetchCatalogue = async () => (await bodyOf(await fetch('/catalogue'))).data

/** @param {string} key */
const withKey = (key) => ({ headers: { authorization: `Bearer ${key}` } })

/** @returns {Promise<{ id: string, key: string, credits: number }>} */
export const createKey = async () =>
  (await bodyOf(await fetch('/keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })))
    .data

/** @param {string} key @returns {Promise<import('./types').Account>} */
export const fetchAccount = async (key) => (await bodyOf(await fetch('/account', withKey(key)))).data

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
 * @param {string} address @param {string} key
 * @returns {Promise<{ answer: Answer, charged: number, remaining: number, ms: number }>}
 */
export const lookUp = async (address, key) => {
  const began = performance.now()
  const response = await fetch(address, withKey(key))
  const answer = await bodyOf(response)
  return {
    answer,
    charged: Number(response.headers.get('x-credits-charged')),
    remaining: Number(response.headers.get('x-credits-remaining')),
    ms: performance.now() - began,
  }
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
    const { get } = (await (documents ??= fetch('/openapi.json').then(bodyOf))).paths[`${base}${path}`]
    /** @type {{ examples?: Record<string, { summary: string }> }[]} */
    const parameters = get.parameters
    return {
      schema: get.responses['200'].content['application/json'].schema.properties.data,
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

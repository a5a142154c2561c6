/** What an endpoint is: its title, address and prices, and which of its sources cannot be asked here. */
import { h } from '../dom.js'
import { depths, isFlat } from '../form.js'
import { phrase } from '../words.js'

/** @param {import('../types').Endpoint} endpoint */
export const aboutView = (endpoint) => {
  const usd = endpoint.prices.usd
  return [
    h(
      'header',
      {},
      h('h1', { id: 'endpoint-title', tabindex: -1 }, endpoint.title),
      h('p', { class: 'lead' }, endpoint.summary),
      h(
        'p',
        { class: 'small muted facts-line' },
        h('span', { class: 'code' }, `GET /api/v1${endpoint.path}`),
        isFlat(endpoint) && ` · ${endpoint.prices.credits.flat} credits`,
        endpoint.tool && [' · tool ', h('span', { class: 'code' }, endpoint.tool)],
        usd && ` · or $${usd.flat ?? depths.flatMap((depth) => usd[depth] ?? []).join(' / ')} a call without a key`,
      ),
    ),
    endpoint.missing.length > 0 &&
      h(
        'p',
        { class: 'unready' },
        endpoint.ready ? 'Some of its sources cannot be asked here: ' : 'It cannot be asked here yet: ',
        endpoint.missing
          .map(
            ({ source, reason, env }) =>
              `${source} ${phrase(reason).toLowerCase()}${env.length > 0 ? ` (${env.join(', ')})` : ''}`,
          )
          .join('; '),
      ),
  ]
}

/** Pay per call under `/pay`: the lookups with an MCP tool, for callers without a key, paid by x402. */
import { flag, optional, text } from '@domesday/core'
import { surface, type ServiceView } from '@domesday/core/surface'
import type { FacilitatorClient } from '@x402/core/server'
import { paidLookups, prefix } from './lookups.ts'
import { isPayable, x402, type PaySettings } from './x402.ts'

const settings = {
  facilitator: optional(
    text({ pattern: '^https?://[^\\s/?#]+\\S*$', expects: 'an address that begins with https:// or http://' }),
  ),
  pay_to: optional(text({ pattern: '^0x[0-9A-Fa-f]{40}$', expects: 'an account in quotes: 0x and 40 hex digits' })),
  simulated: optional(flag()),
  network: text({ pattern: '^eip155:[0-9]+$', expects: 'a network such as eip155:84532' }),
}

const greetingOf = (pay: PaySettings): string =>
  !isPayable({ pay, sandbox: false })
    ? 'off: set facilitator and pay_to in config/surfaces/pay.yaml, or simulated: true'
    : pay.simulated
      ? `simulated settlement on ${pay.network}: no money moves`
      : `on ${pay.network}, to ${pay.pay_to}`

const isOffered = ({ own, sandbox, plugins }: ServiceView<PaySettings>): boolean =>
  isPayable({ pay: own(), sandbox }) &&
  [...plugins.endpoints.values()].some(({ declared }) => declared.tool !== undefined)

export const pay = surface({
  id: 'pay',
  home: import.meta.dirname,
  settings,
  paths: [`${prefix}/*`],
  mount: (http, service) => {
    const { own, sandbox } = service
    if (!isPayable({ pay: own(), sandbox })) return
    const facilitator = service.substitute as FacilitatorClient | undefined
    http.lookups(paidLookups(http, service, [x402({ pay: own(), sandbox, ...(facilitator && { facilitator }) })]))
  },
  describe: (service) => ({
    greeting: { name: prefix, text: greetingOf(service.own()) },
    ...(isOffered(service) && {
      openapi: async () => (await import('./openapi.ts')).openapiOf(service),
      guide: (origin: string) => [
        {
          heading: 'Pay per call',
          lines: [
            `- \`${origin}${prefix}/…\`: the look-ups that have a tool, without a key, paid for one by one (x402). A call without a payment answers 402 with the price`,
          ],
        },
      ],
      interfaces: [{ path: prefix, inOpenapi: true as const, links: {} }],
    }),
  }),
})

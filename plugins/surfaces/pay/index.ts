/** Pay per call under `/pay`: the lookups with an MCP tool, for callers without a key, paid by x402. */
import { flag, optional, text } from '@domesday/core'
import { surface, type ServiceView } from '@domesday/core/surface'
import type { FacilitatorClient } from '@x402/core/server'
import { checkout } from './checkout.ts'
import { paidLookups, prefix } from './lookups.ts'
import { creditPrice, topUp, topUpPath } from './top-up.ts'
import { isPayable, isSimulated, x402, type PaySettings } from './x402.ts'

const settings = {
  facilitator: optional(
    text({ pattern: '^https?://[^\\s/?#]+\\S*$', expects: 'an address that begins with https:// or http://' }),
  ),
  pay_to: optional(text({ pattern: '^0x[0-9A-Fa-f]{40}$', expects: 'an account in quotes: 0x and 40 hex digits' })),
  simulated: optional(flag()),
  network: text({ pattern: '^eip155:[0-9]+$', expects: 'a network such as eip155:84532' }),
}

const tokenVariable = 'DOMESDAY_FACILITATOR_TOKEN'

/** Of tests. */
const facilitatorOf = ({ substitute }: Pick<ServiceView, 'substitute'>) =>
  substitute === undefined ? {} : { facilitator: substitute as FacilitatorClient }

/** A live service gives no credits for payments in which no money moves. */
const maySellCredits = (service: ServiceView<PaySettings>): boolean =>
  service.sandbox || !isSimulated({ pay: service.own(), sandbox: false, ...facilitatorOf(service) })

const local = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Throws a `RangeError` if the network would read it. */
const tokenOf = ({ env, own }: Pick<ServiceView<PaySettings>, 'env' | 'own'>): string | undefined => {
  const token = env[tokenVariable]?.trim() || undefined
  const { facilitator } = own()
  if (token === undefined || facilitator === undefined) return token
  const { protocol, hostname } = new URL(facilitator)
  if (protocol === 'http:' && !local.test(hostname))
    throw new RangeError(
      `${tokenVariable} would be sent to ${hostname} without encryption: set facilitator to https://…`,
    )
  return token
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
  keyless: true,
  settings,
  env: [tokenVariable],
  paths: [`${prefix}/*`, topUpPath],
  mount: (http, service) => {
    const { own, sandbox } = service
    if (!isPayable({ pay: own(), sandbox })) return
    const token = tokenOf(service)
    const method = x402({ pay: own(), sandbox, ...facilitatorOf(service), ...(token && { token }) })
    const paying = checkout(service.billing.payments, [method])
    http.lookups(paidLookups(http, service, paying))
    if (maySellCredits(service)) topUp(http, service, paying)
  },
  describe: (service) => ({
    greeting: { name: prefix, text: greetingOf(service.own()) },
    ...(isOffered(service) && {
      openapi: async () => (await import('./openapi.ts')).openapiOf(service, maySellCredits(service)),
      guide: (origin: string) => [
        {
          heading: 'Pay per call',
          lines: [
            ...(creditPrice(service) !== null && maySellCredits(service)
              ? [
                  `- \`POST ${origin}${topUpPath}\` with a key and \`{"credits": n}\`: credits for the key, paid the same way`,
                ]
              : []),
            `- \`${origin}${prefix}/…\`: the look-ups that have a tool, without a key, paid for one by one (x402). A call without a payment answers 402 with the price`,
          ],
        },
      ],
      interfaces: [{ path: prefix, inOpenapi: true as const, links: {} }],
    }),
  }),
})

/** Corrections of the ledger, and what must be forgotten. */
import { integer, object, text } from '@domesday/core'
import { BillingError, maximumCredits, type LostAnswer } from '@domesday/core/store'
import { isoTime } from '@domesday/surface-parts/key-terms'
import { line, wholeNumber } from '../fields.ts'
import { change, listing, strangeCursor } from './command.ts'

const credits = (description: string) => integer({ description, unit: 'credits' })

interface Loss {
  readonly request_id: string
  readonly key_id: string
  readonly credits: number
  readonly at: string
}

/** A place in the list, which stays when its row is refunded. */
const cursorAt = ({ at, requestId }: LostAnswer): string => `${at}-${requestId}`

/** Whether a loss comes after the place. */
const isAfter = (cursor: string): ((loss: LostAnswer) => boolean) => {
  const [, time, id = ''] = /^(\d{1,15})-(.+)$/.exec(cursor) ?? []
  if (time === undefined) throw strangeCursor()
  return ({ at, requestId }) => at > Number(time) || (at === Number(time) && requestId > id)
}

export const ledgerCommands = [
  change({
    words: 'ledger refund',
    summary: 'refunds, once, all that a request was charged',
    method: 'POST',
    path: '/operator/refunds',
    arguments: ['request_id'],
    fields: { request_id: line('The id of the charged request', 200) },
    answer: object({ request_id: text(), remaining: credits('What the key can spend') }),
    run: async ({ request_id: requestId }, { ledger }, by) => ({
      request_id: requestId,
      remaining: await ledger.refund(requestId, by),
    }),
    tell: ({ request_id: requestId, remaining }: { readonly request_id: string; readonly remaining: number }) =>
      `${requestId} is refunded; its key can spend ${remaining} credits`,
  }),
  listing({
    words: 'ledger refunds',
    summary: 'lists charges for answers that were lost, where a refund is for you to decide, oldest first',
    method: 'GET',
    path: '/operator/refunds',
    fields: {},
    answer: object({
      request_id: text(),
      key_id: text(),
      credits: credits('What was charged'),
      at: text({ format: 'date-time' }),
    }),
    run: async ({ limit, cursor }, { delivery }) => {
      const all = await delivery.listed()
      const left = cursor === undefined ? all : all.filter(isAfter(cursor))
      const rows = left.slice(0, limit)
      return {
        rows: rows.map(({ requestId, keyId, amount, at }) => ({
          request_id: requestId,
          key_id: keyId,
          credits: amount,
          at: isoTime(at)!,
        })),
        next: rows.length < left.length ? cursorAt(rows.at(-1)!) : null,
      }
    },
    columns: {
      request: ({ request_id: id }: Loss) => id,
      key: ({ key_id: id }: Loss) => id,
      credits: ({ credits }: Loss) => String(credits),
      at: ({ at }: Loss) => at,
    },
    empty: 'no refund is for you to decide',
  }),
  change({
    words: 'ledger adjust',
    summary: 'corrects the balance of a key by a signed number of credits, once for each --reference',
    method: 'POST',
    path: '/operator/keys/{id}/adjust',
    arguments: ['id', 'credits'],
    fields: {
      id: line('The public id of a key', 100),
      credits: wholeNumber('Credits to add, or with a minus to take away', {
        least: -maximumCredits,
        most: maximumCredits,
      }),
      reference: line('Why, and once: a second call with it changes nothing', 200),
    },
    answer: object({ id: text(), remaining: credits('What the key can spend') }),
    run: async ({ id, credits, reference }, { ledger }, by) => {
      const { ok, remaining } = await ledger.adjust(id, credits, reference, by)
      if (!ok) throw new BillingError('insufficient', `only ${remaining} credits of ${id} can be taken away`)
      return { id, remaining }
    },
    tell: ({ id, remaining }: { readonly id: string; readonly remaining: number }) =>
      `${id} can spend ${remaining} credits`,
  }),
  change({
    words: 'ledger erase',
    summary: 'forgets what calls asked about, where it was this subject; the ledger names none',
    method: 'POST',
    path: '/operator/erase',
    arguments: ['subject'],
    fields: { subject: line('The subject as it was asked about, in any casing', 500) },
    answer: object({ calls: integer('Calls about it that are forgotten') }),
    run: async ({ subject }, { ledger }, by) => ({ calls: await ledger.erase(subject, by) }),
    tell: ({ calls }: { readonly calls: number }) => `${calls} ${calls === 1 ? 'call' : 'calls'} about it forgotten`,
  }),
] as const

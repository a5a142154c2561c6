/** Commands on keys. */
import { flag, integer, object, orNull, text } from '@domesday/core'
import { BillingError, maximumCredits, type KeyRecord, type KeyTerms } from '@domesday/core/store'
import { isoTime, shownTerms, termShapes } from '@domesday/surface-parts/key-terms'
import { defaulted, duration, ids, line, moment, orNone, notRequired, wholeNumber, type Input } from '../fields.ts'
import { change, dayIn, listing, mustBeKey, strangeCursor, view, type CommandAnswer } from './command.ts'

const id = line('The public id of a key', 100)
const reference = notRequired(line('Makes it happen once for each reference', 200))
const cap = (of: string) =>
  orNone(wholeNumber(`The most credits that it spends in ${of}`, { least: 1, most: maximumCredits }))

const terms = {
  label: notRequired(orNone(line('What the operator calls the key', 200))),
  expires: notRequired(orNone(moment('When it expires: a duration from now, or a time', 'future'))),
  endpoints: notRequired(orNone(ids('The only look-ups that it may ask, by id', 'endpoints'))),
  surfaces: notRequired(orNone(ids('The only interfaces that sell to it, by id', 'surfaces'))),
  per_minute: notRequired(
    orNone(wholeNumber('Calls a minute, in the place of the limit for all keys', { least: 1, most: 1_000_000 })),
  ),
  credits_per_day: notRequired(cap('a day of UTC')),
  credits_per_month: notRequired(cap('a calendar month of UTC')),
}

const names = Object.keys(terms)

/** The terms that are given. */
const termsIn = (given: Input<typeof terms>): Partial<KeyTerms> => ({
  ...(given.label !== undefined && { label: given.label }),
  ...(given.expires !== undefined && { expiresAt: given.expires }),
  ...(given.endpoints !== undefined && { endpoints: given.endpoints }),
  ...(given.surfaces !== undefined && { surfaces: given.surfaces }),
  ...(given.per_minute !== undefined && { perMinute: given.per_minute }),
  ...(given.credits_per_day !== undefined && { creditsPerDay: given.credits_per_day }),
  ...(given.credits_per_month !== undefined && { creditsPerMonth: given.credits_per_month }),
})

const time = text({ format: 'date-time' })
const credits = (description: string) => integer({ description, unit: 'credits' })
const recordShape = object({
  id: text('The public id of the key'),
  created_at: time,
  revoked_at: orNull(time),
  balance: credits('The sum of its ledger'),
  held: credits('Held for running requests'),
  ...termShapes,
})

const shown = (key: KeyRecord) => ({
  id: key.id,
  created_at: isoTime(key.createdAt),
  revoked_at: isoTime(key.revokedAt),
  balance: key.balance,
  held: key.held,
  ...shownTerms(key),
})
type ShownKey = ReturnType<typeof shown>

const boundsOf = (key: ShownKey): string =>
  [
    key.endpoints?.join(','),
    key.surfaces && `on ${key.surfaces.join(',')}`,
    key.per_minute && `${key.per_minute} calls a minute`,
    key.credits_per_day && `${key.spent_today} of ${key.credits_per_day} credits today`,
    key.credits_per_month && `${key.spent_this_month} of ${key.credits_per_month} this month`,
  ]
    .filter((part) => part)
    .join('; ')

const linesOf = (key: ShownKey): string =>
  Object.entries(key)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(18)} ${Array.isArray(value) ? value.join(',') : String(value)}`)
    .join('\n')

interface Issued {
  readonly id: string
  readonly key: string
}

export const keyCommands = [
  change({
    words: 'keys create',
    summary: 'issues a key with credits; it is shown once',
    method: 'POST',
    path: '/operator/keys',
    fields: {
      credits: defaulted(wholeNumber('Its first credits', { least: 0, most: maximumCredits }), 200),
      ...terms,
      reference,
    },
    answer: object({ id: text(), key: text('The key itself: shown once'), credits: integer({ unit: 'credits' }) }),
    status: 201,
    run: async ({ credits, reference, ...given }, { keys }, by) => {
      if (reference !== undefined && credits === 0)
        throw new BillingError('invalid_key_terms', 'a reference needs credits: it stands with their row in the ledger')
      try {
        return { ...(await keys.create({ credits, reference, ...termsIn(given) }, by)) }
      } catch (fault) {
        if (!(fault instanceof BillingError) || fault.code !== 'request_reused') throw fault
        const remedy = 'the acts show the key that it made, whose secret can be rotated'
        throw new BillingError('request_reused', `the reference '${reference}' was used before: ${remedy}`)
      }
    },
    tell: ({ id, key, credits }: Issued & { readonly credits: number }) =>
      `${key}\n\nid ${id}, ${credits} credits. This is the only time that the key is shown.`,
  }),
  change({
    words: 'keys set',
    summary: 'changes the terms of a key; none takes a bound away',
    method: 'PATCH',
    path: '/operator/keys/{id}',
    arguments: ['id'],
    fields: { id, ...terms },
    answer: recordShape,
    run: async ({ id, ...given }, { keys }, by): Promise<CommandAnswer> => {
      const terms = termsIn(given)
      if (Object.keys(terms).length === 0)
        throw new BillingError('invalid_key_terms', `nothing is to be changed: give ${names.join(', ')}`)
      return shown(await keys.change(id, terms, by))
    },
    tell: linesOf,
  }),
  listing({
    words: 'keys list',
    summary: 'lists keys with their balances, oldest first',
    method: 'GET',
    path: '/operator/keys',
    fields: {},
    answer: recordShape,
    run: async ({ limit, cursor }, books) => {
      if (cursor !== undefined) await mustBeKey(books, cursor, strangeCursor())
      const rows = (await books.keys.list({ after: cursor, limit })).map(shown)
      return { rows, next: rows.length < limit ? null : rows.at(-1)!.id }
    },
    columns: {
      id: ({ id }: ShownKey) => id,
      label: ({ label }: ShownKey) => label ?? '',
      balance: ({ balance }: ShownKey) => String(balance),
      held: ({ held }: ShownKey) => String(held),
      created: ({ created_at: at }: ShownKey) => dayIn(at),
      expires: ({ expires_at: at }: ShownKey) => dayIn(at),
      revoked: ({ revoked_at: at }: ShownKey) => dayIn(at),
      bounds: boundsOf,
    },
    empty: 'there are no keys',
  }),
  view({
    words: 'keys show',
    summary: 'shows a key, its terms and what it has spent',
    method: 'GET',
    path: '/operator/keys/{id}',
    arguments: ['id'],
    fields: { id },
    answer: recordShape,
    run: async ({ id }, { keys }): Promise<CommandAnswer> => shown(await keys.get(id)),
    tell: linesOf,
  }),
  change({
    words: 'keys top-up',
    summary: 'adds credits; once for each --reference',
    method: 'POST',
    path: '/operator/keys/{id}/top-up',
    arguments: ['id'],
    fields: { id, credits: wholeNumber('Credits to add', { least: 1, most: maximumCredits }), reference },
    answer: object({ id: text(), remaining: credits('What the key can spend') }),
    run: async ({ id, credits, reference }, { ledger }, by) => ({
      id,
      remaining: await ledger.grant(id, credits, reference, by),
    }),
    tell: ({ id, remaining }: { readonly id: string; readonly remaining: number }) =>
      `${id} can spend ${remaining} credits`,
  }),
  change({
    words: 'keys revoke',
    summary: 'revokes a key for good; its ledger stays',
    method: 'POST',
    path: '/operator/keys/{id}/revoke',
    arguments: ['id'],
    fields: { id },
    answer: object({ id: text(), revoked: flag() }),
    run: async ({ id }, { keys }, by) => {
      await keys.revoke(id, by)
      return { id, revoked: true }
    },
    tell: ({ id }: { readonly id: string }) => `${id} is revoked`,
  }),
  change({
    words: 'keys rotate',
    summary: 'issues a new secret for a key; the old one expires at once, or after --grace 24h',
    method: 'POST',
    path: '/operator/keys/{id}/rotate',
    arguments: ['id'],
    fields: { id, grace: notRequired(duration('How long the old secret is good for')) },
    answer: object({ id: text(), key: text('The new key: shown once') }),
    run: async ({ id, grace }, { keys }, by) => ({
      ...(await keys.rotate(id, grace === undefined ? {} : { graceMs: grace }, by)),
    }),
    tell: ({ key }: Issued) => `${key}\n\nThis is the only time that the new key is shown.`,
  }),
] as const

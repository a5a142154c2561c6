/** The audit trail. */
import { choice, object, orNull, text } from '@domesday/core'
import type { Act } from '@domesday/core/store'
import { isoTime } from '@domesday/surface-parts/key-terms'
import { InputRefused, line, moment, notRequired, type Field } from '../fields.ts'
import { listing, mustBeKey, strangeCursor } from './command.ts'

/** The cursor of this list is the number of an act. */
const cursorIn = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw strangeCursor()
  return Number(cursor)
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Details under the names that commands have for them, with times as text. */
const shownDetails = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      snake(name),
      name === 'expiresAt' ? isoTime(inner as number | null) : shownDetails(inner),
    ]),
  )
}

const shown = ({ at, who, surface, act, target, keyId, details }: Act) => ({
  at: isoTime(at)!,
  who,
  surface,
  act,
  target,
  key_id: keyId,
  details: shownDetails(details) as Readonly<Record<string, unknown>>,
})
type ShownAct = ReturnType<typeof shown>

export const actCommands = [
  listing({
    words: 'acts',
    summary: 'lists who changed what, newest first',
    method: 'GET',
    path: '/operator/acts',
    fields: {
      since: notRequired(moment('From this time on, or for this long: 2026-11-01, or 7d', 'past')) as Field<
        number | undefined
      >,
      until: notRequired(moment('Before this time', 'past')) as Field<number | undefined>,
      key: notRequired(line('Only acts that concern this key, by its id', 100)) as Field<string | undefined>,
    },
    answer: object({
      at: text({ format: 'date-time' }),
      who: text('The name of a token, or of the user of a command'),
      surface: choice(['cli', 'api']),
      act: text('Such as `keys create`'),
      target: text(
        'The id of a key or a request, the SHA-256 of an erased subject, the name of a new signing key; or what all data were restored from, migrated or moved to',
      ),
      key_id: orNull(text()),
      details: { schema: { type: 'object', additionalProperties: true } },
    }),
    run: async ({ since, until, key, limit, cursor }, books) => {
      if (since !== undefined && until !== undefined && since >= until)
        throw new InputRefused({ parameter: 'since', detail: "must be before 'until'" })
      if (key !== undefined)
        await mustBeKey(books, key, new InputRefused({ parameter: 'key', detail: 'is the id of no key' }))
      const rows = await books.acts.list({ since, until, keyId: key, before: cursorIn(cursor), limit })
      return { rows: rows.map(shown), next: rows.length < limit ? null : String(rows.at(-1)!.seq) }
    },
    columns: {
      at: ({ at }: ShownAct) => at,
      who: ({ who, surface }: ShownAct) => `${who} (${surface})`,
      act: ({ act }: ShownAct) => act,
      target: ({ target }: ShownAct) => target,
      details: ({ details }: ShownAct) => JSON.stringify(details),
    },
    empty: 'there are no acts',
  }),
] as const

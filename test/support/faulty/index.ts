/** A plugin whose code fails where its caller says. */
import { join } from 'node:path'
import {
  choice,
  derive,
  endpoint,
  factor,
  gate,
  gates,
  integer,
  maybe,
  need,
  object,
  orNull,
  params,
  render,
  score,
  section,
  source,
  standard,
  text,
  type Of,
} from '@domesday/core'

/** Fails as code of a plugin does: on a value that is not what its type says. */
const broken = (): number => (undefined as unknown as { readonly count: number }).count

export const failing = [
  'none',
  'derive',
  'section',
  'shape',
  'surplus',
  'factor',
  'word',
  'number',
  'gate',
  'question',
  'path',
  'read',
  'required',
  'clean',
] as const

export const asked = params({
  id: text({ pattern: '^[a-z0-9]+$' }),
  fails: {
    ...choice(failing, { default: 'none' }),
    clean: (raw) => (raw === 'clean' ? String(broken()) : raw),
  },
})
type Asked = { readonly id: string; readonly fails: (typeof failing)[number] }

export const harbours = source({
  id: 'harbours',
  title: 'The Harbour Board',
  home: join(import.meta.dirname, 'source'),
  licence: 'OGL-UK-3.0',
  attribution: 'by the Harbour Board',
  coverage: 'All harbours',
})
const harbour = harbours.get('harbour', {
  path: ({ id }: Asked) => `/harbours/${id}`,
  digest: object({ berths: integer() }),
  read: ({ berths }: { readonly berths: number }) => ({ berths }),
  none: ({ status }) => (status === 404 ? null : undefined),
})
const ships = harbours.get('ships', {
  path: ({ id, fails }: Asked) => `/harbours/${id}/ships/${fails === 'path' ? broken() : ''}`,
  digest: integer(),
  read: (rows: readonly string[], { fails }) => (fails === 'read' ? broken() : rows.length),
  none: ({ status }) => (status === 404 ? null : undefined),
})

const found = need(harbour, { asked }, ({ asked }) => asked)
const required = render(integer(), { asked, found }, ({ asked, found }) =>
  asked.fails === 'required' ? broken() : found.berths,
)
const lying = need(ships, { asked }, ({ asked }) => (asked.fails === 'question' ? ({ id: broken() } as never) : asked))
const left = derive({ asked, found }, ({ asked, found }) => (asked.fails === 'derive' ? broken() : found.berths))

const risk = score(
  'crowding',
  {
    berths: factor({ asked, found }, ({ asked: { fails }, found }) => ({
      metric: fails === 'factor' ? broken() : fails === 'number' ? 'many' : found.berths,
      detail: `${found.berths} berths.`,
    })),
    state: factor({ asked }, ({ asked: { fails } }) => ({
      metric: fails === 'word' ? 'quite' : 'quiet',
      detail: 'It is quiet.',
    })),
  },
  { gates: gates({ closed: gate({ asked }, ({ asked: { fails } }) => (fails === 'gate' ? String(broken()) : null)) }) },
)

const shipsShape = object({ count: integer(), named: orNull(text()) })

export const faulty = endpoint({
  id: 'faulty',
  title: 'A harbour',
  summary: 'A harbour, and what fails in it.',
  home: import.meta.dirname,
  path: '/faulty/{id}',
  tool: 'harbour',
  subject: { asked, required: [required] },
  sections: {
    harbour: section({ berths: required }),
    left: standard(
      render(orNull(object({ berths: integer() })), { asked, left }, ({ asked, left }) => ({
        berths: asked.fails === 'section' ? broken() : left,
      })),
    ),
    ships: standard(
      render(orNull(shipsShape), { asked, lying: maybe(lying) }, ({ asked: { fails }, lying }) => {
        if (lying === null) return null
        const shown: Of<typeof shipsShape> = {
          count: fails === 'shape' ? (String(lying) as never) : lying,
          named: null,
        }
        return fails === 'surplus' ? ({ ...shown, extra: 1 } as typeof shown) : shown
      }),
    ),
    crowding_score: standard(risk),
  },
})

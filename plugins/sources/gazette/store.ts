/** Notices harvested at night, as the service asks. */
import { object, text, type Of } from '@domesday/core'
import { withoutForm } from '@domesday/vocabulary-companies'
import { isForeign, severityOf } from './codes.ts'
import { entriesShape, plain, type Entry } from './feed.ts'
import { gazette } from './source.ts'
import { pagedFeed } from './walk.ts'

/** The stored part of a notice. Of a notice that prints a number, nothing that could name a person is stored. */
type Later = 'withdrawn' | 'petition' | 'named'
type Row = Omit<Entry, 'severity' | Later> & Partial<Pick<Entry, Later>>

const rowOf = ({ severity: _, title, ...entry }: Entry): Row | null =>
  isForeign(entry.code) ? null : { ...entry, title: entry.numbers.length > 0 ? '' : title }

const store = gazette.store<Row, 'numbers'>({
  pull: pagedFeed,
  row: rowOf,
  key: ({ id }) => id,
  index: ['numbers'],
  text: ({ title, text, named = [] }) => [title, text, ...named].map(plain),
})

/** Maximum of notices read for a common name, closest matches first. */
const mostByName = 1_000

function* first<T>(most: number, of: Iterable<T>): Generator<T> {
  let left = most
  for (const one of of) {
    if (left-- === 0) return
    yield one
  }
}

const storedShape = object({
  // They may be about the company.
  entries: entriesShape,
  until: text('The harvest covers the service up to this ISO time'),
  asOf: text('Time of the harvest, by this machine’s clock'),
})
export type Stored = Of<typeof storedShape>

/** Not imported if nothing was harvested. */
export const stored = store.ask(
  'stored',
  (rows, { number, name, from }: { number: string; name: string | null; from: string }) => {
    const words = name === null ? '' : plain(withoutForm(name))
    const found = [...rows.where('numbers', number), ...first(mostByName, rows.text(words))]
    return {
      entries: found
        .filter(({ published }) => published === null || published >= from)
        // What an earlier release harvested has none of them.
        .map((row) => ({
          ...row,
          severity: severityOf(row.code),
          withdrawn: row.withdrawn ?? false,
          petition: row.petition ?? null,
          named: row.named ?? [],
        })),
      until: rows.until,
      asOf: rows.asOf,
    }
  },
  { digest: storedShape, version: 3 },
)

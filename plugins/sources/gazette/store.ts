/** The notices that were harvested at night, when the service likes to be read. */
import { withoutForm } from '@domesday/vocabulary-companies'
import { isForeign, severityOf } from './codes.ts'
import { plain, type Entry } from './feed.ts'
import { gazette } from './source.ts'
import { pagedFeed } from './walk.ts'

/** What is kept of a notice: of one that prints a number nothing that could name a person. */
type Row = Omit<Entry, 'severity'>

const rowOf = ({ severity: _, title, ...entry }: Entry): Row | null =>
  isForeign(entry.code) ? null : { ...entry, title: entry.numbers.length > 0 ? '' : title }

const store = gazette.store<Row, 'numbers'>({
  pull: pagedFeed,
  row: rowOf,
  key: ({ id }) => id,
  index: ['numbers'],
  text: ({ title, text }) => [title, text].map(plain),
})

/** Of a common name so many are looked at, those first whose text is closest to it. */
const mostByName = 1_000

function* first<T>(most: number, of: Iterable<T>): Generator<T> {
  let left = most
  for (const one of of) {
    if (left-- === 0) return
    yield one
  }
}

export interface Stored {
  /** What may be about the company. */
  readonly entries: readonly Entry[]
  /** Up to when the service had been read, ISO time. */
  readonly until: string
  /** When that was, by the machine’s clock. */
  readonly asOf: string
}

/** Not imported, where nothing was harvested. */
export const stored = store.ask(
  'stored',
  (rows, { number, name, from }: { number: string; name: string | null; from: string }): Stored => {
    const words = name === null ? '' : plain(withoutForm(name))
    const found = [...rows.where('numbers', number), ...first(mostByName, rows.text(words))]
    return {
      entries: found
        .filter(({ published }) => published === null || published >= from)
        .map((row) => ({ ...row, severity: severityOf(row.code) })),
      until: rows.until,
      asOf: rows.asOf,
    }
  },
)

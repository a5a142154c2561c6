/** A dataset: a bulk source that is downloaded, imported into SQLite and then queried. */
import type { Operation, OperationAbout, Path } from './operation.ts'
import type { Point } from './shape.ts'
import type { SourceAbout } from './source-about.ts'

/** The imported rows, as an `ask` sees them. Iterables are lazy: read what is needed before `answer` returns. */
export interface Rows<Row, K extends keyof Row = never> {
  key(key: string): Row | null
  /** In the order of import. In a column of lists: the rows whose list holds the value. */
  where<C extends K>(column: C, is: One<Row[C]>): Iterable<Row>
  /** Nearest first, within so many kilometres. */
  near(at: Point, km: number): Iterable<Row & { readonly km: number }>
  /**
   * Rows whose text holds every word, without regard to English endings. Best match first; where there are thousands,
   * or in the order `latest`, the last imported first. Without a word there are no rows. Each row takes some
   * microseconds in which the process answers nobody else: stop after as many as are needed.
   */
  text(words: string, order?: 'best' | 'latest'): Iterable<Row>
  /** The exact number of rows that `text` would find, without reading them: a millisecond for ten thousand. */
  count(words: string): number
  /** Every row: for small datasets only. */
  all(): Iterable<Row>
  /** When the data were downloaded, ISO time. */
  readonly asOf: string
  /** Up to when a harvest has read its feed, ISO time by the feed's clock; of files when they were downloaded. */
  readonly until: string
}
type One<T> = T extends readonly (infer E)[] ? E : T

/** Where one file of a dataset is, and how it is parsed. Of several addresses the first with a sound file is taken. */
export interface DatasetFile {
  /** Tells the files of one dataset apart (a nation, a kind); the second argument of `row`. */
  readonly part: string
  readonly addresses: (day: Date) => readonly Address[]
  readonly as: 'csv' | 'json' | 'jsonl' | 'xml' | 'xlsx' | 'ods'
  /** The entries of a zip file to read, by name or pattern. Without it the file is no zip. */
  readonly zip?: string | RegExp
  /** Of an `xlsx` or `ods`: the sheet to read, by name or pattern; by default the first. */
  readonly sheet?: string | RegExp
  /** `utf-8` (default), `windows-1252` …, or `detect`: UTF-8 if the whole file is valid UTF-8, else Windows-1252. */
  readonly encoding?: string
  /** The column names of a table without a header row. */
  readonly columns?: readonly string[]
  /** Rows to skip above the header row. */
  readonly skip?: number
  /** The first cell of the header row, where the number of rows above it varies. */
  readonly header?: string
  /**
   * The rows of a JSON or XML document: the name of a top-level member (JSON is then read row by row), or a function
   * that finds them.
   */
  readonly rows?: string | ((document: any) => readonly unknown[])
  readonly delimiter?: string
}

/** The address of a file; or the page that links to it, where each release has an address of its own. */
export type Address = Path | Listing
export interface Listing {
  readonly on: Path
  /** Finds the file's address in the text of the page; null where there is none. */
  readonly link: (page: string) => Path | null
}

/** A feed of JSON pages. Each pull reads on from where the last one ended, and adds to the rows. */
export interface Harvest {
  readonly first: (since: Date, now: Date) => Path
  /** The address of the next page, or null at the end. `asked` is the address of this page. */
  readonly next: (
    body: any,
    page: {
      readonly asked: Path
      readonly headers: Readonly<Record<string, string>>
      readonly since: Date
      readonly now: Date
    },
  ) => Path | null
  readonly rows: (body: any) => readonly unknown[]
  /** How many days back the first pull begins. */
  readonly days: number
  /** How many days are read again by each pull, because items are published late. By default an hour. */
  readonly overlap?: number
  /** Sent with the request of every page; empty ones are left out. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The address after a page that failed, or null at the end: for feeds whose addresses can be told without the page
   * before. Pages that were skipped are asked for again at the end of later pulls, for `days`. Without it a page that
   * fails ends the pull, and the next pull goes on there.
   */
  readonly past?: (page: { readonly asked: Path; readonly since: Date; readonly now: Date }) => Path | null
  /** Removes rows older than so many days after each pull. `date`: a row's ISO day or time; null keeps the row. */
  readonly keep?: { readonly days: number; readonly date: (row: any) => string | null }
  /** Repairs text that is not valid JSON (`Infinity`, a bare `000`) before it is parsed. */
  readonly mend?: (text: string) => string
}

export interface DatasetAbout<Row, K extends keyof Row> extends SourceAbout {
  readonly pull: readonly DatasetFile[] | Harvest
  /** Turns a record into a row in the domain's words; null leaves it out. */
  readonly row: (wire: any, part: string) => Row | null
  readonly key: (row: Row) => string
  /** Which of two rows with one key is kept; by default the later. */
  readonly newer?: (old: Row, next: Row) => Row
  /** The columns that `where` can search: texts, numbers, flags, or lists of them. */
  readonly index?: readonly K[]
  readonly place?: (row: Row) => Point | null
  readonly text?: (row: Row) => readonly (string | null)[]
  /**
   * Calls do without it: while it is not imported its operations count as unasked, which is no gap. A sandbox imports
   * it by `domesday datasets pull` only, so that one can see both ways.
   */
  readonly optional?: true
  /** Raise it when the shape of rows changes: older imports then count as not imported. */
  readonly version?: number
}

export interface Dataset<Row = any, K extends keyof Row = any> extends DatasetAbout<Row, K> {
  readonly kind: 'dataset'
  readonly operations: Map<string, Operation<any, any>>
  ask<In, Out>(
    id: string,
    answer: (rows: Rows<Row, K>, input: In) => Out,
    about?: OperationAbout<In>,
  ): Operation<In, Out>
}

/** A dataset that is harvested from a live source: it shares what that source says of itself. */
export type StoreAbout<Row, K extends keyof Row> = Omit<DatasetAbout<Row, K>, keyof SourceAbout>

export const dataset = <Row, K extends keyof Row = never>(about: DatasetAbout<Row, K>): Dataset<Row, K> => {
  const operations = new Map<string, Operation<any, any>>()
  const declared: Dataset<Row, K> = {
    ...about,
    kind: 'dataset',
    operations,
    ask: (id, answer, { covers = about.covers, confidence, part } = {}) => {
      const operation: Operation<any, any> = {
        id,
        source: declared,
        how: { kind: 'ask', answer },
        ...(covers && { covers }),
        ...(confidence && { confidence }),
        ...(part && { part }),
      }
      if (operations.has(id)) throw new TypeError(`dataset ${about.id} declares the operation '${id}' twice`)
      operations.set(id, operation)
      return operation
    },
  }
  return declared
}

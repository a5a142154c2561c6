/** A dataset: a bulk source that is fetched, imported into SQLite and then asked like any operation. */
import type { Nation } from './nation.ts'
import type { Operation, Path } from './operation.ts'
import type { Point } from './shape.ts'
import type { SourceAbout } from './source-about.ts'

/** What an `ask` sees of the imported rows. Iterables are lazy: take what is needed, before the answer returns. */
export interface Rows<Row, K extends keyof Row = never> {
  key(key: string): Row | null
  /** In the order of import. Of a column that holds lists: the rows whose list holds the value. */
  where<C extends K>(column: C, is: One<Row[C]>): Iterable<Row>
  /** Nearest first, within so many kilometres. */
  near(at: Point, km: number): Iterable<Row & { readonly km: number }>
  /**
   * Rows whose text holds every word, English endings aside, best first; where they are thousands, the last imported
   * first. No word, no rows. Going through all rows of a common word takes some microseconds each, during which
   * nothing else is answered: take so many. In the order `latest` none is ranked: the last imported come first.
   */
  text(words: string, order?: 'best' | 'latest'): Iterable<Row>
  /**
   * How many rows `text` would find, exactly, without reading them: some microseconds, and a millisecond for some ten
   * thousand hits.
   */
  count(words: string): number
  /** All rows: for small datasets only. */
  all(): Iterable<Row>
  /** When the data were fetched, ISO time. */
  readonly asOf: string
  /** Up to when a harvest has read its feed, ISO time of the source's world; of files when they were fetched. */
  readonly until: string
}
type One<T> = T extends readonly (infer E)[] ? E : T

/** How one file of a dataset is reached and read. Of several addresses the first that brings a sound file is taken. */
export interface DatasetFile {
  /** Distinguishes the files of one dataset (a nation, a kind); rows get it as second argument of `row`. */
  readonly part: string
  readonly addresses: (day: Date) => readonly Address[]
  readonly as: 'csv' | 'json' | 'jsonl' | 'xml' | 'xlsx' | 'ods'
  /** The entries of a zip to read: a name or a pattern. Without it the body itself is the file. */
  readonly zip?: string | RegExp
  /** Of an `xlsx` or `ods`: the sheet to read, by name or pattern; without it the first. */
  readonly sheet?: string | RegExp
  /** utf-8 (default), windows-1252 …, or `detect`: UTF-8 if all of the file is, else windows-1252. */
  readonly encoding?: string
  /** Where a table has no header row: its column names. */
  readonly columns?: readonly string[]
  /** Rows to skip before the header row. */
  readonly skip?: number
  /** First cell of the header row, where the number of rows above it varies. */
  readonly header?: string
  /**
   * Where the list is in a JSON or XML document: the name of a top-level member (JSON is then read row by row), or
   * what finds it.
   */
  readonly rows?: string | ((document: any) => readonly unknown[])
  readonly delimiter?: string
}

/** Where a file is; or, if each release has an address of its own, the page that links to it. */
export type Address = Path | Listing
export interface Listing {
  readonly on: Path
  /** Finds the file's address in the text of the page, or null. */
  readonly link: (page: string) => Path | null
}

/** A feed of JSON pages, read from where the last pull ended, and appended. */
export interface Harvest {
  readonly first: (since: Date, now: Date) => Path
  /** The next page's address, or null at the end. `asked` is the address of this one. */
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
  /** How far back the first pull goes, in days. */
  readonly days: number
  /** How much of what earlier pulls have read is read again, in days: what is published late. Without it an hour. */
  readonly overlap?: number
  /** Sent with every page; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The address after a page that could not be had, or null at the end: for feeds whose addresses do not come out of
   * the page before. What was stepped over is asked for again at the end of the next pulls, for as many days as the
   * first pull goes back. Without it a page that fails ends the pull, and the next one goes on there.
   */
  readonly past?: (page: { readonly asked: Path; readonly since: Date; readonly now: Date }) => Path | null
  /**
   * Removes rows that are older than so many days at the end of a pull. `date` gives a row's ISO day or time; without
   * one it stays.
   */
  readonly keep?: { readonly days: number; readonly date: (row: any) => string | null }
  /** Mends what the feed writes that is not JSON (`Infinity`, a bare `000`), before it is parsed. */
  readonly mend?: (text: string) => string
}

export interface DatasetAbout<Row, K extends keyof Row> extends SourceAbout {
  readonly pull: readonly DatasetFile[] | Harvest
  /** A row in the domain's words, or null to leave it out. */
  readonly row: (wire: any, part: string) => Row | null
  readonly key: (row: Row) => string
  /** Of two rows with one key, which stays; without it the later. */
  readonly newer?: (old: Row, next: Row) => Row
  /** Columns for `where`: texts, numbers, flags, or lists of them. */
  readonly index?: readonly K[]
  readonly place?: (row: Row) => Point | null
  readonly text?: (row: Row) => readonly (string | null)[]
  /**
   * Live calls do without it: while it is not imported it counts as unasked, which is no gap. In the sandbox it is
   * imported by `domesday datasets pull` only, so that both ways show.
   */
  readonly optional?: true
  /** Raised when `row` changes its shape: what was imported before then counts as not imported. */
  readonly version?: number
}

export interface Dataset<Row = any, K extends keyof Row = any> extends DatasetAbout<Row, K> {
  readonly kind: 'dataset'
  readonly operations: Map<string, Operation<any, any>>
  ask<In, Out>(
    id: string,
    answer: (rows: Rows<Row, K>, input: In) => Out,
    about?: {
      readonly covers?: readonly Nation[]
      readonly confidence?: 'unconfirmed'
      readonly part?: (input: In) => string | null
    },
  ): Operation<In, Out>
}

/** What is harvested of a live source: all but what the source says of itself. */
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

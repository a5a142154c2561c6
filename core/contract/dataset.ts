/** A dataset: a bulk source that is downloaded, imported into SQLite and queried. */
import type { Absent, Some } from './absence.ts'
import { addOperation } from './add-operation.ts'
import type { Fit } from './fit.ts'
import type { Operation, Path, WithDigest } from './operation.ts'
import type { Point } from './shape.ts'
import type { SourceAbout } from './source-about.ts'
import type { Wire } from './wire.ts'

/** The imported rows as an `ask` reads them. Iterables are lazy: read what you need before `answer` returns. */
export interface Rows<Row, K extends keyof Row = never> {
  key(key: string): Row | null
  /** In the order of import. For a column of lists: the rows whose list contains the value. */
  where<C extends K>(column: C, is: One<Row[C]>): Iterable<Row>
  /** Rows within `km` kilometres, nearest first. */
  near(at: Point, km: number): Iterable<Row & { readonly km: number }>
  /**
   * Rows whose text contains every word, stemmed as English. Best match first; last imported first for `latest`, or for
   * thousands of matches. No words match no rows. Each row blocks the event loop for microseconds: stop once you have
   * enough.
   */
  text(words: string, order?: 'best' | 'latest'): Iterable<Row>
  /** The exact number of rows that `text` would find, without reading them: 1 ms for ten thousand. */
  count(words: string): number
  /** Every row: for small datasets only. */
  all(): Iterable<Row>
  /** When the data were downloaded, ISO time. */
  readonly asOf: string
  /** The time up to which a harvest has read its feed, by the feed's clock, ISO; for files the download time. */
  readonly until: string
}
type One<T> = T extends readonly (infer E)[] ? E : T

/** The location and format of one file of a dataset. Of several addresses, the first with a valid file is used. */
export interface DatasetFile {
  /** Identifies the file within its dataset (a nation, a kind); the second argument of `row`. */
  readonly part: string
  readonly addresses: (day: Date) => readonly Address[]
  readonly as: 'csv' | 'json' | 'jsonl' | 'xml' | 'xlsx' | 'ods'
  /** The entries of a zip file to read, by name or pattern. Absent for other files. */
  readonly zip?: string | RegExp
  /** For `xlsx` and `ods`: the sheet to read, by name or pattern; by default the first. */
  readonly sheet?: string | RegExp
  /** `utf-8` (default), `windows-1252` …, or `detect`: UTF-8 if the whole file is valid UTF-8, else Windows-1252. */
  readonly encoding?: string
  /** The column names of a table without a header row. */
  readonly columns?: readonly string[]
  /** Rows to skip above the header row. */
  readonly skip?: number
  /** The first cell of the header row, if the number of rows above it varies. */
  readonly header?: string
  /**
   * The rows of a JSON document, the name of a top-level member; of an XML one, that of the elements, each with the
   * texts above the first. Both are streamed. Or a function that returns them.
   */
  readonly rows?: string | ((document: any) => readonly unknown[])
  readonly delimiter?: string
  /** What a row has. An empty cell is nothing: a row without what it must have is left out. */
  readonly wire?: Wire<any>
}

/** The address of a file; or the page that links to it, if each release has its own address. */
export type Address = Path | Listing
export interface Listing {
  readonly on: Path
  /** Finds the file's address in the text of the page; null if absent. */
  readonly link: (page: string) => Path | null
}

/** A feed of JSON pages. Each pull continues where the last one ended, and adds rows. */
export interface Harvest<Page = any> {
  /** What a page has. One of another shape has failed, as one that did not come: what was harvested before stays. */
  readonly wire?: Wire<Page>
  readonly first: (since: Date, now: Date) => Path
  /** The address of the next page, or null at the end. `asked`: the address of this page; `unread`: rows left out. */
  readonly next: (
    body: Page,
    page: {
      readonly asked: Path
      readonly unread: number
      readonly headers: Readonly<Record<string, string>>
      readonly since: Date
      readonly now: Date
    },
  ) => Path | null
  readonly rows: (body: Page) => readonly unknown[]
  /** How many days back the first pull begins. */
  readonly days: number
  /** Days that each pull reads again, because items are published late. By default an hour. */
  readonly overlap?: number
  /** Sent with the request of every page; empty ones are left out. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The address after a failed page, or null at the end: for feeds whose addresses do not depend on the previous page.
   * Later pulls retry skipped pages at their end, for `days`. Without `past` a failed page ends the pull, and the next
   * pull continues there.
   */
  readonly past?: (page: { readonly asked: Path; readonly since: Date; readonly now: Date }) => Path | null
  /** Removes rows older than `days` after each pull. `date`: a row's ISO day or time; null keeps the row. */
  readonly keep?: { readonly days: number; readonly date: (row: any) => string | null }
  /** Repairs text that is not valid JSON (`Infinity`, a bare `000`) before it is parsed. */
  readonly mend?: (text: string) => string
}

export interface DatasetAbout<Row, K extends keyof Row> extends SourceAbout {
  readonly pull: readonly DatasetFile[] | Harvest
  /** Turns a record into a row in domain terms; null skips it. */
  readonly row: (wire: any, part: string) => Row | null
  readonly key: (row: Row) => string
  /** Chooses between two rows with the same key; by default the later. */
  readonly newer?: (old: Row, next: Row) => Row
  /** The columns that `where` can search: texts, numbers, flags, or lists of them. */
  readonly index?: readonly K[]
  readonly place?: (row: Row) => Point | null
  readonly text?: (row: Row) => readonly (string | null)[]
  /**
   * Not required: while it is not imported, its operations count as not asked, which is no gap. In a sandbox only
   * `domesday datasets pull` imports it, so that both cases can be tried.
   */
  readonly optional?: true
  /** Increment it when the shape of rows changes: older imports then count as not imported. */
  readonly version?: number
}

export interface Dataset<Row = any, K extends keyof Row = any> extends DatasetAbout<Row, K> {
  readonly kind: 'dataset'
  readonly operations: Map<string, Operation<any, any>>
  ask<In, Out, D>(
    id: string,
    answer: (rows: Rows<Row, K>, input: In) => Out,
    about: WithDigest<In, D>,
  ): Fit<Some<Out>, D, Operation<In, D | Extract<Out, Absent>>>
}

/** A dataset that is harvested from a live source, and shares the source's description. */
export type StoreAbout<Row, K extends keyof Row> = Omit<DatasetAbout<Row, K>, keyof SourceAbout>

export const dataset = <Row, K extends keyof Row = never>(about: DatasetAbout<Row, K>): Dataset<Row, K> => {
  const declared: Dataset<Row, K> = {
    ...about,
    kind: 'dataset',
    operations: new Map(),
    ask: ((id: string, answer: (rows: any, input: any) => unknown, about: WithDigest<any, any>) =>
      addOperation(declared, id, { kind: 'ask', answer }, about)) as Dataset<Row, K>['ask'],
  }
  return declared
}

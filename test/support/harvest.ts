/** For the tests of harvests: notices, and feeds that serve them. */
import { dataset, type Dataset, type Harvest } from '../../core/contract/dataset.ts'
import { UpstreamFault } from '../../core/contract/upstream.ts'
import { ask } from './datasets.ts'
import { pullDataset } from '../../plugins/clients/dataset/pull.ts'
import type { FetchPage, Pulled, PullOptions } from '../../plugins/clients/dataset/pull-options.ts'

export interface FeedNotice {
  readonly ocid: string
  readonly title: string
  readonly date: string
}

export const notices = ({ feed, ...other }: { version?: number; feed?: Partial<Harvest> } = {}): Dataset<
  FeedNotice,
  'title'
> =>
  dataset({
    id: 'notices',
    title: 'Notices',
    home: import.meta.dirname,
    licence: 'OGL-UK-3.0',
    attribution: 'Test data',
    coverage: 'Everything',
    pull: {
      days: 30,
      first: (since, now) => ['/feed', { from: since.toISOString().slice(0, 16), to: now.toISOString().slice(0, 16) }],
      next: (body) => body.links?.next ?? null,
      rows: (body) => body.releases ?? [],
      mend: (text) => text.replaceAll(': Infinity', ': null'),
      ...feed,
    },
    row: (w: FeedNotice) => ({ ocid: w.ocid, title: w.title, date: w.date }),
    key: (row) => row.ocid,
    newer: (old, next) => (next.date >= old.date ? next : old),
    index: ['title'],
    text: (row) => [row.title],
    ...other,
  })

export const marchDay = (n: number): Date => new Date(Date.UTC(2026, 2, n, 12))
export const notice = (ocid: string, title: string, date = '2026-01-01') => ({ ocid, title, date })
export type FeedPage = string | UpstreamFault
export const feedPage = (releases: unknown[], next?: string): FeedPage =>
  JSON.stringify({ releases, ...(next && { links: { next } }) })
export const down = new UpstreamFault('notices', 'upstream_timeout', 'took too long')

/** A feed of pages by their path; the first is `/feed`, whose query is kept. */
export const feed =
  (pages: Readonly<Record<string, FeedPage>>, asked: string[] = []): FetchPage =>
  async (path) => {
    const [name, query] = typeof path === 'string' ? [path, {}] : path
    asked.push([name, ...Object.values(query)].join(' '))
    const body = pages[name] ?? new UpstreamFault('notices', 'upstream_failed', `${name} answered 404`)
    if (body instanceof UpstreamFault) throw body
    return { body, headers: {} }
  }

export const harvestFrom = (
  dir: string,
  fetchPage: FetchPage,
  other: Partial<PullOptions> = {},
  of = notices(),
): Promise<Pulled> =>
  pullDataset(of, {
    dir,
    day: marchDay(5),
    download: () => Promise.reject(new Error('no files here')),
    fetchPage,
    ...other,
  })

export const titles = (dir: string, of = notices()): Promise<string[]> =>
  ask(of, dir, (rows) => Array.from(rows.all(), ({ ocid, title }) => `${ocid} ${title}`).sort())

/** The pages of the feeds of the sample world, each as its source declares it. */
import { text } from 'node:stream/consumers'
import type { AnySource } from '../../core/contract/client.ts'
import { datasetsIn } from '../../core/contract/client.ts'
import type { Dataset, Harvest } from '../../core/contract/dataset.ts'
import type { CallHow, Operation, Path } from '../../core/contract/operation.ts'
import type { SourceSettings } from '../../core/contract/upstream.ts'
import { parseJson } from '../../plugins/clients/formats/index.ts'
import { pageOf } from '../../plugins/clients/dataset/feed-page.ts'
import { urlFor } from '../../plugins/clients/http/upstream-url.ts'
import { createSandbox } from '../../plugins/tools/gateway/sandbox.ts'

export interface Feed {
  /** As if each page were a call of its own, and its rows the answer. */
  readonly operation: Operation<any, any>
  readonly pages: readonly { readonly body: unknown; readonly input: Path }[]
}

/** Two pages without rows are alike. */
const isNew = (rows: readonly unknown[], before: number): boolean => rows.length > 0 || before === 0

export const feedsIn = async (
  sources: ReadonlyMap<string, AnySource>,
  settingsOf: (source: string) => SourceSettings,
  now: Date,
): Promise<readonly Feed[]> => {
  const sandbox = createSandbox({ sources })
  const fetchPage = async (dataset: Dataset, feed: Harvest, path: Path) => {
    const { pathname, search } = urlFor(path, settingsOf(dataset.id))
    const { body } = await sandbox.answer({
      source: dataset.id,
      target: `${pathname}${search}`,
      method: 'GET',
      headers: Object.fromEntries(Object.entries(feed.headers ?? {}).filter(([, value]) => value !== '')),
      body: Buffer.alloc(0),
    })
    return typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : text(body)
  }
  const found: Feed[] = []
  for (const dataset of datasetsIn(sources).values()) {
    if (!('first' in dataset.pull)) continue
    const feed = dataset.pull
    const window = { since: new Date(now.getTime() - feed.days * 86_400_000), now }
    const pages: Feed['pages'][number][] = []
    let without = 0
    for (let asked: Path | null = feed.first(window.since, now); asked !== null;) {
      const body = await fetchPage(dataset, feed, asked)
      const { next, taken } = pageOf(dataset, feed, { asked, ...window }, { body, headers: {} })
      if (isNew(taken, without)) pages.push({ body: parseJson(feed.mend ? feed.mend(body) : body), input: asked })
      if (taken.length === 0) without += 1
      asked = next
    }
    const how: CallHow = {
      kind: 'get',
      as: 'json',
      path: (asked: Path) => asked,
      ...(feed.wire && { wire: feed.wire }),
      read: (page, asked: Path, unread: number) => {
        feed.next(page, { asked, unread, headers: {}, ...window })
        return feed.rows(page).map((row) => dataset.row(row, ''))
      },
    }
    const digest = { schema: {} } as Operation<any, any>['digest']
    found.push({ operation: { id: 'harvest', source: dataset, how, digest }, pages })
  }
  return found
}

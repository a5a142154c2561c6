/** Routes each question to the client for its kind of operation, if the terms of its source allow it. */
import type { Client, ClientParts, OpenClient } from '../contract/client.ts'
import type { Operation } from '../contract/operation.ts'
import { UpstreamFault, type Answered, type Upstream } from '../contract/upstream.ts'

export interface Clients extends Upstream, Required<Omit<OpenClient, 'ask'>> {}

export interface ClientsOptions extends Omit<ClientParts, 'ask' | 'download' | 'dataDir' | 'settings' | 'refusal'> {
  readonly clients: readonly Client[]
  /** A client's current settings. */
  readonly settingsOf: (client: string) => unknown
  readonly dataDirOf: (client: string) => string
  /** Why the terms of a source, or of its part, forbid asking it; null if they do not. */
  readonly unlicensed: (source: string, part: string | null) => string | null
  /** Called with every question. */
  readonly onAsk?: ((operation: Operation<any, any>, input: unknown) => void) | undefined
}

const partOf = ({ source, part }: Operation<any, any>, input: unknown): string | null => {
  try {
    return part?.(input) ?? null
  } catch (error) {
    throw new UpstreamFault(source.id, 'plugin_failed', 'its `part` function failed', null, { cause: error })
  }
}

export const createClients = ({
  clients,
  settingsOf,
  dataDirOf,
  unlicensed,
  onAsk,
  ...shared
}: ClientsOptions): Clients => {
  const byKind = new Map<string, OpenClient>()
  const opened: OpenClient[] = []

  const ask = async (operation: Operation<any, any>, input: unknown): Promise<Answered> => {
    const { id, source, how } = operation
    onAsk?.(operation, input)
    const refusal = unlicensed(source.id, partOf(operation, input))
    const client = byKind.get(how.kind)
    if (refusal === null && client) return client.ask(operation, input)
    const fault =
      refusal === null
        ? new UpstreamFault(source.id, 'plugin_failed', `no client answers operations of the kind '${how.kind}'`)
        : new UpstreamFault(source.id, 'not_licensed', refusal)
    shared.observe({ source: source.id, operation: id, outcome: fault.reason, ms: 0, bytes: 0 })
    throw fault
  }
  const download: Clients['download'] = (job) => {
    const downloader = opened.find((client) => client.download)
    if (!downloader?.download) throw new UpstreamFault(job.source.id, 'plugin_failed', 'no client can download files')
    return downloader.download(job)
  }

  for (const { id, kinds, open } of clients) {
    const client = open({
      ...shared,
      settings: () => settingsOf(id) as never,
      dataDir: dataDirOf(id),
      ask,
      download,
      refusal: (source) => unlicensed(source, null),
    })
    opened.push(client)
    for (const kind of kinds) byKind.set(kind, client)
  }

  return {
    ask,
    download,
    gauges: opened.flatMap(({ gauges = [] }) => gauges),
    jobs: async (fleet) => (await Promise.all(opened.map((client) => client.jobs?.(fleet) ?? []))).flat(),
    notes: () => opened.flatMap((client) => client.notes?.() ?? []),
    isReady: (source) =>
      [...(shared.sources.get(source)?.operations.values() ?? [])].every(
        ({ how }) => byKind.get(how.kind)?.isReady(source) ?? false,
      ),
    warm: async () => void (await Promise.all(opened.map((client) => client.warm()))),
    loadSamples: async () => (await Promise.all(opened.map((client) => client.loadSamples?.() ?? []))).flat(),
    close: async () => void (await Promise.all(opened.map((client) => client.close()))),
  }
}

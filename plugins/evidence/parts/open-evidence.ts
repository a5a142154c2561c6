/** Evidence in this process: packs are sealed here, and written and read in a thread. */
import { LRUCache } from 'lru-cache'
import type { Pack } from '@domesday/verify'
import { bytes, milliseconds, type EvidenceParts, type OpenEvidence } from '@domesday/core/evidence'
import { evidenceAway } from './away.ts'
import { cursorOf, seqIn } from './cursors.ts'
import { gaugesOf, type Counts } from './gauges.ts'
import { checkKeys, publishedKeys } from './published-keys.ts'
import { boundedQueue } from './queue.ts'
import { packFrom, sealer } from './sealing.ts'
import type { EvidenceSettings } from './settings.ts'
import type { Queued } from './stored-pack.ts'
import type { Retention } from './tables.ts'
import { tablesThread } from './thread.ts'

/** Where it is kept. */
export interface Backend {
  /** Of the package, for logs. */
  readonly id: string
  /** A `TablesModule`, and what it needs to open the store: the thread gets both. */
  readonly module: URL
  readonly place: unknown
  /** Whether any pack may be there. */
  readonly isThere: () => boolean
  /** Milliseconds that a caller waits for what is queued; without it as long as it takes. */
  readonly patience?: number
  /** Several nodes share it, and each publishes the keys of all. */
  readonly isShared?: boolean
}

/** Milliseconds between sweeps, and before the first one. */
const sweepEvery = 60_000
const sweepFirst = 5_000
/** Pairs of pack and owner that are recorded already: a cached answer is charged again and again. */
const recentOwners = 50_000
/** Characters that the record of an owner takes in the queue. */
const ownershipSize = 200
/** Part of the queue, beyond it: a pack that an answer names would be a 404 for who paid without the note. */
const ownersRoom = 0.25
/** Milliseconds between warnings of lost packs. */
const warnEvery = 60_000

export const openEvidence = (
  { dataDir, env, mode, settings, sources, log, now = Date.now, isCommand = false }: EvidenceParts<EvidenceSettings>,
  { id, module, place, isThere, patience, isShared = false }: Backend,
): OpenEvidence => {
  if (!isCommand) checkKeys({ dataDir, env })
  const counts: Counts = { full: 0, large: 0, lost: 0, unclosed: 0 }
  // Sample data belong to nobody: no terms apply.
  const bound = mode === 'live' ? sources : new Map<string, never>()
  const seal = sealer(bound)
  const owned = new LRUCache<string, true>({ max: recentOwners })
  const keepFor = (): number => milliseconds(settings().keep[mode])
  const retention = (): Retention => ({ now: now(), keepFor: keepFor() })
  let warnedAt = -Infinity
  let hasKept = false
  if (keepFor() === 0 && mode === 'live')
    log.info(
      { setting: 'keep.live', file: `config/evidence/${id}.yaml` },
      'evidence is off: set keep.live if you have a legal basis',
    )
  /** No pack was ever kept here. */
  const isNone = (): boolean => queue.length === 0 && !hasKept && !isThere()

  const thread = tablesThread({ module, place, isCommand }, (dead) => {
    counts.unclosed += dead
    log.warn({ processes: dead }, 'a server died: the evidence in its queue is lost')
  })
  const warnOfLoss = (lost: number, why: unknown): void => {
    counts.lost += lost
    if (performance.now() - warnedAt < warnEvery) return
    warnedAt = performance.now()
    log.warn({ lost: counts.lost, why: String(why) }, 'evidence could not be written')
  }
  const queue = boundedQueue<Queued>(
    () => bytes(settings().queue),
    async (batch) => {
      try {
        const { lost, why } = await thread.call('write', batch, now())
        if (lost > 0) warnOfLoss(lost, why)
      } catch (fault) {
        warnOfLoss(batch.length, fault)
      }
    },
  )
  /** Rejects with a 503 where the store is away for longer than a caller waits. */
  const flushed = async (): Promise<void> => {
    if (patience === undefined) return queue.flush()
    const waiting = Promise.withResolvers<never>()
    const timer = setTimeout(() => waiting.reject(evidenceAway()), patience)
    await Promise.race([queue.flush(), waiting.promise]).finally(() => clearTimeout(timer))
  }
  const keys = publishedKeys({ dataDir, env }, isShared ? (own) => thread.call('shareKeys', own) : null)
  const sweep = (): void => {
    if (isNone()) return
    keys.share().catch((fault: unknown) => log.warn({ error: String(fault) }, 'the public keys could not be shared'))
    thread
      .call('expire', retention())
      .catch((fault: unknown) => log.warn({ error: String(fault) }, 'the sweep of the evidence failed'))
  }
  const first = isCommand ? undefined : setTimeout(sweep, sweepFirst).unref()
  const later = isCommand ? undefined : setInterval(sweep, sweepEvery).unref()
  const counted = (name: 'full' | 'large'): null => {
    counts[name] += 1
    return null
  }

  return {
    // A service that keeps nothing needs no key until it signs.
    begin: async () => {
      if (keepFor() > 0)
        await keys
          .make()
          .catch((fault: unknown) => log.warn({ error: String(fault) }, 'the key that signs could not be made'))
    },
    keep: (gathered) => {
      if (keepFor() === 0) return null
      if (queue.isFull) return counted('full')
      try {
        const { pack, size } = seal(gathered, gathered.madeAt ?? now())
        if (size > bytes(settings().largest)) return counted('large')
        if (!queue.push(pack, size)) return counted('full')
        hasKept = true
        return pack.row.id
      } catch (fault) {
        // JSON that RFC 8785 refuses, such as half a character. The answer is as good without its evidence.
        warnOfLoss(1, fault)
        return null
      }
    },
    own: (id, owner) => {
      const pair = `${id} ${owner}`
      if (owned.has(pair)) return
      if (queue.push({ id, owner }, ownershipSize, ownersRoom * bytes(settings().queue))) owned.set(pair, true)
      else counts.full += 1
    },
    // A caller may ask for the pack as soon as it has the answer.
    find: async (id, owner) => {
      if (isNone()) return null
      await flushed()
      const stored = await thread.call('find', id, owner, retention())
      return stored && packFrom(stored, bound, now())
    },
    list: async ({ cursor, ...query }) => {
      const from = cursor === undefined ? null : seqIn(cursor)
      if (isNone()) return { rows: [], next: null }
      await flushed()
      const { rows, next } = await thread.call('list', query, from, retention())
      return { rows, next: next === null ? null : cursorOf(next) }
    },
    about: async (subject) => {
      if (isNone()) return { endpoints: {}, newest: [] }
      await flushed()
      return thread.call('about', subject)
    },
    forget: async (subject) => {
      if (isNone()) return 0
      await flushed()
      return thread.call('forget', subject)
    },
    sign: (pack) => keys.sign(pack as Pack),
    keySet: () => keys.published(isNone()),
    gauges: gaugesOf({ counts, queue, size: async () => (isNone() ? null : thread.call('size')) }),
    flush: () => queue.flush(),
    close: async () => {
      clearTimeout(first)
      clearInterval(later)
      await flushed().catch(() => warnOfLoss(queue.length, evidenceAway().message))
      if (thread.isStarted) await thread.call('close').catch(() => {})
      await thread.end()
    },
  }
}

/** Evidence in this process: packs are sealed here, and written and read in a thread. */
import { existsSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import type { SigningKeys } from '@domesday/evidence-parts/signing-keys'
import type { Pack } from '@domesday/verify'
import { bytes, milliseconds, type EvidenceParts, type OpenEvidence } from '@domesday/core/evidence'
import { cursorOf, seqIn } from './cursors.ts'
import { fileIn, openDatabase } from './database.ts'
import { gaugesOf, type Counts } from './gauges.ts'
import { subjectHashIn } from './index-key.ts'
import { boundedQueue } from './queue.ts'
import { packFrom, sealer } from './sealing.ts'
import type { Queued } from './stored-pack.ts'
import type { Span } from './store.ts'
import { storeThread } from './thread.ts'

export interface EvidenceSettings {
  readonly keep: { readonly sandbox: string; readonly live: string }
  readonly largest: string
  readonly queue: string
}

/** Milliseconds between removals of what is kept no longer, and before the first. */
const sweepEvery = 60_000
const sweepFirst = 5_000
/** Who was noted to have paid for what: a cached answer is charged again and again. */
const recentOwners = 50_000
/** What a note of an owner takes in the queue. */
const ownershipSize = 200
/** Milliseconds between warnings of lost packs. */
const warnEvery = 60_000

/** Throws where the files cannot be used. */
const check = (dataDir: string): void => {
  const db = openDatabase(dataDir)
  try {
    subjectHashIn(dataDir, db)
  } finally {
    db.close()
  }
}

export const openEvidence = (parts: EvidenceParts<EvidenceSettings>): OpenEvidence => {
  const { dataDir, env, mode, settings, sources, log, now = Date.now } = parts
  const counts: Counts = { full: 0, large: 0, lost: 0, unclosed: 0 }
  // Sample data are nobody's: no terms bound them.
  const bound = mode === 'live' ? sources : new Map<string, never>()
  const seal = sealer(bound)
  const owned = new LRUCache<string, true>({ max: recentOwners })
  const keepFor = (): number => milliseconds(settings().keep[mode])
  const span = (): Span => ({ now: now(), keepFor: keepFor() })
  let warnedAt = -Infinity
  // The first signed file makes the first key, and loads what signs.
  let keys: Promise<SigningKeys> | undefined
  const signing = (): Promise<SigningKeys> =>
    (keys ??= import('@domesday/evidence-parts/signing-keys').then(({ openSigningKeys }) =>
      openSigningKeys({ dataDir, env }),
    ))

  if (keepFor() === 0 && mode === 'live')
    log.info(
      { setting: 'keep.live', file: 'config/evidence/sqlite.yaml' },
      'what answers are made from is not kept: set how long it is to be, if you have a basis for it',
    )
  /** No pack was ever kept here. */
  const isNone = (): boolean => queue.length === 0 && !existsSync(fileIn(dataDir))
  // What is wrong with the file is an error of the start, and not of the first answer.
  if (keepFor() > 0 || existsSync(fileIn(dataDir))) check(dataDir)

  const thread = storeThread(dataDir, (dead) => {
    counts.unclosed += dead
    log.warn(
      { processes: dead },
      'the last run ended without closing its evidence: what it had not written is not kept',
    )
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
  const sweep = (): void => {
    if (isNone()) return
    thread
      .call('expire', span())
      .catch((fault: unknown) => log.warn({ error: String(fault) }, 'the sweep of the evidence failed'))
  }
  const first = setTimeout(sweep, sweepFirst).unref()
  const later = setInterval(sweep, sweepEvery).unref()
  const counted = (name: 'full' | 'large'): null => {
    counts[name] += 1
    return null
  }

  return {
    keep: (gathered) => {
      if (keepFor() === 0) return null
      if (queue.isFull) return counted('full')
      try {
        const { pack, size } = seal(gathered, gathered.madeAt ?? now())
        if (size > bytes(settings().largest)) return counted('large')
        return queue.push(pack, size) ? pack.row.id : counted('full')
      } catch (fault) {
        // JSON that RFC 8785 refuses, such as half a character. The answer is as good without its evidence.
        warnOfLoss(1, fault)
        return null
      }
    },
    own: (id, owner) => {
      const pair = `${id} ${owner}`
      if (owned.has(pair)) return
      if (queue.push({ id, owner }, ownershipSize)) owned.set(pair, true)
      else counts.full += 1
    },
    // Whoever has an answer may ask for its pack at once.
    find: async (id, owner) => {
      if (isNone()) return null
      await queue.flush()
      const stored = await thread.call('find', id, owner, span())
      return stored && packFrom(stored, bound, now())
    },
    list: async ({ cursor, ...query }) => {
      const from = cursor === undefined ? null : seqIn(cursor)
      if (isNone()) return { rows: [], next: null }
      await queue.flush()
      const { rows, next } = await thread.call('list', query, from, span())
      return { rows, next: next === null ? null : cursorOf(next) }
    },
    about: async (subject) => {
      if (isNone()) return { endpoints: {}, newest: [] }
      await queue.flush()
      return thread.call('about', subject)
    },
    forget: async (subject) => {
      if (isNone()) return 0
      await queue.flush()
      return thread.call('forget', subject)
    },
    sign: async (pack) => (await signing()).sign(pack as Pack),
    keySet: async () => (await signing()).published(),
    gauges: gaugesOf({ counts, queue, size: async () => (isNone() ? null : thread.call('size')) }),
    flush: () => queue.flush(),
    close: async () => {
      clearTimeout(first)
      clearInterval(later)
      await queue.flush()
      if (thread.isStarted) await thread.call('close').catch(() => {})
      await thread.end()
    },
  }
}

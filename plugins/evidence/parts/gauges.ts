/** What operators see of the evidence. */
import type { Gauge } from '@domesday/core/evidence'
import type { Size } from './tables.ts'

export interface Counts {
  /** Packs and owners that found the queue full. */
  full: number
  large: number
  /** Packs and owners that could not be written. */
  lost: number
  /** Processes that ended without closing. */
  unclosed: number
}

/** Milliseconds for which a size is shown: to count a million packs takes a while. */
const sizeFor = 60_000

export const gaugesOf = ({
  counts,
  queue,
  size,
}: {
  readonly counts: Counts
  readonly queue: { readonly length: number }
  readonly size: () => Promise<Size | null>
}): readonly Gauge[] => {
  let last: { readonly at: number; readonly size: Promise<Size | null> } | null = null
  const recent = (): Promise<Size | null> => {
    if (last === null || performance.now() - last.at > sizeFor)
      last = { at: performance.now(), size: size().catch(() => null) }
    return last.size
  }
  return [
    {
      name: 'domesday_evidence_packs',
      help: 'Answers whose evidence is kept',
      read: async () => (await recent())?.packs ?? 0,
    },
    {
      name: 'domesday_evidence_bytes',
      help: 'Size of the evidence',
      read: async () => (await recent())?.bytes ?? 0,
    },
    { name: 'domesday_evidence_queue', help: 'Packs and owners that wait to be written', read: () => queue.length },
    {
      name: 'domesday_evidence_not_kept_total',
      help: 'Packs and owners that could not be kept, by reason',
      labels: ['reason'],
      counts: true,
      read: () => (['full', 'large', 'lost'] as const).map((reason) => ({ labels: { reason }, value: counts[reason] })),
    },
    {
      name: 'domesday_evidence_unclosed_total',
      help: 'Processes that died: the evidence in their queue is lost',
      counts: true,
      read: () => counts.unclosed,
    },
  ]
}

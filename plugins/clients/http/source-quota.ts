/** Whether a source may be called now: by its quota in this process, or over all nodes of a fleet. */
import type { ClientParts, SourceSettings } from '@domesday/core/client'
import { createBucket, type Bucket } from './bucket.ts'

type Shared = NonNullable<ClientParts['shared']>
type Rate = NonNullable<SourceSettings['rate']>

export interface SourceQuota extends Pick<Bucket, 'wait' | 'left' | 'pause' | 'paused'> {
  /** Takes a token: 0, or the milliseconds until it makes sense to try again. */
  take(): number | Promise<number>
  /** A token that was taken and is not needed is the next one to be taken. */
  giveBack(): void
  /** Tokens of all nodes; null for a single one, and where that is not known. */
  sharedLeft(): Promise<number | null>
}

const taking = (bucket: Bucket): number => {
  const now = performance.now(),
    wait = bucket.wait(now)
  if (wait > 0) return wait
  bucket.take(now)
  return 0
}

const ownQuota = (rate: SourceSettings['rate']): SourceQuota => {
  const bucket = createBucket(rate)
  // Taken only once somebody waits for it.
  return { ...bucket, take: () => taking(bucket), giveBack: () => {}, sharedLeft: async () => null }
}

/** The part of a quota that one of so many nodes may use while they cannot agree. */
const shareOf = ({ calls, per, burst }: Rate, nodes: number): Bucket =>
  createBucket({ calls: calls / nodes, per, burst: Math.max(1, Math.floor(burst / nodes)) })

/**
 * The node's own bucket tells at once what the quota does not allow this node alone; the shared one decides. While that
 * is away the node keeps to its share of the quota.
 */
const sharedQuota = (source: string, rate: Rate, shared: Shared): SourceQuota => {
  const bucket = createBucket(rate),
    whole = shared.quota(source, rate)
  let share: { readonly nodes: number; readonly bucket: Bucket } | null = null
  let spare = 0
  const takeShare = (): number => {
    const { nodes } = shared.state
    if (share?.nodes !== nodes) share = { nodes, bucket: shareOf(rate, nodes) }
    return taking(share.bucket)
  }
  const takeShared = async (): Promise<number> => {
    const answer = await whole.take(0)
    const wait = answer === null ? takeShare() : answer.taken ? 0 : Math.max(1, answer.wait)
    const now = performance.now()
    if (wait > 0) bucket.defer(now + wait)
    else bucket.take(now)
    return wait
  }
  return {
    ...bucket,
    take: () => {
      if (spare > 0) {
        spare -= 1
        return 0
      }
      const wait = bucket.wait(performance.now())
      return wait > 0 ? wait : takeShared()
    },
    giveBack: () => {
      spare += 1
    },
    sharedLeft: whole.left,
    pause: (until) => {
      bucket.pause(until)
      whole.pause(until - performance.now())
    },
  }
}

export const createSourceQuota = (source: string, rate: SourceSettings['rate'], shared: Shared | null): SourceQuota =>
  rate === null || shared === null ? ownQuota(rate) : sharedQuota(source, rate, shared)

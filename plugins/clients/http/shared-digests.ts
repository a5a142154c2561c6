/**
 * Digests that the nodes of a fleet keep for one another, and hints about sources. What is read there is checked as
 * an upstream's answer is: others than nodes may have written it.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallHow, Operation } from '@domesday/core'
import { type Answered, canonical, type ClientParts, digestMisfit, keepable, termsOf } from '@domesday/core/client'
import type { Channel } from './channel.ts'
import { decodeDigest, encodeDigest } from './digest-text.ts'

export interface Question {
  readonly channel: Channel
  readonly operation: Operation<any, any>
  readonly input: unknown
}

export interface SharedDigests {
  /** A fresh digest that a node has kept, or null. */
  find(question: Question, now: number): Promise<Answered | null>
  keep(question: Question, answered: Answered, now: number): void
  /** `away`: questions that the engine did not answer in time; `refused`: what it held was none of ours. */
  counts(): Readonly<Record<'hit' | 'miss' | 'away' | 'refused', number>>
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** A source whose code is not of a release, such as an operator's own, may differ between nodes. */
const codeIn = (home: string): string => {
  try {
    return readdirSync(home)
      .filter((file) => /(?<!\.test)\.[cm]?[jt]s$/.test(file))
      .toSorted()
      .map((file) => `${file}\n${readFileSync(join(home, file), 'utf8')}`)
      .join('\n')
  } catch {
    // One without a folder is told apart by its functions alone.
    return ''
  }
}

/** Digests of an operation are comparable where its code and their shape are the same. */
const versions = () => {
  const ofHome = new Map<string, string>(),
    known = new WeakMap<Operation<any, any>, string>()
  return ({ channel: { about }, operation }: Question): string => {
    let version = known.get(operation)
    if (version === undefined) {
      const code = ofHome.get(about.home) ?? hash(codeIn(about.home))
      ofHome.set(about.home, code)
      const { read, path, post, none, ...rest } = operation.how as CallHow
      const functions = [read, path, post, none].map(String)
      version = hash(canonical([code, functions, rest, operation.digest.schema]))
      known.set(operation, version)
    }
    return version
  }
}

export const createSharedDigests = (
  shared: NonNullable<ClientParts['shared']>,
  longest: number,
  warn: (details: object, message: string) => void,
): SharedDigests => {
  const cache = shared.cache(longest)
  const versionOf = versions()
  const counts = { hit: 0, miss: 0, away: 0, refused: 0 }
  /** What was asked stands in no key: it may name a person. */
  const keyOf = (question: Question): string => {
    const { channel, operation, input } = question
    const asked = hash(`${channel.settings.base} ${canonical(input)}`)
    return `digest:${channel.about.id}:${operation.id}:${versionOf(question)}:${asked}`
  }
  /** The longest that this node would keep it, milliseconds. */
  const longestOf = ({ channel: { about, settings }, operation: { id } }: Question): number =>
    Math.min(settings.ttl[id] ?? settings.ttl['default'] ?? 0, keepable(termsOf(about).mayKeep))

  const checked = (question: Question, text: string, now: number): Answered | 'refused' => {
    const digest = decodeDigest(text)
    if (digest === null || digest.at > now + 60_000 || digestMisfit(question.operation, digest.value) !== null)
      return 'refused'
    const at = Math.min(digest.at, now)
    return { value: digest.value, at, until: Math.min(digest.until, at + longestOf(question)) }
  }

  return {
    counts: () => counts,
    find: async (question, now) => {
      const { channel, operation } = question
      const found = await cache.get([keyOf(question), ...(channel.hints?.keys ?? [])])
      if (found === null) {
        counts.away += 1
        channel.hints?.hear([], channel)
        return null
      }
      const [text = null, ...heard] = found
      channel.hints?.hear(heard, channel)
      const answered = text === null ? null : checked(question, text, now)
      if (answered === 'refused') {
        counts.refused += 1
        warn({ source: channel.about.id, operation: operation.id }, 'ignored an invalid digest in the shared cache')
        return null
      }
      const isFresh = answered !== null && answered.until > now
      counts[isFresh ? 'hit' : 'miss'] += 1
      return isFresh ? answered : null
    },
    keep: (question, answered, now) => {
      const until = Math.min(answered.until, answered.at + longestOf(question))
      const text = until <= now ? null : encodeDigest({ ...answered, until })
      if (text !== null) cache.set(keyOf(question), text, until - now)
    },
  }
}

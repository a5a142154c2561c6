/**
 * A store for tests, in memory: keys, entries, holds and stored answers. Nothing is free to repeat, and it keeps no
 * payments, no subjects and no acts, and no key has a spend cap. It uses its port and nothing else of the core.
 */
import {
  BillingError,
  checkCredits,
  hashKey,
  maximumCredits,
  mintKey,
  store,
  type Billing,
  type ChargeResult,
  type EntryKind,
  type KeyRecord,
  type LedgerEntry,
  type Payments,
  type Purpose,
  type Reports,
  type StoredAnswer,
} from '@domesday/core/store'

type Account = { -readonly [K in keyof KeyRecord]: KeyRecord[K] } & { readonly entries: LedgerEntry[] }
interface Hold {
  readonly keyId: string
  readonly amount: number
  readonly purpose: Purpose
  state: 'open' | 'settled' | 'released'
}
interface Claimed {
  readonly fingerprint: string
  readonly requestId: string
  answer?: { readonly body: Uint8Array; readonly headers: Readonly<Record<string, string>> }
}

const none = (): Promise<never> => Promise.reject(new Error('this store keeps no payments and no repeats'))
const payments: Payments = {
  settlementRequested: async () => false,
  claim: none,
  settling: none,
  settled: none,
  toppedUp: none,
  repeated: none,
  undoRepeat: none,
  pending: none,
  refused: none,
  release: none,
}

const unbounded = {
  label: null,
  expiresAt: null,
  revokedAt: null,
  endpoints: null,
  surfaces: null,
  perMinute: null,
  creditsPerDay: null,
  creditsPerMonth: null,
  balance: 0,
  held: 0,
  spentToday: 0,
  spentThisMonth: 0,
}
const nothing = { count: 0, microUsd: 0 }
const noPayments = { settled: nothing, pending: nothing, unknown: nothing, refused: nothing }

const openMemory = (now: () => number): Billing => {
  const accounts = new Map<string, Account>()
  const idBySecret = new Map<string, string>()
  const entries = new Map<string, { readonly keyId: string; readonly amount: number }>()
  const holds = new Map<string, Hold>()
  const claims = new Map<string, Claimed>()

  const accountOf = (keyId: string): Account => {
    const account = accounts.get(keyId)
    if (!account) throw new BillingError('unknown_key', `there is no key ${keyId}`)
    return account
  }
  const remaining = (keyId: string): number => {
    const { balance, held } = accountOf(keyId)
    return balance - held
  }
  const reused = (id: string) => new BillingError('request_reused', `request ${id} was used for something else`)

  const post = (
    keyId: string,
    kind: EntryKind,
    amount: number,
    requestId: string | null,
    purpose?: Purpose,
  ): ChargeResult => {
    const account = accountOf(keyId)
    const name = `${kind} ${requestId}`
    const before = requestId === null ? undefined : entries.get(name)
    if (before && (before.keyId !== keyId || before.amount !== amount)) throw reused(name)
    if (before || amount === 0) return { ok: true, remaining: remaining(keyId) }
    if (remaining(keyId) + amount < 0) return { ok: false, reason: 'insufficient', remaining: remaining(keyId) }
    account.balance += amount
    const { endpoint = null, depth = null, surface = null } = purpose ?? {}
    const { balance } = account
    account.entries.unshift({ at: now(), kind, amount, balance, requestId, endpoint, depth, surface, subject: null })
    if (requestId !== null) entries.set(name, { keyId, amount })
    return { ok: true, remaining: remaining(keyId) }
  }
  const keep = (requestId: string, credits: number, answer: StoredAnswer | undefined): void => {
    const claimed = answer && claims.get(`${answer.keyId} ${answer.idempotencyKey}`)
    if (!claimed || claimed.requestId !== requestId) return
    const body = answer.body instanceof Uint8Array ? answer.body : answer.body({ credits, repeats: null })
    claimed.answer = { body, headers: answer.headers ?? {} }
  }
  const charge = (keyId: string, requestId: string, amount: number, purpose: Purpose, answer?: StoredAnswer) => {
    const result = post(keyId, 'charge', -amount, requestId, purpose)
    if (result.ok) keep(requestId, amount, answer)
    return result
  }
  const closeHold = (hold: Hold, state: 'settled' | 'released'): void => {
    if (hold.state === 'open') accountOf(hold.keyId).held -= hold.amount
    hold.state = state
  }

  const noRows = async function* (): AsyncIterable<never> {}
  const reports: Reports = { usage: async () => [], payments: noRows, entries: noRows }

  const billing: Billing = {
    keys: {
      create: async ({ credits, reference: _, ...terms }) => {
        checkCredits(credits, 0)
        const { id, key } = mintKey()
        accounts.set(id, { ...unbounded, id, createdAt: now(), ...terms, entries: [] })
        idBySecret.set(hashKey(key), id)
        post(id, 'grant', credits, null)
        return { id, key, credits }
      },
      verify: (key) => {
        const id = idBySecret.get(hashKey(key))
        if (id === undefined) return null
        const { revokedAt, expiresAt, endpoints, surfaces, perMinute } = accountOf(id)
        const isValid = revokedAt === null && (expiresAt === null || expiresAt > now())
        return isValid ? { id, endpoints, surfaces, perMinute } : null
      },
      hasExpired: () => false,
      change: async (id, terms) => Object.assign(accountOf(id), terms),
      rotate: async (id) => {
        accountOf(id)
        for (const [secret, owner] of idBySecret) if (owner === id) idBySecret.delete(secret)
        const { key } = mintKey(id)
        idBySecret.set(hashKey(key), id)
        return { id, key }
      },
      revoke: async (id) => {
        accountOf(id).revokedAt ??= now()
      },
      get: async (id) => accountOf(id),
      list: async () => [...accounts.values()],
    },
    ledger: {
      hold: async (keyId, requestId, amount, purpose) => {
        checkCredits(amount, 0)
        const left = remaining(keyId)
        const before = holds.get(requestId)
        if (before && (before.keyId !== keyId || before.amount !== amount)) throw reused(requestId)
        if (before?.state === 'released') return { ok: false, reason: 'released', remaining: left }
        if (before) return { ok: true, remaining: left }
        if (left < amount) return { ok: false, reason: 'insufficient', remaining: left }
        accountOf(keyId).held += amount
        holds.set(requestId, { keyId, amount, purpose, state: 'open' })
        return { ok: true, remaining: left - amount }
      },
      settle: async (requestId, answer, _lookup, actual) => {
        const hold = holds.get(requestId)
        if (!hold) throw new BillingError('unknown_request', `there is no hold for request ${requestId}`)
        const { keyId, purpose } = hold
        if (hold.state === 'released') return { ok: false, reason: 'released', remaining: remaining(keyId) }
        if (hold.state === 'settled') return { ok: true, remaining: remaining(keyId) }
        closeHold(hold, 'settled')
        const { amount, depth } = actual ?? { amount: hold.amount, depth: purpose.depth }
        return charge(keyId, requestId, amount, { ...purpose, depth }, answer)
      },
      repeat: none,
      undoRepeat: async () => {},
      release: async (requestId) => {
        const hold = holds.get(requestId)
        if (!hold) return null
        if (hold.state === 'open') closeHold(hold, 'released')
        return remaining(hold.keyId)
      },
      charge: async (keyId, requestId, amount, purpose, answer) => {
        checkCredits(amount, 0)
        return charge(keyId, requestId, amount, purpose, answer)
      },
      grant: async (keyId, amount, reference) => {
        checkCredits(amount, 1)
        return post(keyId, 'grant', amount, reference ?? null).remaining
      },
      adjust: async (keyId, amount, reference) => {
        checkCredits(amount, -maximumCredits)
        if (amount === 0) throw new BillingError('invalid_amount', 'an adjustment of 0 changes nothing')
        return post(keyId, 'adjust', amount, reference ?? null)
      },
      refund: async (requestId) => {
        const charged = entries.get(`charge ${requestId}`)
        if (!charged) throw new BillingError('unknown_request', `request ${requestId} was not charged`)
        return post(charged.keyId, 'refund', -charged.amount, requestId).remaining
      },
      account: async (keyId, { limit = 50, cursor, kind, endpoint, surface, from = 0, to = Infinity } = {}) => {
        const { balance, held, entries: all } = accountOf(keyId)
        // A cursor is the number of rows that are older than its page.
        const [of, older] = cursor === undefined ? [keyId, all.length] : cursor.split('.')
        const end = Number(older)
        if (of !== keyId || !(Number.isInteger(end) && end >= 0 && end <= all.length))
          throw new BillingError('unknown_cursor', 'this is no cursor of this account')
        const wanted = all
          .slice(all.length - end)
          .map((row, i) => ({ row, older: end - i - 1 }))
          .filter(
            ({ row }) =>
              (kind === undefined || row.kind === kind) &&
              (endpoint === undefined || row.endpoint === endpoint) &&
              (surface === undefined || row.surface === surface) &&
              row.at >= from &&
              row.at < to,
          )
        const shown = wanted.slice(0, limit)
        const next = wanted.length > limit ? `${keyId}.${shown.at(-1)!.older}` : null
        return { balance, held, ledger: shown.map(({ row }) => row), next }
      },
      remaining: async (keyId) => remaining(keyId),
      erase: async () => 0,
      audit: async () => ({
        keys: accounts.size,
        rows: [...accounts.values()].reduce((sum, account) => sum + account.entries.length, 0),
        openHolds: [...holds.values()].filter(({ state }) => state === 'open').length,
        outstanding: [...accounts.values()].reduce((sum, { balance }) => sum + balance, 0),
        payments: noPayments,
        faults: [],
      }),
    },
    idempotency: {
      claim: async (keyId, idempotencyKey, fingerprint, requestId) => {
        const name = `${keyId} ${idempotencyKey}`
        const claimed = claims.get(name)
        if (!claimed) {
          claims.set(name, { fingerprint, requestId })
          return { state: 'new' }
        }
        if (claimed.fingerprint !== fingerprint) return { state: 'mismatch' }
        return claimed.answer
          ? { state: 'done', requestId: claimed.requestId, ...claimed.answer }
          : { state: 'running' }
      },
      abandon: async (keyId, idempotencyKey, requestId) => {
        const claimed = claims.get(`${keyId} ${idempotencyKey}`)
        if (claimed && claimed.requestId === requestId && !claimed.answer) claims.delete(`${keyId} ${idempotencyKey}`)
      },
    },
    payments,
    acts: { list: async () => [], note: async () => {} },
    delivery: { expect: () => {}, handedOver: () => {}, lost: async () => 'none', listed: async () => [] },
    sweep: async () => 0,
    recentAudit: async () => billing.ledger.audit(),
    reports,
    close: async () => {},
  }
  return billing
}

export const memory = store({
  id: 'memory',
  home: import.meta.dirname,
  open: ({ now = Date.now }) => openMemory(now),
})

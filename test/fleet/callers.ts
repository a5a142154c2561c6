/** Callers of charged look-ups, who ask again a little after they are answered, and what the books say of them. */
import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Fleet } from './fleet.ts'

export interface Callers {
  /** Credits by request, as whole answers told them. */
  readonly answered: ReadonlyMap<string, number>
  /** Answers that were no 200, and calls without an answer. */
  readonly failed: readonly string[]
  /** Resolves once so many more are answered. */
  more(answers: number): Promise<void>
  /** Lets calls that run end. */
  stop(): Promise<void>
}

export interface CallersOptions {
  readonly count: number
  /** Where a call goes, of so many before it. */
  readonly origin: (call: number) => string
  readonly keys: readonly string[]
  /** Milliseconds between an answer and the next call of its caller: few leave a small machine no time for starts. */
  readonly pause?: number
}

/** Every third look-up is one that nobody has asked before. */
export const call = ({ count, origin, keys, pause = 100 }: CallersOptions): Callers => {
  const agent = new Agent({ connections: count })
  const answered = new Map<string, number>()
  const failed: string[] = []
  let calls = 0,
    isOver = false
  const ask = async (caller: number): Promise<void> => {
    const number = calls++
    const fresh = number % 3 === 0 ? `&radius_m=${100 + (number % 4000)}` : ''
    try {
      const { statusCode, body } = await request(`${origin(number)}/api/v1/location/WA11UH?depth=summary${fresh}`, {
        headers: { authorization: `Bearer ${keys[caller % keys.length]!}` },
        dispatcher: agent,
      })
      const answer = (await body.json()) as { readonly _meta: { request_id: string; credits_charged: number } }
      if (statusCode === 200) answered.set(answer._meta.request_id, answer._meta.credits_charged)
      else failed.push(`${statusCode} ${JSON.stringify(answer)}`)
    } catch (fault) {
      failed.push(String(fault))
    }
  }
  const all = Array.from({ length: count }, async (_, caller) => {
    while (!isOver) {
      await ask(caller)
      await setTimeout(pause)
    }
  })
  return {
    answered,
    failed,
    more: async (answers) => {
      const until = answered.size + answers
      while (answered.size < until) await setTimeout(20)
    },
    stop: async () => {
      isOver = true
      await Promise.all(all)
      await agent.close()
    },
  }
}

export interface Books {
  readonly chargedWithoutAnswer: number
  readonly answeredWithoutCharge: number
  readonly wrongAmount: number
  /** Answers that were told, and whose charge was given back: nobody knew that they had arrived. */
  readonly answeredAndRefunded: number
  readonly refunded: number
  readonly chargedTwice: number
}

/** Compares what was told with the rows of the ledger. */
export const booksOf = async ({ database }: Fleet, answered: ReadonlyMap<string, number>): Promise<Books> => {
  const rows = (await database.query(
    database.url,
    `select request_id as id, -sum(amount)::int as paid, count(*) filter (where kind = 'charge')::int as charges
     from ledger where kind in ('charge', 'refund') group by request_id`,
  )) as readonly { readonly id: string; readonly paid: number; readonly charges: number }[]
  const paid = new Map(rows.map((row) => [row.id, row.paid]))
  const told = [...answered].filter(([, credits]) => credits > 0)
  return {
    chargedWithoutAnswer: rows.filter((row) => row.paid > 0 && !answered.has(row.id)).length,
    answeredWithoutCharge: told.filter(([id]) => !paid.has(id)).length,
    wrongAmount: told.filter(([id, credits]) => paid.has(id) && ![0, credits].includes(paid.get(id)!)).length,
    answeredAndRefunded: told.filter(([id]) => paid.get(id) === 0).length,
    refunded: rows.filter((row) => row.paid === 0).length,
    chargedTwice: rows.filter(({ charges }) => charges > 1).length,
  }
}

/** What the books are where every answer arrived and was charged once. */
export const exact: Books = {
  chargedWithoutAnswer: 0,
  answeredWithoutCharge: 0,
  wrongAmount: 0,
  answeredAndRefunded: 0,
  refunded: 0,
  chargedTwice: 0,
}

/** The audit of the whole ledger by the operator's command. */
export const audited = async (fleet: Fleet): Promise<{ readonly open_holds: number; readonly faults: unknown[] }> =>
  JSON.parse(await fleet.command('ledger', 'check', '--json'))

/** What failures came to. */
export interface Outcome extends Books {
  readonly answered: number
  /** Calls without a whole answer. */
  readonly failed: number
  /** What callers should not have been told. */
  readonly unexpected: readonly string[]
  readonly openHolds: number
  readonly faults: number
}

/** The books once all that nodes left open is settled; as they are after two minutes. */
export const settled = async (
  fleet: Fleet,
  answered: ReadonlyMap<string, number>,
): Promise<Omit<Outcome, 'failed' | 'unexpected'>> => {
  for (let tries = 0; ; tries++) {
    const books = await booksOf(fleet, answered)
    const { open_holds: openHolds, faults } = await audited(fleet)
    if ((books.chargedWithoutAnswer === 0 && openHolds === 0) || tries === 120)
      return { ...books, answered: answered.size, openHolds, faults: faults.length }
    await setTimeout(1_000)
  }
}

/** What holds after any failure of a node or an engine. */
export const sound = {
  unexpected: [],
  chargedWithoutAnswer: 0,
  answeredWithoutCharge: 0,
  wrongAmount: 0,
  chargedTwice: 0,
  openHolds: 0,
  faults: 0,
}

/**
 * Hard cases that are kept beside the recordings, with a runner of their own. Each subject is as its sources would
 * describe it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { recordings } from '@domesday/tool-testing'
import type { Call, Answer } from '../../plugins/tools/gateway/server.ts'
import { forgetImports, openGoldenWorld, sampleAnswer, type GoldenWorld, type StandIn, type Variant } from './world.ts'

const beside = recordings()
const dir = beside === null ? null : join(beside, '../golden')
const found = dir !== null && existsSync(dir)
if (!found) console.log('no golden cases beside the recordings: they are skipped')

interface Ask {
  readonly get: string
  readonly rules?: unknown
}
interface Case {
  readonly id: string
  readonly gate: string
  readonly says: string
  readonly variant?: string
  readonly asks: readonly Ask[]
}
/** What these say needs sources, or a reading of answers, that are not there yet. */
const notYet = new Set(['this-hour', 'per-thousand'])
/** What these take from an answer is said by another member of it too, so that nothing is missing. */
const saidTwice = new Set([
  // The first part of the postcode itself.
  'outcode-renamed',
])

const read = (file: string): unknown => JSON.parse(readFileSync(join(dir!, file), 'utf8'))
const cases = !found
  ? []
  : readdirSync(dir)
      .filter((file) => file.endsWith('.json') && file !== 'variants.json')
      .flatMap((file) => read(file) as readonly Case[])
const variants = found
  ? (read('variants.json') as Readonly<Record<string, Variant & { rules?: readonly object[] }>>)
  : {}

describe.skipIf(!found)('golden cases beside the recordings', async () => {
  if (!found) return
  const { fits, shape } = (await import(join(dir, 'golden-rules.mjs'))) as any
  const { runCase } = (await import(join(dir, 'golden-run.mjs'))) as any
  const worlds = new Map<string, Promise<GoldenWorld>>()
  afterAll(async () => {
    for (const world of worlds.values()) await (await world).close()
    await forgetImports()
  })

  /** The first whole answer wins; changes of what the sample world says are made one after another. */
  const ruled =
    (rules: readonly any[], wrong: string[]): StandIn =>
    async (call: Call): Promise<Answer | undefined> => {
      const [path, rawQuery = ''] = call.target.split('?') as [string, string?]
      const q = {
        source: call.source,
        method: call.method,
        path,
        rawQuery,
        query: new URLSearchParams(rawQuery),
        body: Buffer.from(call.body).toString(),
      }
      const fitting = rules.filter((rule) => fits(rule, q))
      const isWhole = (rule: any): boolean =>
        rule.json !== undefined || rule.text !== undefined || (rule.status !== undefined && !rule.patch)
      try {
        const whole = fitting.find(isWhole)
        if (whole) return shape(whole, null, q) as Answer
        if (fitting.length === 0) return undefined
        const from = fitting.find((rule) => rule.from)?.from as string | undefined
        const said = await sampleAnswer(from ? { ...call, target: from } : call)
        let got = {
          ...said,
          body:
            Buffer.isBuffer(said.body) || typeof said.body === 'string'
              ? Buffer.from(said.body)
              : await buffer(said.body as any),
        }
        for (const rule of fitting) got = shape(rule, got, q)
        return got as Answer
      } catch (fault) {
        wrong.push((fault as Error).message)
        return undefined
      }
    }

  it.each(cases.filter(({ id }) => !notYet.has(id) && !saidTwice.has(id)).map((one) => [one.id, one] as const))(
    '%s',
    async (_id, one) => {
      const name = one.variant ?? ''
      const variant = variants[name] ?? {}
      const wrong: string[] = []
      if (!worlds.has(name)) worlds.set(name, openGoldenWorld(variant, ruled(variant.rules ?? [], wrong)))
      const world = await worlds.get(name)!
      const gateway = {
        wrong,
        set: (rules: readonly object[]) => {
          wrong.length = 0
          world.standIn = ruled([...rules, ...(variant.rules ?? [])], wrong)
        },
      }
      const server = {
        get: async (path: string) => {
          const { status, headers, text, body } = await world.get(path)
          return { status, headers, text, json: body as unknown }
        },
      }
      const { held, lines } = (await runCase(one, server, gateway)) as { held: boolean; lines: readonly string[] }
      expect([one.says, held, ...lines]).toEqual([one.says, true])
    },
  )
})

/** Two whole services behind a proxy are replaced one by one under load: nothing is lost, and nothing charged twice. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../core/registry/load.ts'
import { steps } from '../../plugins/stores/postgres/migrations.ts'
import { openBalancer, type Balancer } from './balancer.ts'
import { audited, booksOf, call, exact, type Callers } from './callers.ts'
import { openFleet } from './fleet.ts'
import { unlimited } from './settings.ts'

const fleet = await openFleet({ endpoints: ['location'], service: unlimited })
afterAll(() => fleet?.close())

describe.skipIf(fleet === null)('two nodes behind a proxy, under load', () => {
  let balancer: Balancer
  let keys: readonly string[]
  beforeAll(async () => {
    balancer = await openBalancer(fleet!.nodes.map(({ origin }) => origin))
    keys = [await fleet!.key(10_000_000), await fleet!.key(10_000_000)]
  })
  afterAll(() => balancer?.close())

  const loaded = (): Callers => call({ count: 6, origin: () => balancer.origin, keys })

  /** Lets a node drain, starts it again, and waits until both nodes have taken more calls. */
  const replace = async (node: number, callers: Callers, changed = {}): Promise<void> => {
    expect(await fleet!.nodes[node]!.stop()).toBe(0)
    await callers.more(20)
    await fleet!.restart(node, changed)
    await expect.poll(balancer.ready).toHaveLength(2)
    await callers.more(50)
  }
  const nothingLost = async (callers: Callers): Promise<void> => {
    await callers.stop()
    expect(callers.failed).toEqual([])
    expect(callers.answered.size).toBeGreaterThan(100)
    expect(await audited(fleet!)).toMatchObject({ open_holds: 0, faults: [] })
  }

  const answered = new Map<string, number>()
  const add = (callers: Callers): void => callers.answered.forEach((credits, id) => answered.set(id, credits))

  it('are restarted node by node', async () => {
    const callers = loaded()
    await callers.more(50)
    for (const node of [0, 1]) await replace(node, callers)
    await nothingLost(callers)
    add(callers)
    expect(await booksOf(fleet!, answered)).toEqual(exact)
    console.log(`restarted node by node: ${callers.answered.size} answers, none lost`)
  })

  it('are migrated while they work; one moves on to the next release beside the other, and back', async () => {
    const callers = loaded()
    await callers.more(50)
    const next = nextRelease(fleet!.configDir)
    const migrate = await fleet!.commandWith(next, 'migrate', '--json')
    expect(JSON.parse(migrate)).toMatchObject({ from: steps.length, to: steps.length + 1, faults: [] })
    await callers.more(50)
    await replace(0, callers, next)
    await replace(0, callers)
    await nothingLost(callers)
    add(callers)
    expect(await booksOf(fleet!, answered)).toEqual(exact)
    const [row] = await fleet!.database.query(fleet!.database.url, 'select schema, serves from domesday')
    expect(row).toEqual({ schema: steps.length + 1, serves: steps.at(-1)!.serves })
    console.log(`migrated, on and back: ${callers.answered.size} answers, none lost`)
  })
})

/** An environment in which this code is a release with one more step, which adds to all that a charge touches. */
const nextRelease = (dir: string): Readonly<Record<string, string>> => {
  const sql = join(dir, 'next.sql'),
    module = join(dir, 'next-release.mjs')
  writeFileSync(
    sql,
    `alter table keys add column note text;
     alter table ledger add column note text;
     alter table holds add column note text not null default '';
     create table notes (request_id text primary key, note text);
     create index ledger_by_age on ledger (at);`,
  )
  const list = pathToFileURL(join(projectRoot, 'plugins/stores/postgres/migrations.ts')).href
  writeFileSync(
    module,
    `import { steps } from ${JSON.stringify(list)}
     steps.push({ file: ${JSON.stringify(sql)}, serves: ${steps.at(-1)!.serves} })`,
  )
  return { NODE_OPTIONS: `--import=${pathToFileURL(module).href}` }
}

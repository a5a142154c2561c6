import { expect, it } from 'vitest'
import { ask, day, gathered, type fixtures } from './fixture.ts'

/** What only the store itself can do and show. */
export interface Inside {
  /** Removes all rows, beside a process that has the store. */
  empty(store: string): unknown
  /** What a server does every minute. */
  sweep(store: string, now: number): Promise<unknown>
  /** The rows in all tables that packs fill, and in that of the processes that write. */
  count(store: string): Promise<{ readonly packs: number; readonly processes: number }>
}

export const sweepingConformance = (fixture: ReturnType<typeof fixtures>, { sweep, count }: Inside): void => {
  it('removes packs and digests whose time is over, and all that belonged to them', async () => {
    const { evidence, store, pass, now } = await fixture()
    const about = async () => (await evidence.about('Jane Doe')).endpoints
    const asks = [ask('weekly', { name: 'Jane Doe' }), ask('free', { text: 'free' })]
    for (let i = 0; i < 450; i += 1) evidence.own(evidence.keep(gathered({ asks }))!, `payment-${i}`)
    await evidence.flush()
    pass(8 * day - 1)
    await sweep(store, now())
    expect((await evidence.list({ owner: null, limit: 1_000 })).rows).toHaveLength(450)
    // The process sweeps too, every minute, and may have begun first.
    await expect.poll(about).toEqual({})
    expect(await evidence.about('99000025')).toMatchObject({ endpoints: { entity: 450 } })
    pass(83 * day)
    await sweep(store, now())
    await expect.poll(async () => (await count(store)).packs).toBe(0)
  })

  it('keeps a digest again that its terms had erased', async () => {
    const { evidence, store, kept, pass, now } = await fixture()
    const value = { company_number: 'SC123456' }
    await kept(gathered({ asks: [ask('weekly', value)] }))
    pass(8 * day)
    await sweep(store, now())
    await expect.poll(async () => (await evidence.about('SC123456')).endpoints).toEqual({})
    expect(await evidence.forget('SC123456')).toBe(0)
    const fetched_at = new Date(now()).toISOString()
    const again = await kept(gathered({ asks: [ask('weekly', value, { fetched_at })] }))
    expect(JSON.stringify(await evidence.find(again, null))).toContain('SC123456')
    expect((await evidence.about('SC123456')).newest.map(({ id }) => id)).toContain(again)
  })

  it('counts servers among the processes that write, and no command', async () => {
    const { store, startCommand, start } = await fixture({ isFirst: true })
    const command = await startCommand()
    command.keep(gathered())
    await command.flush()
    const { packs, processes } = await count(store)
    expect(packs).toBeGreaterThan(0)
    expect(processes).toBe(0)
    const server = await start()
    server.keep(gathered())
    await server.flush()
    expect((await count(store)).processes).toBe(1)
  })
}

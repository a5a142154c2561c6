import { expect, it } from 'vitest'
import { tablesThread } from './thread.ts'

/** A store whose thread dies while it looks for a pack, and that counts at leisure. */
const module = new URL(`data:text/javascript,
  export const openTables = () => ({
    find: () => new Promise(() => setTimeout(() => { throw new Error('it dies') })),
    size: () => new Promise((resolve) => setTimeout(() => resolve({ packs: 7 }), 500)),
  })
`)

it('fails what a thread was at when it died, and nothing of the next one', async () => {
  const thread = tablesThread({ module, place: null, isCommand: false }, () => {})
  const found = thread.call('find', 'ev_1', null, { now: 0, keepFor: 1 })
  await expect(found).rejects.toThrow('it dies')
  expect(await thread.call('size')).toEqual({ packs: 7 })
  await thread.end()
})

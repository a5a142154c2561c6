import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { locked } from './write.ts'

let dir: string, lock: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-'))
  lock = join(dir, 'making')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))
const grownOld = (): void => utimesSync(lock, new Date(0), new Date(0))

describe('the lock of a pack', () => {
  it('lets one process make it at a time', async () => {
    let made = 0
    const make = async (): Promise<void> => {
      made++
      await new Promise(setImmediate)
    }
    await Promise.all([locked(lock, make), locked(lock, make)])
    expect([made, existsSync(lock)]).toEqual([1, false])
    await locked(lock, make)
    expect(made).toBe(2)
  })

  it('that was left behind is taken over', async () => {
    writeFileSync(lock, 'dead')
    let made = 0
    await locked(lock, async () => {
      made++
    })
    grownOld()
    await locked(lock, async () => {
      made++
    })
    expect(made).toBe(1)
  })

  it('that another process has taken over is not removed by the one that lost it', async () => {
    const going = Promise.withResolvers<void>()
    const slow = locked(lock, () => going.promise)
    grownOld()
    const later = Promise.withResolvers<void>()
    const other = locked(lock, () => later.promise)
    const own = readFileSync(lock, 'utf8')
    going.resolve()
    await slow
    expect(readFileSync(lock, 'utf8')).toBe(own)
    later.resolve()
    await other
    expect(existsSync(lock)).toBe(false)
  })

  it('goes where the making fails', async () => {
    await expect(
      locked(lock, async () => {
        throw new Error('no room')
      }),
    ).rejects.toThrow('no room')
    expect(existsSync(lock)).toBe(false)
  })
})

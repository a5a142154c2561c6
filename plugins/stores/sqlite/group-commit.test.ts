import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connect, waitBriefly } from './database.ts'
import { groupCommit } from './group-commit.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  vi.useRealTimers()
})

const store = () => {
  const dir = mkdtempSync(join(tmpdir(), 'group-'))
  const db = connect(join(dir, 'ledger.db'))
  waitBriefly(db)
  const neighbour = new DatabaseSync(join(dir, 'ledger.db'))
  open.push(db, neighbour, { close: () => rmSync(dir, { recursive: true }) })
  db.exec('create table notes (id integer primary key) strict')
  const insert = db.prepare('insert into notes values (?)')
  return {
    db,
    group: groupCommit(db),
    write: (id: number) => () => {
      insert.run(id)
      return id
    },
    neighbour,
    seen: () =>
      neighbour
        .prepare('select id from notes order by id')
        .all()
        .map((row) => row['id']),
  }
}

describe('the group commit', () => {
  it('runs the steps of one turn in one transaction, in their order, and answers once others can see them', async () => {
    const { group, write, seen } = store()
    const answers = [1, 2, 3].map((id) => group.run(write(id)))
    expect(seen()).toEqual([])
    expect(await Promise.race(answers)).toBe(1)
    expect(seen()).toEqual([1, 2, 3])
    expect(await Promise.all(answers)).toEqual([1, 2, 3])
    expect(group.written).toEqual({ transactions: 1, steps: 3 })
  })

  it('undoes a step that throws, alone', async () => {
    const { group, write, seen } = store()
    const answers = await Promise.allSettled([
      group.run(write(1)),
      group.run(() => {
        write(2)()
        throw new Error('changed its mind')
      }),
      group.run(write(1)),
      group.run(write(3)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(seen()).toEqual([1, 3])
  })

  it('counts no step twice where another one throws, though it runs them again', async () => {
    const { group, write, seen } = store()
    const runs = [0, 0]
    const answers = await Promise.allSettled([
      group.run(() => {
        runs[0]!++
        return write(1)()
      }),
      group.run(() => {
        throw new Error('changed its mind')
      }),
      group.run(() => {
        runs[1]!++
        return write(2)()
      }),
    ])
    expect(answers.map((each) => (each.status === 'fulfilled' ? each.value : null))).toEqual([1, null, 2])
    expect(seen()).toEqual([1, 2])
    expect(runs).toEqual([2, 1])
    expect(group.written).toEqual({ transactions: 1, steps: 3 })
  })

  it('rejects all steps of a transaction that cannot be committed', async () => {
    const { db, group, write, seen } = store()
    db.exec('create table replies (note integer references notes (id) deferrable initially deferred) strict')
    const reply = db.prepare('insert into replies values (?)')
    const answers = await Promise.allSettled([
      group.run(write(1)),
      group.run(() => {
        reply.run(99)
      }),
      group.run(write(2)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(seen()).toEqual([])
    expect(await group.run(write(3))).toBe(3)
  })

  it('answers only what is there when the disk is full, and recovers when it is not', async () => {
    const { db, group, write, seen } = store()
    const pages = Number(db.prepare('pragma page_count').get()?.['page_count'])
    db.exec(`create table bulk (bytes blob); pragma max_page_count = ${pages + 10}`)
    const fill = db.prepare('insert into bulk values (zeroblob(1000000))')
    const answers = await Promise.allSettled([
      group.run(write(1)),
      group.run(() => {
        fill.run()
      }),
      group.run(write(2)),
    ])
    expect(answers[1]).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'overloaded',
        message: 'The ledger cannot be written now: its disk is full. Nothing was charged.',
        more: { retry_after_s: 5 },
        cause: { message: expect.stringContaining('full') },
      },
    })
    expect(seen()).toEqual(
      answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value !== undefined ? [answer.value] : [])),
    )
    db.exec('pragma max_page_count = 1000000')
    await group.run(() => {
      fill.run()
    })
    expect(await group.run(write(3))).toBe(3)
  })

  it('waits for a neighbour that holds the lock without stopping the event loop', async () => {
    const { group, write, neighbour, seen } = store()
    neighbour.exec('begin immediate')
    const answer = group.run(write(1))
    let turns = 0
    const ticking = setInterval(() => {
      if (++turns === 20) neighbour.exec('commit')
    }, 1)
    expect(await answer).toBe(1)
    clearInterval(ticking)
    expect(turns).toBeGreaterThanOrEqual(20)
    expect(seen()).toEqual([1])
  })

  it('gives up after five seconds of waiting, and recovers', async () => {
    const { db, group, write, neighbour, seen } = store()
    db.exec('pragma busy_timeout = 0')
    neighbour.exec('begin immediate')
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    const outcome = group.run(write(1)).then(() => 'done', String)
    await new Promise(setImmediate)
    vi.advanceTimersByTime(4_950)
    expect(await Promise.race([outcome, 'waiting'])).toBe('waiting')
    vi.advanceTimersByTime(100)
    expect(await outcome).toContain('locked')
    neighbour.exec('commit')
    expect(await group.run(write(2))).toBe(2)
    expect(seen()).toEqual([2])
  })

  it('runs what is queued when it closes, and takes no more', async () => {
    const { group, write, neighbour, seen } = store()
    neighbour.exec('begin immediate')
    const ended: string[] = []
    const answer = group.run(write(1)).then(() => ended.push('answered'))
    const closed = group.close().then(() => ended.push('closed'))
    await expect(group.run(write(2))).rejects.toMatchObject({ code: 'closed' })
    await new Promise(setImmediate)
    expect([ended, seen()]).toEqual([[], []])
    neighbour.exec('commit')
    await Promise.all([answer, closed])
    expect([ended, seen()]).toEqual([['answered', 'closed'], [1]])
  })

  it('closes at once where nothing is queued', async () => {
    const { group, write } = store()
    await group.run(write(1))
    await group.close()
    await expect(group.run(write(2))).rejects.toMatchObject({ code: 'closed' })
  })
})

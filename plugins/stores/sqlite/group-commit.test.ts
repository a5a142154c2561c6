import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { groupCommit } from './group-commit.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  vi.useRealTimers()
})

const store = () => {
  const dir = mkdtempSync(join(tmpdir(), 'group-'))
  const db = openDatabase(join(dir, 'ledger.db'))
  const neighbour = new DatabaseSync(join(dir, 'ledger.db'))
  open.push(db, neighbour, { close: () => rmSync(dir, { recursive: true }) })
  db.exec('create table notes (id integer primary key) strict')
  const insert = db.prepare('insert into notes values (?)')
  return {
    db,
    group: groupCommit(db, { sync: async () => {} }),
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

/** With a log whose syncs end when the test says so. */
const synced = () => {
  const waiting: PromiseWithResolvers<void>[] = []
  const opened = store()
  const sync = (): Promise<void> => {
    const one = Promise.withResolvers<void>()
    waiting.push(one)
    return one.promise
  }
  return {
    ...opened,
    group: groupCommit(opened.db, { sync }),
    log: {
      get waiting() {
        return waiting.length
      },
      end: async (fault?: Error) => {
        const one = waiting.shift()!
        if (fault) one.reject(fault)
        else one.resolve()
        await turn()
      },
    },
  }
}

const turn = async () => {
  for (let i = 0; i < 2; i++) await new Promise(setImmediate)
}
/** What a promise has come to so far. */
const told = (promise: Promise<unknown>) => {
  let value: unknown = 'nothing'
  void promise.then((one) => {
    value = one
  })
  return () => value
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

  it('answers what is kept once it is synced, and commits more meanwhile', async () => {
    const { log, group, write, seen } = synced()
    const first = told(group.run(write(1)))
    await turn()
    expect([first(), seen(), log.waiting]).toEqual(['nothing', [1], 1])
    const second = told(group.run(write(2)))
    await turn()
    expect([second(), seen(), log.waiting]).toEqual(['nothing', [1, 2], 1])
    // The sync under way began before the second was committed: it does not stand for it.
    await log.end()
    expect([first(), second(), log.waiting]).toEqual([1, 'nothing', 1])
    await log.end()
    expect([second(), log.waiting]).toEqual([2, 0])
  })

  it('syncs nothing for what only passes, which waits where it may have read what is not kept yet', async () => {
    const { log, group, write } = synced()
    expect(await group.run(write(1), 'passing')).toBe(1)
    const kept = told(group.run(write(2)))
    await turn()
    const passing = told(group.run(write(3), 'passing'))
    await turn()
    expect([kept(), passing(), log.waiting]).toEqual(['nothing', 'nothing', 1])
    await log.end()
    expect([kept(), passing(), log.waiting]).toEqual([2, 3, 0])
  })

  it('takes nothing more once a sync has failed, as nobody can tell what is kept', async () => {
    const { log, group, write } = synced()
    const answers = [group.run(write(1)).catch(String)]
    await turn()
    answers.push(group.run(write(2)).catch(String))
    await turn()
    await log.end(new Error('the disk is gone'))
    answers.push(group.run(write(3)).catch(String))
    expect(await Promise.all(answers)).toEqual(Array(3).fill('Error: the disk is gone'))
    expect(log.waiting).toBe(0)
    await group.close()
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
    expect(answers[1]).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('full') } })
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
      turns++
    }, 1)
    setTimeout(() => neighbour.exec('commit'), 200)
    expect(await answer).toBe(1)
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(4)
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

  it('runs and syncs what is queued when it closes, and no more', async () => {
    const { log, group, write, seen } = synced()
    const answer = told(group.run(write(1)))
    const closed = told(group.close().then(() => 'closed'))
    await expect(group.run(write(2))).rejects.toMatchObject({ code: 'closed' })
    await turn()
    expect([answer(), closed()]).toEqual(['nothing', 'nothing'])
    await log.end()
    expect([answer(), closed(), seen()]).toEqual([1, 'closed', [1]])
  })
})

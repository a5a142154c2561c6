/** Callers, crashes and operators against the books. */
import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { projectRoot } from '../../core/registry/load.ts'
import { migrations } from '../../plugins/stores/sqlite/schema.ts'
import { counted, holding, times, type Attack, type Attacked, type Outcome } from './service.ts'

const at = '/api/v1/location/WA11UH?depth=summary'
const cheaper = 'billing: { repeat_price: 0.1 }'
const get = (path: string, key: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n\r\n`
const tool = (key: string): string => {
  const params = { name: 'uk_location_intelligence', arguments: { postcode: 'WA11UH', depth: 'summary' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Charges of a key that stand, without those that are listed for the operator. */
const standing = ({ dataDir }: Attacked): number => {
  const db = new DatabaseSync(join(dataDir, 'ledger.db'), { readOnly: true })
  const { charges } = db
    .prepare(
      `select count(*) as charges from (
         select request_id from ledger where kind in ('charge', 'refund') and request_id not in (select request_id from lost where refunded = 0)
         group by request_id having sum(amount) < 0)`,
    )
    .get() as { charges: number }
  db.close()
  return charges
}

/**
 * Of `count` callers those for whom charge and delivery agree. `late`: so many may have reset when the last byte was
 * handed over already.
 */
const agreeing = async (
  count: number,
  call: (service: Attacked, key: string) => Promise<boolean>,
  late = 0,
  settings = '',
): Promise<Outcome> =>
  holding({ service: settings }, async (service) => {
    const key = await service.key()
    await service.send(at, { key })
    const before = standing(service)
    let delivered = 0
    for (let n = 0; n < count; n++) if (await call(service, key)) delivered++
    await setTimeout(3_000)
    const apart = Math.abs(standing(service) - before - delivered)
    return { held: count - Math.max(0, apart - late), of: count }
  })

const reset =
  (text: (key: string) => string) =>
  async ({ open }: Attacked, key: string) => {
    const { socket } = open('')
    await new Promise<void>((sent) => socket.write(text(key), () => sent()))
    socket.resetAndDestroy()
    await setTimeout(15)
    return false
  }

/** Runs a test with counts in its output, as they stand in JSON. */
const tested = (file: string, env: Readonly<Record<string, string>>): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const args = [
      join(projectRoot, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      'test/vitest.full.config.ts',
      file,
    ]
    execFile(
      process.execPath,
      args,
      { cwd: projectRoot, env: { ...process.env, ...env }, maxBuffer: 1e8 },
      (fault, out) => {
        const counts = /\{"kills".*\}/.exec(out)?.[0]
        if (counts !== undefined) resolve(JSON.parse(counts) as Record<string, number>)
        else reject(fault ?? new Error(out))
      },
    )
  })

export const books = (kills: number): readonly Attack[] => [
  {
    what: '100 callers that reset the connection behind a cached call',
    due: 'charged as often as delivered, ± 1',
    test: ['test/service/delivery.test.ts', 'is refunded, and asked again with its key it is a new call'],
    run: () =>
      agreeing(
        100,
        reset((key) => get(at, key)),
      ),
  },
  {
    what: '100 callers that reset the connection behind an unchanged answer that costs a tenth again',
    due: 'charged as often as delivered, ± 1',
    test: [
      'test/service/sold.test.ts',
      'that is lost on its way is refunded as it was charged, and so is the charge in full with what it allowed',
    ],
    run: () =>
      agreeing(
        100,
        reset((key) => get(at, key)),
        1,
        cheaper,
      ),
  },
  {
    what: 'one question 200 times at once by 20 keys, where an unchanged answer costs a tenth again: keys',
    due: 'each is charged in full once, and a tenth for each of the others',
    test: ['test/service/sold.test.ts', 'costs the full price once where many ask at once'],
    run: () =>
      holding({ service: cheaper }, async ({ dataDir, send, key }) => {
        const keys = await Promise.all(times(20, key))
        await Promise.all(times(200, (n) => send(at, { key: keys[n % 20]! })))
        const db = new DatabaseSync(join(dataDir, 'ledger.db'), { readOnly: true })
        const charged = db
          .prepare(
            `select key_id, group_concat(-amount, ' ' order by amount) as amounts from ledger where kind = 'charge' group by key_id`,
          )
          .all() as { amounts: string }[]
        db.close()
        return counted(times(20, (n) => charged[n]?.amounts === ['2', ...times(9, () => '1')].join(' ')))
      }),
  },
  {
    what: '100 resets behind a cached call by 20 free keys of one address: what is refunded',
    due: 'five answers, as to one key; the others are listed for the operator',
    test: [
      'test/service/principals.test.ts',
      'answers that free keys of one address lose are refunded as those of one key are, the others are listed',
    ],
    run: () =>
      holding({}, async (service) => {
        const keys = await service.freeKeys(20)
        await service.send(at, { key: keys[0]! })
        for (let n = 0; n < 100; n++) await reset((key) => get(at, key))(service, keys[n % 20]!)
        const lost = (): { readonly refunded: number; readonly listed: number } => {
          const db = new DatabaseSync(join(service.dataDir, 'ledger.db'), { readOnly: true })
          const row = db.prepare('select sum(refunded) as refunded, sum(1 - refunded) as listed from lost').get()
          db.close()
          return row as { refunded: number; listed: number }
        }
        const found = () => [lost().refunded === 5, lost().listed > 0]
        for (let wait = 0; wait < 60 && found().includes(false); wait++) await setTimeout(500)
        return counted(found())
      }),
  },
  {
    what: '50 callers that reset the connection behind a tool call',
    due: 'charged as often as delivered, ± 1',
    test: ['test/service/delivery.test.ts', 'is listed for the operator where a key loses many'],
    run: () => agreeing(50, reset(tool), 1),
  },
  {
    what: '30 callers that close their half and read on',
    due: 'charged as often as delivered',
    test: ['test/service/delivery.test.ts', 'gets its answer if it reads on'],
    run: () =>
      agreeing(30, async ({ open }, key) => {
        const { socket, heard, closed } = open('')
        socket.end(get(at, key))
        for (let n = 0; n < 200 && !closed() && !heard().includes('"credits_charged"'); n++) await setTimeout(10)
        return heard().includes('"credits_charged"')
      }),
  },
  {
    what: '50 callers that read the whole answer and then reset',
    due: 'charged as often as delivered',
    test: ['test/service/delivery.test.ts', 'gets its answer if it reads on'],
    run: () =>
      agreeing(50, async ({ open }, key) => {
        const { socket, heard } = open(get(at, key))
        for (let n = 0; n < 200 && !/"credits_charged":\d+[^]*\}$/.test(heard()); n++) await setTimeout(10)
        socket.resetAndDestroy()
        return heard().includes('"credits_charged"')
      }),
  },
  {
    what: `${kills} × \`kill -9\` in a burst of 24 callers: answers`,
    due: 'charged once and as told, and no charge without its answer',
    test: [
      'test/service/kills.full.test.ts',
      'kills in bursts leave no charge without its answer, and the books exact',
    ],
    run: async () => {
      const counts = await tested('test/service/kills.full.test.ts', { KILLS: String(kills) })
      const wrong =
        counts['charged_without_an_answer']! + counts['answered_without_a_charge']! + counts['wrong_amount']!
      return { held: counts['answered']! - wrong, of: counts['answered']! }
    },
  },
  {
    what: 'a tool call that is sent ten times under one idempotency key: charges',
    due: 'one',
    test: ['test/service/mcp.test.ts', 'charges a call once that is sent again under its idempotency key'],
    run: () =>
      holding({}, async (service) => {
        const key = await service.key()
        for (let n = 0; n < 10; n++) {
          const { heard } = service.open(tool(key).replace('\r\n\r\n', '\r\nidempotency-key: once\r\n\r\n'))
          for (let wait = 0; wait < 300 && !heard().includes('credits_charged'); wait++) await setTimeout(10)
        }
        return counted([standing(service) === 1])
      }),
  },
  {
    what: 'the data folder, `ledger.db` and its two logs',
    due: 'of this user alone',
    test: [
      'test/service/data-folder.test.ts',
      'every file below the data folder is for its own user alone, also where an earlier start let others read',
    ],
    run: () =>
      holding({}, async ({ dataDir }) =>
        counted(
          ['', 'ledger.db', 'ledger.db-wal', 'ledger.db-shm'].map(
            (name) => (statSync(join(dataDir, name)).mode & 0o077) === 0,
          ),
        ),
      ),
  },
  {
    what: '`ledger.db` replaced under a running server: `/readyz` and ten calls',
    due: '503, and nothing charged',
    test: [
      'test/service/replaced-ledger.test.ts',
      'a ledger that is replaced under a running service is noticed, and nothing more is charged',
    ],
    run: () =>
      holding({}, async ({ dataDir, send, key }) => {
        const caller = await key(),
          file = join(dataDir, 'ledger.db')
        const db = new DatabaseSync(file)
        db.exec(`vacuum into '${file}.copy'`)
        db.close()
        copyFileSync(file, `${file}.old`)
        renameSync(`${file}.copy`, file)
        for (const log of ['-wal', '-shm']) rmSync(file + log)
        await setTimeout(1_200)
        const replies = [await send('/readyz')]
        for (let n = 0; n < 10; n++) replies.push(await send(at, { key: caller }))
        return counted(replies.map(({ status }) => status === 503))
      }),
  },
  {
    what: '`keys list` and `ledger check` on a live ledger of the first schema',
    due: 'it is as it was',
    test: ['plugins/stores/sqlite/upkeep.test.ts', 'is read as it is, even while another process has the write lock'],
    run: () =>
      holding({}, async ({ dataDir, command }) => {
        const dir = join(dataDir, '../old'),
          file = join(dataDir, 'ledger.db')
        mkdirSync(dir)
        for (const log of ['', '-wal', '-shm']) renameSync(file + log, join(dir, `ledger.db${log}`))
        const db = new DatabaseSync(file)
        db.exec(`pragma journal_mode = wal; ${migrations[0]}; pragma user_version = 1`)
        db.exec(`insert into keys (id, created_at, revision) values ('k', 1, 1)`)
        db.close()
        chmodSync(file, 0o600)
        const checks: boolean[] = []
        for (const words of [
          ['keys', 'list'],
          ['ledger', 'check'],
        ]) {
          const out = await command(...words)
          const now = new DatabaseSync(file, { readOnly: true })
          checks.push(out !== '' && now.prepare('pragma user_version').get()!['user_version'] === 1)
          now.close()
        }
        return counted(checks)
      }),
  },
]

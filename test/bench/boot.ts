/**
 * Start: the service in live mode with all that `config/service.yaml` lists, from the start of its process to its first
 * 200 on `/readyz`, beside a process that has nothing but koa and @koa/router on the same way. Both with a warm compile
 * cache, and the service as it starts the second time on unchanged settings. `node test/bench/boot.ts [rounds]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startQuiet } from './child.ts'
import { judge, median, quietest, ratio } from './rounds.ts'

const rounds = Number(process.argv[2] ?? 40)
const root = join(import.meta.dirname, '../..')
const data = mkdtempSync(join(tmpdir(), 'boot-'))
const env = {
  NODE_COMPILE_CACHE: join(data, 'compiled'),
  DOMESDAY_DATA_DIR: join(data, 'live'),
  METRICS_PORT: '0',
  // What the service pulls by itself asks no real source.
  DOMESDAY_UPSTREAM_GATEWAY: 'http://127.0.0.1:1',
  HOST: '127.0.0.1',
}
const commands = {
  empty: [join(import.meta.dirname, 'servers/empty.ts')],
  service: [join(root, 'core/start.js'), '--live'],
}

interface Start {
  readonly wall: number
  readonly cpu: number
}

const start = async (name: keyof typeof commands): Promise<Start> => {
  const child = await startQuiet(commands[name], env, 1)
  const cpu = child.cpu()
  await child.stop()
  return { wall: child.ms, cpu }
}

try {
  const names = Object.keys(commands) as (keyof typeof commands)[]
  for (const name of names) await start(name) // fills the caches
  const taken = await quietest(names, rounds, start)
  const of = (name: keyof typeof commands, what: keyof Start): readonly number[] =>
    taken[name].map((each) => each[what])
  for (const name of names)
    console.log(
      `${name.padEnd(8)} ${median(of(name, 'wall')).toFixed(0)} ms to the first 200 (least ${Math.min(...of(name, 'wall')).toFixed(0)}), ${median(of(name, 'cpu')).toFixed(0)} ms of processor`,
    )
  console.log(`processor time, service / empty: ${ratio(of('service', 'cpu'), of('empty', 'cpu')).toFixed(2)}`)
  judge([
    {
      what: 'time to the first 200 of /readyz, service / empty koa',
      value: ratio(of('service', 'wall'), of('empty', 'wall')),
      atMost: 3.6,
    },
  ])
} finally {
  rmSync(data, { recursive: true, force: true })
}

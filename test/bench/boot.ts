/**
 * Boot: the service in live mode with all that `config/service.yaml` lists, from the start of its process until it
 * says where it listens, beside a process that has nothing but koa and @koa/router. Both with a warm compile cache,
 * and the service as it starts the second time on unchanged sources: from the pack that its first start makes, which
 * has the core's use of koa in it too. With `DOMESDAY_PACK=0` it starts from source. `node test/bench/boot.ts
 * [rounds]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freshPack } from '../../core/boot/pack/pack.ts'
import { startChild } from './child.ts'
import { interleaved, judge, median, ratio } from './rounds.ts'

const rounds = Number(process.argv[2] ?? 15)
const root = join(import.meta.dirname, '../..')
const data = mkdtempSync(join(tmpdir(), 'boot-'))
const env = {
  NODE_COMPILE_CACHE: join(data, 'compiled'),
  DOMESDAY_DATA_DIR: join(data, 'live'),
  PORT: '0',
  METRICS_PORT: '0',
  HOST: '127.0.0.1',
}
const commands = {
  empty: [join(import.meta.dirname, 'servers/empty.ts')],
  service: [join(root, 'core/start.js'), '--live'],
}

interface Boot {
  readonly wall: number
  readonly cpu: number
}

const boot = async (name: keyof typeof commands): Promise<Boot> => {
  const child = await startChild(commands[name], { env, until: /address\s+(http:\S+)/ })
  const cpu = child.cpu()
  await child.stop()
  return { wall: child.ms, cpu }
}

/** A start makes the pack after it listens, at idle priority. */
const packed = async (): Promise<boolean> => {
  if (process.env['DOMESDAY_PACK'] === '0') return false
  const child = await startChild(commands.service, { env, until: /address\s+(http:\S+)/ })
  for (const until = Date.now() + 30_000; freshPack(root) === null && Date.now() < until;) await wait(100)
  await child.stop()
  return freshPack(root) !== null
}

try {
  console.log(`service from ${(await packed()) ? 'the pack' : 'source'}`)
  const names = Object.keys(commands) as (keyof typeof commands)[]
  for (const name of names) await boot(name) // fills the caches
  const taken = await interleaved(names, rounds, boot)
  const of = (name: keyof typeof commands, what: keyof Boot): readonly number[] => taken[name].map((each) => each[what])
  for (const name of names)
    console.log(
      `${name.padEnd(8)} ${median(of(name, 'wall')).toFixed(0)} ms until it listens (least ${Math.min(...of(name, 'wall')).toFixed(0)}), ${median(of(name, 'cpu')).toFixed(0)} ms of processor`,
    )
  judge([
    {
      what: 'time until it listens, service / empty koa and router',
      value: ratio(of('service', 'wall'), of('empty', 'wall')),
      atMost: 1.4,
    },
    {
      what: 'processor time until it listens, service / empty',
      value: ratio(of('service', 'cpu'), of('empty', 'cpu')),
      atMost: 1.4,
    },
  ])
} finally {
  rmSync(data, { recursive: true, force: true })
}

/** What code that gathers must not name, and what to do instead. */

export interface Refusal {
  /** Behind the name of what was found: `Date.now reads the clock`. */
  readonly does: string
  readonly mend: string
}

const clock: Refusal = {
  does: 'reads the clock',
  mend: 'an endpoint lists the node now or today among its inputs; a run calls tools.now()',
}
const chance: Refusal = { does: 'draws by chance', mend: 'make it from what was asked: equal questions, equal answers' }
const timer: Refusal = {
  does: 'waits',
  mend: 'the limits and the timeout of a source are settings; a read waits for nothing',
}
const environment: Refusal = {
  does: 'reads the process or its environment',
  mend: 'declare a setting: the node settings(…) of an endpoint, the credential of a source',
}
const files: Refusal = {
  does: 'reads files',
  mend: "import the text as a module, or as JSON: import rows from './rows.json' with { type: 'json' }",
}
const network: Refusal = {
  does: 'asks the network',
  mend: 'declare an operation of a source, and ask it: need(operation, …), tools.ask(operation, …)',
}
const global: Refusal = { does: 'reaches every global', mend: 'name what you need' }
const code: Refusal = { does: 'makes code from text', mend: 'write the code' }
const world: Refusal = { does: 'writes to the outside', mend: 'return it: the core logs what fails' }
const memory: Refusal = { does: 'depends on when memory is freed', mend: 'keep the value itself' }
const threads: Refusal = { does: 'shares memory with another thread', mend: 'compute it here' }
const race: Refusal = {
  does: 'depends on which answer comes first',
  mend: 'wait for all: Promise.all, Promise.allSettled; first(a, b) takes the first that is there, in your order',
}
/** Of the machine, for members that take a locale. */
export const locale: Refusal = {
  does: "uses the machine's locale",
  mend: "say which: 'en-GB' for words and figures, 'en' to compare, which is as fast as none",
}
export const zone: Refusal = {
  does: "uses the machine's time zone",
  mend: "use the UTC methods and Date.UTC, or say { timeZone: 'Europe/London' }",
}
export const state: Refusal = {
  does: 'is changed by one call and seen by the next',
  mend: 'keep it inside the function; a constant that is worked out late is once(() => …)',
}
export const place: Refusal = {
  does: 'tells where the package is installed',
  mend: 'only home: import.meta.dirname may say it',
}
export const alias: Refusal = {
  does: 'hides what is called of it',
  mend: 'call it by its name, as in Date.parse(…) and Math.round(…)',
}

/** Refused however they are used. */
export const globals: Readonly<Record<string, Refusal>> = {
  performance: clock,
  crypto: chance,
  setTimeout: timer,
  setInterval: timer,
  setImmediate: timer,
  scheduler: timer,
  AbortSignal: timer,
  process: environment,
  navigator: environment,
  Bun: environment,
  Deno: environment,
  localStorage: environment,
  sessionStorage: environment,
  require: files,
  fetch: network,
  XMLHttpRequest: network,
  WebSocket: network,
  EventSource: network,
  BroadcastChannel: world,
  MessageChannel: world,
  Worker: world,
  console: world,
  globalThis: global,
  global,
  self: global,
  window: global,
  eval: code,
  Function: code,
  WeakRef: memory,
  FinalizationRegistry: memory,
  Atomics: threads,
  SharedArrayBuffer: threads,
}

/** Globals of which these members are refused, and that are used by their members only. */
export const members: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  Date: { now: clock },
  Math: { random: chance },
  Promise: { race, any: race },
  Temporal: { Now: clock },
  Intl: {},
}

const localMembers = [
  ...['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds'].flatMap((part) => [
    `get${part}`,
    `set${part}`,
  ]),
  'getYear',
  'getTimezoneOffset',
  'toDateString',
  'toTimeString',
]
/** Methods of dates that count in the machine's time zone, by name: nothing else has methods of such names. */
export const localTime: ReadonlySet<string> = new Set(localMembers)

/** Methods that take a locale, with the place of it among their arguments. */
export const localised: Readonly<Record<string, number>> = {
  localeCompare: 1,
  toLocaleString: 0,
  toLocaleDateString: 0,
  toLocaleTimeString: 0,
  toLocaleLowerCase: 0,
  toLocaleUpperCase: 0,
}

/** Methods that change what they are called on. */
export const changing: ReadonlySet<string> = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
)

/** Names of Node's modules whose every value comes from its arguments; `null`: all of a module's. */
const pureModules: Readonly<Record<string, readonly string[] | null>> = {
  buffer: null,
  punycode: null,
  querystring: null,
  string_decoder: null,
  crypto: ['createHash', 'createHmac', 'hash', 'timingSafeEqual'],
  path: ['posix'],
  url: ['URL', 'URLSearchParams', 'domainToASCII', 'domainToUnicode'],
  util: ['isDeepStrictEqual', 'stripVTControlCharacters', 'TextDecoder', 'TextEncoder', 'types'],
  zlib: null,
}

const modules: Readonly<Record<string, Refusal>> = {
  crypto: { ...chance, mend: 'of node:crypto, createHash and hash give the same for the same' },
  os: environment,
  process: environment,
  perf_hooks: clock,
  timers: timer,
  fs: files,
  module: files,
  path: { does: 'depends on the working folder', mend: 'import { posix } from node:path' },
  url: { does: 'depends on the working folder', mend: 'URL is global' },
  worker_threads: threads,
}

const networking = /^(net|http|https|http2|dgram|dns|tls|inspector)$/
const clients = /^(undici|axios|got|ky|node-fetch|ws|pg|ioredis)$/
const ids = /^(uuid|nanoid|ulid|cuid)$/
/** Packages of the project for others than plugins, and the samples, which the gateway reads. */
const others = /^@domesday\/(core\/.+|(client|store|surface|telemetry|tool)-.+|vocabulary-samples)$/

/** Why a module must not be imported; null if it may, with these names of it (`*`: all of it). */
export const moduleRefusal = (specifier: string, names: readonly string[], isBuiltin: boolean): Refusal | null => {
  if (others.test(specifier))
    return {
      does: 'is not for code that gathers',
      mend: 'import from @domesday/core, sources, scores and vocabularies',
    }
  if (isBuiltin) {
    const name = specifier.replace(/^node:/, '').split('/')[0]!
    const pure = name in pureModules ? (pureModules[name] ?? names) : []
    if (names.length > 0 && names.every((one) => pure.includes(one))) return null
    return networking.test(name) ? network : (modules[name] ?? world)
  }
  const [scope, rest] = specifier.split('/')
  const name = scope!.startsWith('@') ? `${scope}/${rest}` : scope!
  return clients.test(name) ? network : ids.test(name) ? chance : null
}

/**
 * Replaces the clock, chance, environment, timers and the network of this process by ones that refuse code of plugins
 * that gathers: each looks at who calls it. Imported before any plugin is.
 */
const gathering = /\/plugins\/(endpoints|scores|subjects|vocabularies|sources)\/(?!.*(\/samples\/|^samples\/))/

/** What plugins were refused, each with its place. */
export const refusals: string[] = []

/** `above`: the function whose caller is looked at. */
const refuse = (what: string, above: (...args: any[]) => unknown): void => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  const held: { stack?: string } = {}
  Error.captureStackTrace(held, above)
  Error.stackTraceLimit = limit
  const [, caller = ''] = (held.stack ?? '').split('\n')
  if (!gathering.test(caller)) return
  refusals.push(`${what}${caller.replace(/^\s*at/, ' at')}`)
  throw new Error(refusals.at(-1))
}

type Functions = Record<string, (...args: any[]) => unknown>
const guard = (object: object, name: string, answer = (object as Functions)[name]!): void => {
  const guarded = function (this: unknown, ...args: unknown[]): unknown {
    refuse(name, guarded)
    return answer.apply(this, args)
  }
  Object.defineProperty(object, name, { value: guarded, configurable: true, writable: true })
}

/** `ahead`: milliseconds by which this process's calendar is ahead of the machine's. */
export const install = (ahead: number): void => {
  const [Calendar, read, environment] = [Date, Date.now, process.env]
  guard(Date, 'now', () => read() + ahead)
  guard(Math, 'random')
  guard(globalThis, 'fetch')
  guard(performance, 'now')
  guard(crypto, 'randomUUID')
  for (const name of ['setTimeout', 'setInterval', 'setImmediate']) guard(globalThis, name)
  const construct = (target: DateConstructor, args: number[]): Date => {
    if (args.length === 0) refuse('new Date()', construct)
    return Reflect.construct(target, args.length === 0 ? [read() + ahead] : args) as Date
  }
  globalThis.Date = new Proxy(Calendar, { construct })
  const get = (target: NodeJS.ProcessEnv, name: string): string | undefined => {
    refuse('process.env', get)
    return target[name]
  }
  process.env = new Proxy(environment, { get })
}

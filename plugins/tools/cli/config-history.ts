/** `config history` and `config show --at`: the settings that were in force, by the hash that an answer names. */
import { join } from 'node:path'
import {
  settingsIn,
  flatState,
  hashOf,
  inColumns,
  readSettingsLog,
  settingsLogFile,
  type LoggedSettings,
  type SettingsChange,
  type SettingsLog,
} from '@domesday/core/tool'
import { stringify } from 'yaml'
import { onlyArgument, UsageFault, type Command, type Invocation } from './command.ts'

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))
const inWords = ({ file, key, from, to }: SettingsChange): string => `${file}:${key}  ${shown(from)} → ${shown(to)}`

const logOf = ({ service }: Invocation): SettingsLog => readSettingsLog(join(service.dataDir, settingsLogFile))

/** What changed with the nth state, in words. */
const news = ({ states }: SettingsLog, n: number): readonly string[] => {
  const [before, now] = [states[n - 1], states[n]!]
  if (before === undefined) return ['the first that were logged']
  return [
    ...(before.release === now.release ? [] : [`release ${before.release} → ${now.release}`]),
    ...now.changes.map(inWords),
  ]
}

interface InForce {
  /** Null for the hash of all settings. */
  readonly endpoint: string | null
  readonly state: LoggedSettings
  readonly n: number
  readonly until: string | null
}

/** Each time that a hash came into force. It may have come back. */
const timesOf = ({ states }: SettingsLog, hash: string): readonly InForce[] =>
  states.flatMap((state, n) => {
    const spanOf = (endpoint: string | null): readonly InForce[] => {
      const named = (one: LoggedSettings | undefined) => (endpoint === null ? one?.hash : one?.endpoints[endpoint])
      if (named(state) !== hash || named(states[n - 1]) === hash) return []
      const until = states.slice(n + 1).find((one) => named(one) !== hash)?.at ?? null
      return [{ endpoint, state, n, until }]
    }
    return [null, ...Object.keys(state.endpoints)].flatMap(spanOf)
  })

const found = (invocation: Invocation, log: SettingsLog, hash: string): readonly InForce[] => {
  const times = timesOf(log, hash)
  const { service } = invocation
  if (times.length > 0) return times
  throw new UsageFault(
    `finds no settings with the hash '${hash}' in ${service.dataDir}${service.mode === 'sandbox' ? '; --live looks among those of live mode' : ''}`,
  )
}

const sentence = ({ endpoint, state, until }: InForce, hash: string): string =>
  `${hash}, ${endpoint === null ? 'all settings' : `endpoint ${endpoint}`}: in force from ${state.at} ${
    until === null ? 'on' : `to ${until}`
  }, release ${state.release}`

const tellDamage = ({ remark }: Invocation, { damaged }: SettingsLog): void => {
  if (damaged > 0) remark(`${damaged === 1 ? 'one line' : `${damaged} lines`} of ${settingsLogFile} cannot be read`)
}

const listed = (invocation: Invocation, log: SettingsLog): void => {
  const { flags, print, remark } = invocation
  const { states, bytes } = log
  if (flags['json']) print(JSON.stringify(states))
  else {
    const rows = states.map(({ at, release, hash }, n) => [at, release, hash, news(log, n).join('; ')])
    print(inColumns([['from', 'release', 'settings', 'changes'], ...rows]))
    remark(`${states.length} states in ${Math.ceil(bytes / 1000)} kB, of this node`)
  }
}

export const configHistory: Command = {
  words: 'config history',
  takes: '[hash]',
  summary: 'shows when settings changed, or when those that an answer names in _meta.settings were in force (--json)',
  options: { json: { type: 'boolean' } },
  run: async (invocation) => {
    const log = logOf(invocation)
    const { args, flags, print } = invocation
    tellDamage(invocation, log)
    if (args.length === 0) {
      listed(invocation, log)
      return 0
    }
    const hash = onlyArgument(invocation, 'hash')
    for (const one of found(invocation, log, hash)) {
      const { endpoint, state, until } = one
      const { at: from, release, changes } = state
      if (flags['json']) {
        const settings = flatState(settingsIn(log, state))
        print(JSON.stringify({ hash, endpoint, from, until, release, changes, settings }))
      } else print([sentence(one, hash), ...changes.map((change) => `  ${inWords(change)}`)].join('\n'))
    }
    return 0
  },
}

/** Its former name. */
export const configLog: Command = { ...configHistory, words: 'config log', summary: 'the same as config history' }

/** An endpoint's settings; of earlier releases, its document and those of all shared scores. */
const settingsOf = (log: SettingsLog, { endpoint, state }: InForce, hash: string): unknown => {
  const documents = settingsIn(log, state)
  if (endpoint === null) return documents
  const isIts = (name: string): boolean => name === `endpoint:${endpoint}` || name.startsWith('score:')
  return log.contents.get(hash) ?? Object.fromEntries(Object.entries(documents).filter(([name]) => isIts(name)))
}

const onlyOf = (settings: unknown, name: string): unknown => {
  const documents = settings as Readonly<Record<string, unknown>>
  const found = Object.entries(documents).filter(([one]) => one === name || one.endsWith(`:${name}`))
  if (found.length > 0) return Object.fromEntries(found)
  throw new UsageFault(`finds no '${name}' there: ${Object.keys(documents).slice(0, 3).join(', ')} …`)
}

/** What the settings were, in full: `config show [name] --at <hash>`. */
export const showAt = (invocation: Invocation, hash: string): number => {
  const { args, flags, print } = invocation
  const log = logOf(invocation)
  tellDamage(invocation, log)
  const [last] = found(invocation, log, hash).toReversed()
  const whole = settingsOf(log, last!, hash)
  const settings = args.length === 0 ? whole : onlyOf(whole, onlyArgument(invocation, 'name'))
  const { endpoint, state, until } = last!
  // The hash of an endpoint is that of its content, unless a value came from a variable or is kept secret.
  const asWritten = endpoint !== null && log.contents.has(hash) && hashOf(log.contents.get(hash)) !== hash
  if (flags['json'])
    print(
      JSON.stringify({
        hash,
        endpoint,
        from: state.at,
        until,
        release: state.release,
        as_written: asWritten,
        settings,
      }),
    )
  else {
    print(`# ${sentence(last!, hash)}\n${stringify(settings, { lineWidth: 0 }).trimEnd()}`)
    if (asWritten) invocation.remark('values from variables stand as they are written, and secrets without their value')
  }
  return 0
}

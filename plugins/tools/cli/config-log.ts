/** `config log`: the settings that were in force, by the hash that an answer names. */
import { join } from 'node:path'
import {
  inColumns,
  loggedSettings,
  settingsAfter,
  settingsLogFile,
  type LoggedSettings,
  type SettingsChange,
} from '@domesday/core/tool'
import { onlyArgument, UsageFault, type Command } from './command.ts'

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))
const inWords = ({ file, key, from, to }: SettingsChange): string => `${file}:${key}  ${shown(from)} → ${shown(to)}`

interface Found {
  /** Null for the hash of all settings. */
  readonly endpoint: string | null
  readonly line: LoggedSettings
  readonly until: string | null
}

/** Each time that a hash came into force. It may have come back. */
const findAll = (lines: readonly LoggedSettings[], hash: string): readonly Found[] =>
  lines.flatMap((line, n) => {
    const later = lines.slice(n + 1)
    const whole = line.hash === hash ? [{ endpoint: null, line, until: later[0]?.at ?? null }] : []
    const own = Object.entries(line.endpoints).flatMap(([endpoint, its]) =>
      its === hash ? [{ endpoint, line, until: later.find(({ endpoints }) => endpoint in endpoints)?.at ?? null }] : [],
    )
    return [...whole, ...own]
  })

const sentence = ({ endpoint, line, until }: Found, hash: string): string =>
  `${hash}, ${endpoint === null ? 'all settings' : `endpoint ${endpoint}`}: in force from ${line.at} ${
    until === null ? 'on' : `to ${until}`
  }, release ${line.release}`

export const configLog: Command = {
  words: 'config log',
  takes: '[hash]',
  summary:
    'shows when settings changed, or what an answer with this _meta.settings was made with (--json: all of them)',
  options: { json: { type: 'boolean' } },
  run: async (invocation) => {
    const { service, args, flags, print } = invocation
    const lines = loggedSettings(join(service.dataDir, settingsLogFile))
    if (args.length === 0) {
      if (flags['json']) print(JSON.stringify(lines.map(({ state: _, ...line }) => line)))
      else
        print(
          inColumns([
            ['from', 'release', 'settings', 'changes'],
            ...lines.map(({ at, release, hash, changes }, n) => [
              at,
              release,
              hash,
              n === 0 ? 'the first that were logged' : changes.map(inWords).join('; '),
            ]),
          ]),
        )
      return 0
    }
    const hash = onlyArgument(invocation, 'hash')
    const found = findAll(lines, hash)
    if (found.length === 0)
      throw new UsageFault(
        `finds no settings with the hash '${hash}' in ${service.dataDir}${service.mode === 'sandbox' ? '; --live looks among those of live mode' : ''}`,
      )
    for (const one of found) {
      const { endpoint, line, until } = one
      const { at: from, release, changes } = line
      if (flags['json']) {
        const { state } = settingsAfter(lines.slice(0, lines.indexOf(line) + 1))
        print(JSON.stringify({ hash, endpoint, from, until, release, changes, settings: state }))
      } else print([sentence(one, hash), ...changes.map((change) => `  ${inWords(change)}`)].join('\n'))
    }
    return 0
  },
}

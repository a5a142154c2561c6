/** The environment variables with our prefix. One that is misspelt would otherwise be without effect. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './environment.ts'
import { nearest } from './nearest.ts'
import { settingsFiles } from './unknown-files.ts'

/**
 * Every name that this project reads, and what for. Sources and surfaces name their own; settings may refer to others.
 */
export const variables = {
  DOMESDAY_DATA_DIR: 'ledger and datasets',
  DOMESDAY_CONFIG_DIR: 'settings',
  DOMESDAY_UPSTREAM_GATEWAY: 'a gateway that every upstream call goes through',
  DOMESDAY_KEY: 'the key of domesday mcp',
  DOMESDAY_OPERATOR: 'who runs commands',
  DOMESDAY_OPERATOR_TOKEN: 'opens the API for operators',
  DOMESDAY_FACILITATOR_TOKEN: 'the credential for the facilitator of payments',
  DOMESDAY_WEBHOOK_SECRET: 'signs messages about paid credits',
  DOMESDAY_SIGNING_KEYS: 'the file of keys that sign evidence',
  DOMESDAY_DEBUG: 'shows where in the code a fault arose',
  DOMESDAY_FOREIGN: 'variables that are of other programs',
  DOMESDAY_RESTARTED: 'set by a start that changes to another Node',
  DOMESDAY_RECORDINGS: 'of tests',
  DOMESDAY_CASES: 'of tests',
  DOMESDAY_EXCHANGES: 'of tests',
} as const

const prefix = 'DOMESDAY_'

/** What Kubernetes and Docker set in every container beside a service of the name domesday. */
const ofContainers = /^DOMESDAY_(\w+_)?(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)$/

/** Names in settings files, as `${NAME}`. A file that cannot be read is a fault of its own. */
const namedInSettings = (configDir: string): readonly string[] =>
  settingsFiles(configDir).flatMap((file) => {
    try {
      const text = readFileSync(join(configDir, file), 'utf8')
      return [...text.matchAll(/\$\{([A-Za-z_]\w*)/g)].map(([, name]) => name!)
    } catch {
      return []
    }
  })

/** A name with the prefix of another word, such as DOMSDAY_DATA_DIR. */
const withMisspeltPrefix = (name: string): string | null => {
  const [word = '', ...rest] = name.split('_')
  const meant = `${prefix}${rest.join('_')}`
  return Object.hasOwn(variables, meant) && nearest(word, [prefix.slice(0, -1)]) !== null ? meant : null
}

/**
 * One line for each variable that nobody reads, without its value. `ofPackages` gives the names that the loaded
 * packages read. `DOMESDAY_FOREIGN` lists others, with `*` for any ending.
 */
export const unknownVariables = (
  env: Environment,
  { configDir, ofPackages }: { readonly configDir: string; readonly ofPackages: () => Iterable<string> },
): readonly string[] => {
  const open = Object.keys(env).filter(
    (name) => env[name] !== undefined && !Object.hasOwn(variables, name) && !ofContainers.test(name),
  )
  const suspect = open.filter((name) => name.startsWith(prefix) || withMisspeltPrefix(name) !== null)
  if (suspect.length === 0) return []
  const known = new Set([...Object.keys(variables), ...ofPackages(), ...namedInSettings(configDir)])
  const foreign = (env['DOMESDAY_FOREIGN'] ?? '').split(/[\s,]+/).filter((name) => name !== '')
  const isForeign = (name: string): boolean =>
    foreign.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one))
  const endings = [...known].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  return suspect
    .filter((name) => !known.has(name) && !isForeign(name))
    .sort()
    .map((name) => {
      const near = nearest(name.slice(prefix.length), endings)
      const meant = withMisspeltPrefix(name) ?? (near && prefix + near)
      return `environment variable ${name} is not read by anything${
        meant ? `; did you mean '${meant}'?` : '; if it is of another program, list it in DOMESDAY_FOREIGN'
      }`
    })
}

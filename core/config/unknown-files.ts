/** YAML files under the settings directory that no document reads. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DocumentKind, SettingsDocument } from './documents.ts'
import type { SettingsFault } from './faults.ts'
import { nearest, suggestion } from './nearest.ts'

const kindByFolder: ReadonlyMap<string, DocumentKind> = new Map([
  ['endpoints', 'endpoint'],
  ['sources', 'source'],
  ['scores', 'score'],
  ['surfaces', 'surface'],
  ['stores', 'store'],
  ['clients', 'client'],
])

/** Kinds of which some have no settings. */
const sometimes: ReadonlySet<DocumentKind> = new Set(['surface', 'store', 'client'])

/** A misspelt file name would otherwise be a setting without effect. */
export const unknownFiles = (configDir: string, documents: readonly SettingsDocument[]): readonly SettingsFault[] => {
  const expected = documents.map(({ override }) => override)
  return settingsFiles(configDir)
    .filter((path) => !expected.includes(path))
    .map((path) => {
      const kind = kindByFolder.get(path.split('/').slice(0, -1).join('/'))
      const name = basename(path, '.yaml')
      const ids = documents.filter((document) => document.kind === kind).map(({ id }) => id)
      const near = nearest(path, expected)
      const message =
        kind && path.endsWith('.yaml')
          ? `no ${kind} '${name}'${sometimes.has(kind) ? ' with settings' : ''} is loaded${suggestion(name, ids, 'loaded')}`
          : `nothing reads this file${near === null ? '' : `; did you mean '${near}'?`}`
      return { file: join(configDir, path), line: 1, column: 1, message }
    })
}

/** Paths below the directory with `/`, one folder deep. Names with a leading dot belong to editors or orchestrators. */
export const settingsFiles = (configDir: string): readonly string[] => {
  const list = (folder: string) => {
    try {
      return readdirSync(join(configDir, folder), { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'))
    } catch {
      return [] // no such directory: then there are no overrides
    }
  }
  const isYaml = (name: string): boolean => /\.ya?ml$/.test(name)
  return list('')
    .flatMap((entry) => {
      if (isYaml(entry.name)) return [entry.name]
      if (entry.isFile()) return []
      return list(entry.name).flatMap(({ name }) => (isYaml(name) ? [`${entry.name}/${name}`] : []))
    })
    .sort()
}

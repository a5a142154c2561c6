/** YAML files under the settings directory that no document reads. */
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { SettingsDocument } from './documents.ts'
import type { SettingsFault } from './faults.ts'
import { nearest, suggestion } from './nearest.ts'

/** Folders of kinds that all have settings, and of kinds of which some have none. */
const always = ['endpoints', 'sources', 'scores'],
  sometimes = ['surfaces', 'stores', 'clients', 'evidence', 'jobs', 'telemetry']

/** A misspelt file name would otherwise be a setting without effect. `idle`: the files of what is not loaded. */
export const unknownFiles = (
  configDir: string,
  documents: readonly SettingsDocument[],
  idle: () => readonly string[] = () => [],
): readonly SettingsFault[] => {
  const expected = documents.map(({ override }) => override)
  const unread = settingsFiles(configDir).filter((path) => !expected.includes(path))
  const known = unread.length > 0 ? idle() : []
  return unread
    .filter((path) => !known.includes(path))
    .map((path) => {
      const folder = [...always, ...sometimes].find((one) => one === dirname(path)),
        kind = folder?.replace(/(?<!job)s$/, ''),
        name = basename(path, '.yaml')
      const ids = documents.filter((document) => document.kind === kind).map(({ id }) => id)
      const near = nearest(path, [...expected, ...known])
      const message =
        kind && path.endsWith('.yaml')
          ? `no ${kind} '${name}'${always.includes(folder!) ? '' : ' with settings'} is loaded${suggestion(name, ids, 'loaded')}`
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

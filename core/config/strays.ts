import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { nearest, suggestion } from './nearest.ts'
import type { Problem } from './problems.ts'
import type { Document, Kind } from './settings.ts'

const FOLDERS: ReadonlyMap<string, Kind> = new Map([
  ['endpoints', 'endpoint'],
  ['sources', 'source'],
  ['scores', 'score'],
])

/**
 * YAML files under the settings directory that no document reads: a misspelt name would otherwise be a setting
 * without effect.
 */
export function strays(configDir: string, documents: readonly Document[]): readonly Problem[] {
  const expected = documents.map((document) => document.override)
  return settingsFiles(configDir)
    .filter((path) => !expected.includes(path))
    .map((path) => {
      const kind = FOLDERS.get(path.split('/').slice(0, -1).join('/'))
      const name = basename(path, '.yaml')
      const ids = documents.filter((document) => document.kind === kind).map((document) => document.id)
      const near = nearest(path, expected)
      const message =
        kind && path.endsWith('.yaml')
          ? `no ${kind} '${name}' is loaded${suggestion(name, ids, 'loaded')}`
          : `nothing reads this file${near === null ? '' : `; did you mean '${near}'?`}`
      return { file: join(configDir, path), line: 1, column: 1, message }
    })
}

/**
 * Paths below the directory with `/`, one folder deep. Names with a leading dot are an editor's or an orchestrator's.
 */
function settingsFiles(configDir: string): readonly string[] {
  const list = (folder: string) => {
    try {
      return readdirSync(join(configDir, folder), { withFileTypes: true }).filter(
        (entry) => !entry.name.startsWith('.'),
      )
    } catch {
      return [] // no such directory: then there are no overrides
    }
  }
  const yaml = (name: string) => /\.ya?ml$/.test(name)
  return list('')
    .flatMap((entry) =>
      yaml(entry.name)
        ? [entry.name]
        : entry.isFile()
          ? []
          : list(entry.name)
              .filter((inner) => yaml(inner.name))
              .map((inner) => `${entry.name}/${inner.name}`),
    )
    .sort()
}

/** A new plugin in a folder of its own, which resolves packages as the project does; removed after the test. */
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { onTestFinished } from 'vitest'
import { newPlugin } from './new-plugin.ts'
import type { PluginKind } from './words.ts'

/** An empty folder. */
export const emptyFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-author-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What `npm install` in the folder would bring. */
export const install = (folder: string): void =>
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))

export const newIn = (into: string, kind: PluginKind, id: string): string => {
  const written = newPlugin({ kind, id, into, home: 'clone' })
  if ('refused' in written) throw new Error(written.refused)
  return written.folder
}

/** A new plugin with some texts of its files replaced. Throws where a text does not occur. */
export const changed = (
  kind: PluginKind,
  id: string,
  changes: readonly (readonly [file: string, from: string, to: string])[] = [],
): string => {
  const above = emptyFolder()
  install(above)
  const folder = newIn(above, kind, id)
  for (const [name, from, to] of changes) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${name} has no '${from}'`)
    writeFileSync(file, text.replace(from, to))
  }
  return folder
}

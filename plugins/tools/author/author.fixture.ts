/** New plugins in folders of their own, which resolve packages as the project does; removed after the tests. */
import { mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { afterAll, onTestFinished } from 'vitest'
import { checkPlugins, type CheckedPlugin } from './check-plugin.ts'
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

export type Change = readonly [file: string, from: string, to: string]

/** Throws where a text does not occur. */
export const change = (folder: string, changes: readonly Change[]): void => {
  for (const [name, from, to] of changes) {
    const file = join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${name} has no '${from}'`)
    writeFileSync(file, text.replace(from, to))
  }
}

/**
 * New plugins of one project. Each is written when the tests are collected, and the first that is asked for has all of
 * them checked: the compiler takes longer than all else.
 */
export const project = () => {
  const above = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-author-')))
  afterAll(() => rmSync(above, { recursive: true, force: true }))
  install(above)
  const folders: string[] = []
  let checking: ReturnType<typeof checkPlugins> | undefined
  return {
    above,
    /** A new plugin with some texts of its files replaced. */
    changed: (kind: PluginKind, id: string, changes: readonly Change[] = []): string => {
      const folder = newIn(join(above, String(folders.length)), kind, id)
      renameSync(join(folder, 'tsconfig.json'), join(above, 'tsconfig.json'))
      change(folder, changes)
      folders.push(folder)
      return folder
    },
    checked: async (folder: string): Promise<CheckedPlugin> => {
      checking ??= checkPlugins(folders)
      return (await checking)[folders.indexOf(folder)]!
    },
  }
}

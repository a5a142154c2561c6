/**
 * The sample datasets as an earlier start imported them, which took it over a second. Each file says what it was made
 * of: the service imports again what has changed since.
 */
import { copyFileSync, constants, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'

const keptIn = join(projectRoot, 'node_modules/.cache/domesday-samples')

const filesIn = (dir: string): readonly string[] =>
  existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.sqlite')) : []
const stateOf = (file: string): string => {
  const { ino, mtimeMs } = statSync(file)
  return `${ino} ${mtimeMs}`
}

/** Puts kept files into a data folder. Gives what keeps those that a start then imported. */
export const takeKeptSamples = (dataDir: string): (() => void) => {
  const dir = join(dataDir, 'datasets')
  mkdirSync(dir, { recursive: true })
  const taken = new Map<string, string>()
  for (const name of filesIn(keptIn)) {
    copyFileSync(join(keptIn, name), join(dir, name), constants.COPYFILE_FICLONE)
    taken.set(name, stateOf(join(dir, name)))
  }
  return () => {
    mkdirSync(keptIn, { recursive: true })
    for (const name of filesIn(dir)) {
      if (taken.get(name) === stateOf(join(dir, name))) continue
      // Renamed, because other runs read it meanwhile.
      const written = join(keptIn, `${name}.${randomBytes(4).toString('hex')}`)
      copyFileSync(join(dir, name), written)
      renameSync(written, join(keptIn, name))
    }
  }
}

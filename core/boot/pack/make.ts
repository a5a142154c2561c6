/**
 * A process that makes a pack and lets others go first, but not so far that it never ends on a busy machine:
 * `node make.ts <project folder> <endpoint address>…`. It prints why there is none.
 */
import { constants, setPriority } from 'node:os'

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { writePack } = await import('./write.ts')
const [root, ...endpoints] = process.argv.slice(2)
try {
  await writePack(root!, endpoints)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** `npm run digests`: commits the shapes of digests, unless one changed under the version that it had. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../core/registry/load.ts'
import { inspect } from '../../core/service/configure.ts'
import { committed, digestsFile, digestsOf, driftBetween } from './digests.ts'

const { plugins } = await inspect(join(projectRoot, 'config'), {})
const now = digestsOf(plugins.sources.values())
const { unraised, unwritten } = driftBetween(existsSync(digestsFile) ? committed() : {}, now)
for (const line of unraised) console.error(`${line}\n  → raise version: of the operation`)
if (unraised.length > 0) process.exitCode = 1
else {
  writeFileSync(digestsFile, `${JSON.stringify(now, null, 1)}\n`)
  for (const line of unwritten) console.log(line)
}

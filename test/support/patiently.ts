/** Settings of a service whose tests are not about time limits: a busy machine makes it slow, it refuses nothing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Adds them to a folder of settings. */
export const patiently = (dir: string): void => {
  mkdirSync(join(dir, 'stores'), { recursive: true })
  writeFileSync(join(dir, 'stores/postgres.yaml'), 'timeout: 2m\nstart: 5m\n')
}

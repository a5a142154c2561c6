/** Runs commands of this service in processes of their own, so that their work holds up no answer. */
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { coreFolder } from '../contract/version.ts'
import type { JobsParts } from '../contract/jobs.ts'
import { serviceFolder, type ServiceOptions } from './options.ts'

/** Milliseconds that a command may take to end after it was told to. */
const patience = 5_000

/** `onLine` is given each line of standard output. Its standard input ends with this process, however that ends. */
export const childCommand =
  ({ env, configDir, dataDir, gateway, mode }: ServiceOptions): JobsParts['command'] =>
  async (words, onLine, signal) => {
    signal.throwIfAborted()
    const child = spawn(
      process.execPath,
      [join(coreFolder, 'domesday.js'), ...words, ...(mode === 'live' ? ['--live'] : [])],
      {
        cwd: serviceFolder(),
        env: {
          ...env,
          DOMESDAY_CONFIG_DIR: configDir,
          DOMESDAY_DATA_DIR: dataDir,
          ...(gateway !== undefined && { DOMESDAY_UPSTREAM_GATEWAY: gateway }),
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    const end = (): void => {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), patience).unref()
    }
    const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
    signal.addEventListener('abort', end, { once: true })
    try {
      // Answers go first.
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // It has ended already.
    }
    createInterface({ input: child.stdout }).on('line', onLine)
    try {
      const [complaints, code] = await Promise.all([text(child.stderr), ended])
      signal.throwIfAborted()
      if (code === 0) return
      const last = complaints.trimEnd().split('\n').at(-1)
      throw new Error(
        last || `'domesday ${words.join(' ')}' ended with ${code === null ? 'a signal' : `status ${code}`}`,
      )
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

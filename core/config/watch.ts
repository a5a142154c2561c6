import { watch, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SettingsFault } from './faults.ts'

export interface WatchOptions<R extends { readonly faults: readonly SettingsFault[] }> {
  /** Reads and checks everything afresh; `readSettings`, as at boot. */
  readonly read: () => R
  /** A reading without a fault: swap the one reference to it. */
  readonly onSwap: (reading: R) => void
  /** A refused reading: what was in force stays in force. The same faults as `config check` finds. */
  readonly onFaults: (faults: readonly SettingsFault[]) => void
  /** The settings directory; files may appear in it. */
  readonly dir: string
  /** Further files that count, the defaults among them. */
  readonly files: readonly string[]
  /**
   * When the settings in force were read (milliseconds since the epoch): what changed since then is found at the
   * first look.
   */
  readonly since?: number
  /** Milliseconds between looks at the files, for file systems that send no events. */
  readonly every?: number
}

/**
 * Milliseconds of quiet before a change is read, and how long to wait for it: an emptied file about to be filled is a
 * legal file too.
 */
const SETTLE_MS = 100
const SETTLE_WITHIN_MS = 800

export interface Watching {
  /** Looks now instead of at the next event; resolves once what it found is in force or refused. */
  readonly look: () => Promise<void>
  readonly stop: () => void
}

/**
 * Follows the settings while the service runs: events of the file system where there are any, and a look at the times
 * of all files every three seconds where there are none. A change is in force, or refused, within two seconds, or
 * five without events. Holds no process open.
 */
export function watchSettings<R extends { readonly faults: readonly SettingsFault[] }>(
  options: WatchOptions<R>,
): Watching {
  const { dir, files, since, every = 3_000 } = options
  let seen: Stamps | null = null
  let looking: Promise<void> | null = null
  let again = false
  let stopped = false

  const reread = () => {
    try {
      const reading = options.read()
      if (reading.faults.length > 0) options.onFaults(reading.faults)
      else options.onSwap(reading)
    } catch (error) {
      // A reload must not end the process, whatever goes wrong in it.
      const message = `the settings could not be reloaded: ${error instanceof Error ? error.message : String(error)}`
      options.onFaults([{ file: dir, line: 1, column: 1, message }])
    }
  }

  const changed = (now: Stamps) =>
    seen ? !same(seen, now) : since !== undefined && [...now.values()].some((stamp) => stamp.changed > since)

  const watchers = new Map<string, FSWatcher>()
  const listen = async () => {
    for (const folder of [dir, ...(await foldersOf(dir))]) {
      if (stopped || watchers.has(folder)) continue
      try {
        const watcher = watch(folder, { persistent: false }, () => void look())
        watcher.on('error', () => {
          watcher.close()
          watchers.delete(folder)
        })
        watchers.set(folder, watcher)
      } catch {
        // No events from here (no such folder, out of watches): the looks find it.
      }
    }
  }

  const lookOnce = async () => {
    // Before the stamps, so that nothing falls between them and the first event of a new folder.
    await listen()
    // And the stamps before reading: a file that changes meanwhile differs at the next look.
    let now = await stampsOf(dir, files)
    if (changed(now)) {
      for (let waited = 0; waited < SETTLE_WITHIN_MS; waited += SETTLE_MS) {
        await delay(SETTLE_MS, undefined, { ref: false })
        const later = await stampsOf(dir, files)
        if (same(now, later)) break
        now = later
      }
      if (!stopped) reread()
    }
    seen = now
  }

  /** One look at a time; a request during one is one more afterwards. */
  const look = (): Promise<void> => {
    if (looking) {
      again = true
      return looking
    }
    looking = (async () => {
      do {
        again = false
        await lookOnce()
      } while (again && !stopped)
    })().finally(() => {
      looking = null
    })
    return looking
  }

  const timer = setInterval(() => void look(), every).unref()
  void look()
  return {
    look,
    stop: () => {
      stopped = true
      clearInterval(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

interface Stamp {
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly changed: number
}

type Stamps = ReadonlyMap<string, Stamp>

/** What tells one state of a file from another; a file that is not there has no stamp. */
async function stampsOf(dir: string, files: readonly string[]): Promise<Stamps> {
  const inFolders = await Promise.all(
    [dir, ...(await foldersOf(dir))].map(async (folder) =>
      (await readdir(folder).catch(() => [])).filter((name) => /\.ya?ml$/.test(name)).map((name) => join(folder, name)),
    ),
  )
  const all = [...new Set([...files, ...inFolders.flat()])].sort()
  const stamps = await Promise.all(
    all.map(async (file) => {
      const found = await stat(file, { bigint: true }).catch(() => null)
      return (
        found &&
        ([
          file,
          { text: `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`, changed: Number(found.ctimeMs) },
        ] as const)
      )
    }),
  )
  return new Map(stamps.filter((stamp) => stamp !== null))
}

async function foldersOf(dir: string): Promise<readonly string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.name.startsWith('.') && !entry.isFile()).map((entry) => join(dir, entry.name))
}

const same = (a: Stamps, b: Stamps) =>
  a.size === b.size && [...a].every(([file, stamp]) => b.get(file)?.text === stamp.text)

/** Follows the settings files while the service runs. */
import { watch, type FSWatcher } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SettingsFault } from './faults.ts'

export interface WatchOptions<R extends { readonly faults: readonly SettingsFault[] }> {
  /** Reads and checks all documents again, as at the start. */
  readonly read: () => R
  /** Called with a reading without a fault: it is in force from now on. */
  readonly onAccepted: (reading: R) => void
  /** Called with the faults of a reading: the settings before it stay in force. */
  readonly onRefused: (faults: readonly SettingsFault[]) => void
  /** The settings directory; files may appear in it. */
  readonly dir: string
  /** Further files that count, the defaults among them. */
  readonly files: readonly string[]
  /** When the settings in force were read (milliseconds since the epoch): the first check finds later changes. */
  readonly since?: number
  /** Milliseconds between checks, for file systems without events. */
  readonly every?: number
  /**
   * Milliseconds without a further change before the files are read; the longest wait for that is eight times as long.
   * An editor may empty a file before it fills it, and an empty file is valid settings.
   */
  readonly quiet?: number
}

export interface Watching {
  /** Checks the files without waiting for an event. Resolves once any change is in force or refused. */
  readonly checkNow: () => Promise<void>
  readonly stop: () => void
}

/**
 * Checks the times of all files at each event of the file system, and every three seconds where there are no events. A
 * change is in force, or refused, within two seconds, or five without events. Holds no process open.
 */
export const watchSettings = <R extends { readonly faults: readonly SettingsFault[] }>(
  options: WatchOptions<R>,
): Watching => {
  const { dir, files, since = Infinity, every = 3_000, quiet = 100 } = options
  let seen: Stamps | null = null
  let checking: Promise<void> | null = null
  let again = false
  let stopped = false

  const reload = () => {
    try {
      const reading = options.read()
      if (reading.faults.length > 0) options.onRefused(reading.faults)
      else options.onAccepted(reading)
    } catch (error) {
      // A reload must not end the process, whatever goes wrong in it.
      const message = `the settings could not be reloaded: ${error instanceof Error ? error.message : String(error)}`
      options.onRefused([{ file: dir, line: 1, column: 1, message }])
    }
  }

  const watchers = new Map<string, FSWatcher>()
  const subscribe = (folder: string) => {
    if (stopped || watchers.has(folder)) return
    try {
      const watcher = watch(folder, { persistent: false }, () => void checkNow())
      watcher.on('error', () => {
        watcher.close()
        watchers.delete(folder)
      })
      watchers.set(folder, watcher)
    } catch {
      // No events from here (no such folder, or too many watches): the timer finds changes.
    }
  }

  const checkOnce = async () => {
    // First events, then stamps, then reading: a change between two of them is found by the next check.
    for (const folder of await foldersOf(dir)) subscribe(folder)
    let now = await stampsOf(dir, files)
    if (seen ? !same(seen, now) : [...now.values()].some(({ changedAt }) => changedAt > since)) {
      for (let waited = 0; waited < 8 * quiet; waited += quiet) {
        await delay(quiet, undefined, { ref: false })
        const later = await stampsOf(dir, files)
        if (same(now, later)) break
        now = later
      }
      if (!stopped) reload()
    }
    seen = now
  }

  /** One check at a time; any number of requests during one lead to one more. */
  const checkNow = (): Promise<void> => {
    again = true
    checking ??= (async () => {
      while (again && !stopped) {
        again = false
        await checkOnce()
      }
    })().finally(() => {
      checking = null
    })
    return checking
  }

  const timer = setInterval(() => void checkNow(), every).unref()
  void checkNow()
  return {
    checkNow,
    stop: () => {
      stopped = true
      clearInterval(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** The state of each file; a file that does not exist has none. */
type Stamps = ReadonlyMap<string, { readonly state: string; readonly changedAt: number }>

const stampsOf = async (dir: string, files: readonly string[]): Promise<Stamps> => {
  const inFolders = (await foldersOf(dir)).map(async (folder) =>
    (await readdir(folder).catch(() => [])).filter((name) => /\.ya?ml$/.test(name)).map((name) => join(folder, name)),
  )
  const stamps = new Map()
  const record = async (file: string) => {
    const found = await stat(file, { bigint: true }).catch(() => null)
    if (found === null) return
    const state = `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`
    stamps.set(file, { state, changedAt: Number(found.ctimeMs) })
  }
  await Promise.all([...new Set([...files, ...(await Promise.all(inFolders)).flat()])].map(record))
  return stamps
}

/** The directory and its subfolders. Names with a leading dot belong to editors or orchestrators. */
const foldersOf = async (dir: string): Promise<readonly string[]> => {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  return [
    dir,
    ...entries.filter((entry) => !entry.name.startsWith('.') && !entry.isFile()).map(({ name }) => join(dir, name)),
  ]
}

const same = (a: Stamps, b: Stamps): boolean =>
  a.size === b.size && [...a].every(([file, { state }]) => b.get(file)?.state === state)

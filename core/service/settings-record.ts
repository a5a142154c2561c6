/** Logs which settings are in force, and keeps them in the settings log of the data folder. */
import { join } from 'node:path'
import { noteSettings, settingsLogFile } from '../config/settings-log.ts'
import { release } from '../http/release.ts'
import { projectRoot } from '../registry/address.ts'
import type { Settings } from '../registry/settings/settings.ts'
import type { Configured } from './configure.ts'
import type { Log } from './log.ts'
import type { ServiceOptions } from './options.ts'

export interface SettingsRecord {
  /** At the start. It reads the log of all settings before, so it waits until the service listens. */
  started(): void
  changed(): void
  stopped(): void
}

export const settingsRecord = (
  { dataDir, configDir, mode }: Pick<ServiceOptions, 'dataDir' | 'configDir' | 'mode'>,
  { plugins, documents, current, merged }: Configured,
  log: Log,
): SettingsRecord => {
  const file = join(dataDir, settingsLogFile)
  const begun = { settings: current(), merged: merged() }
  let hash: string | null = null,
    isNoted = false

  /** The settings are in force even if their log cannot be written. */
  const note = (now: Settings, settings: ReadonlyMap<string, unknown>) => {
    const endpoints = Object.fromEntries([...plugins.endpoints.keys()].map((id) => [id, now.endpoint(id)]))
    try {
      const { damaged, ...noted } = noteSettings(file, {
        documents,
        settings,
        endpoints,
        configDir,
        release,
        cwd: projectRoot,
      })
      hash = noted.hash
      if (damaged > 0 && !isNoted) log.warn({ file, lines: damaged }, 'lines of the settings log cannot be read')
      return noted
    } catch (error) {
      log.warn({ error: String(error) }, 'the settings log could not be written')
      return null
    }
  }

  const started = (): void => {
    const noted = note(begun.settings, begun.merged)
    isNoted = true
    log.info({ release, mode, settings: hash, changes: noted?.changes }, 'started')
  }
  return {
    started,
    changed: () => {
      if (!isNoted) started()
      log.info({ release, ...note(current(), merged()) }, 'new settings are in force')
    },
    stopped: () => {
      if (isNoted) log.info({ release, settings: hash }, 'stopped')
    },
  }
}

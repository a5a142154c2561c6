/** A service of the small packages in this folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runService, type RunningService, type StartOptions } from '@domesday/tool-testing'

export const here = './test/ports'

/** `service.yaml` of the small packages beside REST and the reference, line by line. */
export const small: Readonly<Record<string, string>> = {
  endpoints: `[${here}/lighthouse]`,
  surfaces: `[rest, reference, ${here}/plain-text]`,
  clients: `[http, ${here}/register]`,
  store: `${here}/memory`,
  sandbox: `{ gateway: ${here}/stand-in }`,
}

export const serviceYaml = (changes: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...small, ...changes })
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('')

/** Writes settings files by their path. */
export const writeSettings = (dir: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

export const runSmallService = (
  changes: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
  options: Omit<StartOptions, 'configure'> = {},
): Promise<RunningService> =>
  runService({
    ...options,
    configure: (dir) => writeSettings(dir, { 'service.yaml': serviceYaml(changes), ...files }),
  })

/** Proposed settings: those in force with some of them changed, checked as a start would check them. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { configure, nearest, type Plugins, type ServiceOptions, type Settings } from '@domesday/core/tool'
import { parse, parseDocument } from 'yaml'

/** What cannot be read of a `--set`. */
export class ProposalFault extends Error {}

interface Setting {
  /** Below the settings folder. */
  readonly file: string
  readonly path: readonly string[]
  readonly value: unknown
}

/** `distress.weights.filing_delays=0.3` of a shared score, `energy.score.weights.grid=0.2` of an endpoint. */
const readSetting = (text: string, { endpoints, scores }: Pick<Plugins, 'endpoints' | 'scores'>): Setting => {
  const [, id, rest, value] = /^([a-z0-9-]+)\.([^=]+)=(.*)$/s.exec(text) ?? []
  if (id === undefined || rest === undefined || value === undefined)
    throw new ProposalFault(`'${text}' has not the form distress.weights.filing_delays=0.3`)
  const folder = scores.has(id) ? 'scores' : endpoints.has(id) ? 'endpoints' : null
  if (folder === null) {
    const near = nearest(id, [...scores.keys(), ...endpoints.keys()])
    throw new ProposalFault(`there is no score or endpoint '${id}'${near ? `; did you mean '${near}'?` : ''}`)
  }
  return { file: `${folder}/${id}.yaml`, path: rest.split('.'), value: parse(value) as unknown }
}

const write = (folder: string, { file, path, value }: Setting): void => {
  const at = join(folder, file)
  mkdirSync(dirname(at), { recursive: true })
  const document = parseDocument(existsSync(at) ? readFileSync(at, 'utf8') : '{}')
  document.setIn(path, value)
  writeFileSync(at, document.toString())
}

/** Throws a `BootFault` with every fault of the proposed settings. */
export const proposedSettings = async (
  options: ServiceOptions,
  plugins: Plugins,
  { folder, sets }: { readonly folder: string | undefined; readonly sets: readonly string[] },
): Promise<Settings> => {
  const changed = sets.map((text) => readSetting(text, plugins))
  const copy = mkdtempSync(join(tmpdir(), 'proposed-'))
  try {
    cpSync(folder ?? options.configDir, copy, { recursive: true })
    for (const setting of changed) write(copy, setting)
    return (await configure({ ...options, configDir: copy })).current()
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

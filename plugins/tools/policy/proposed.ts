/** Proposed settings: those in force, or those of another folder, some of them changed. */
import { statSync } from 'node:fs'
import {
  configure,
  documentKey,
  nearest,
  settingsOf,
  type Configured,
  type Plugins,
  type ServiceOptions,
  type Settings,
} from '@domesday/core/tool'
import { changedSettings, faultOf, ProposalFault, valueIn, type Setting } from './changed-settings.ts'

interface Proposal extends Setting {
  /** `score:distress`: its document. */
  readonly key: string
}

/** `distress.weights.filing_delays=0.3` of a shared score, `energy.score.weights.grid=0.2` of an endpoint. */
const readSetting = (text: string, { endpoints, scores }: Pick<Plugins, 'endpoints' | 'scores'>): Proposal => {
  const [, id, rest, value] = /^([a-z0-9-]+)\.([^=]+)=(.*)$/s.exec(text) ?? []
  if (id === undefined || rest === undefined || value === undefined)
    throw faultOf(text, 'it has not the form distress.weights.filing_delays=0.3')
  const kind = scores.has(id) ? 'score' : endpoints.has(id) ? 'endpoint' : null
  if (kind === null) {
    const near = nearest(id, [...scores.keys(), ...endpoints.keys()])
    throw faultOf(text, `there is no score or endpoint '${id}'${near ? `; did you mean '${near}'?` : ''}`)
  }
  return { text, key: documentKey({ kind, id }), path: rest.split('.'), value: valueIn(text, value) }
}

export interface Proposed {
  /** Those that the proposed settings name. */
  readonly plugins: Plugins
  readonly settings: Settings
  /** By the id of the score or endpoint: what the weights that were not set were multiplied by. */
  readonly scaled: Readonly<Record<string, number>>
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const changedBy = ({ documents, merged }: Configured, proposals: readonly Proposal[]) => {
  const changed = new Map(merged())
  const scaled: Record<string, number> = {}
  for (const [key, sets] of Map.groupBy(proposals, (one) => one.key)) {
    const document = documents.find((one) => documentKey(one) === key)!
    const weights = document.kind === 'score' ? ['weights'] : ['score', 'weights']
    const { settings, scaledBy } = changedSettings({ ...document, weights }, changed.get(key) as object, sets)
    changed.set(key, settings)
    if (scaledBy !== null) scaled[document.id] = scaledBy
  }
  return { changed, scaled }
}

/**
 * Throws a `ProposalFault` for what was typed, and a `BootFault` with every fault of the folder. What a folder holds is
 * taken as it stands, and none of its code is run: it names packages that the settings in force name.
 */
export const proposedSettings = async (
  options: ServiceOptions,
  { folder, sets }: { readonly folder: string | undefined; readonly sets: readonly string[] },
): Promise<Proposed> => {
  if (folder !== undefined && !isFolder(folder)) throw new ProposalFault(`--config: there is no folder ${folder}`)
  const configured = await configure(
    { ...options, configDir: folder ?? options.configDir },
    { inForce: folder === undefined ? undefined : options.configDir },
  )
  const { plugins } = configured
  const { changed, scaled } = changedBy(
    configured,
    sets.map((text) => readSetting(text, plugins)),
  )
  return { plugins, settings: settingsOf(plugins, changed), scaled }
}

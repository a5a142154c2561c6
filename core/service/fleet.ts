/** What a node says about the fleet that it is one of. */
import { hashOf } from '../config/hash.ts'
import { documentsLogged, flatState } from '../config/settings-changes.ts'
import type { Gauge } from '../contract/gauge.ts'
import type { OpenShared, Running, SharedState } from '../contract/shared.ts'
import { release } from '../http/release.ts'
import type { Configured } from './configure.ts'
import type { ServiceOptions } from './options.ts'

/** What this node runs: the hash is that of its settings log. */
export const runningHere = (
  { configDir }: Pick<ServiceOptions, 'configDir'>,
  { documents, merged }: Pick<Configured, 'documents' | 'merged'>,
): (() => Running) => {
  let of: unknown,
    settings = ''
  return () => {
    if (of !== (of = merged()))
      try {
        settings = hashOf(flatState(documentsLogged(documents, merged(), { configDir })))
      } catch {
        // It reads the files again, which somebody may be editing: the next accepted settings are hashed again.
      }
    return { release, settings }
  }
}

/** Each release has defaults of its own, so that only settings of one release can be compared. */
const differing = ({ running }: SharedState, here: Running) => ({
  release: running.filter((one) => one.release !== here.release),
  settings: running.filter((one) => one.release === here.release && one.settings !== here.settings),
})

const counted = (count: number): string => (count === 1 ? '1 other node has' : `${count} other nodes have`)
const named = (names: readonly string[]): string => [...new Set(names)].toSorted().slice(0, 5).join(', ')

/** What the operator should know, though this node answers. */
export const fleetNotes = (shared: OpenShared | null, running: () => Running): readonly string[] => {
  if (shared === null) return []
  const { available, caching } = shared.state,
    here = running(),
    { release: releases, settings } = differing(shared.state, here)
  return [
    ...(available ? [] : ['what nodes share does not answer: this node keeps limits by itself']),
    ...(available && !caching ? ['what nodes share is slow: this node keeps what it fetches to itself'] : []),
    ...(settings.length === 0
      ? []
      : [
          `${counted(settings.length)} other settings: ${named(settings.map((one) => one.settings))}, here ${here.settings}`,
        ]),
    ...(releases.length === 0
      ? []
      : [
          `${counted(releases.length)} another release: ${named(releases.map((one) => one.release))}, here ${here.release}`,
        ]),
  ]
}

export const fleetGauges = (shared: OpenShared | null, running: () => Running): readonly Gauge[] =>
  shared === null
    ? []
    : [
        {
          name: 'domesday_shared_available',
          help: 'Whether what nodes share can be asked: 0 while this node keeps limits by itself',
          read: () => Number(shared.state.available),
        },
        { name: 'domesday_nodes', help: 'Nodes that were last seen', read: () => shared.state.nodes },
        {
          name: 'domesday_nodes_differing',
          help: 'Nodes that have another release than this one, or other settings of the same release',
          labels: ['by'],
          read: () =>
            Object.entries(differing(shared.state, running())).map(([by, { length: value }]) => ({
              labels: { by },
              value,
            })),
        },
      ]

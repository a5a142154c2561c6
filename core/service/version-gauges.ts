/** What runs, as metrics: the release, and the settings that are in force. */
import type { Gauge } from '../contract/gauge.ts'
import { release } from '../http/release.ts'
import type { Configured } from './configure.ts'

export const versionGauges = ({
  current,
  plugins,
  faulty,
}: Pick<Configured, 'current' | 'plugins' | 'faulty'>): readonly Gauge[] => [
  {
    name: 'domesday_build_info',
    help: 'The release that runs, and its Node; always 1',
    labels: ['version', 'node'],
    read: () => [{ labels: { version: release, node: process.version }, value: 1 }],
  },
  {
    name: 'domesday_settings_info',
    help: 'The hash of the settings in force that answers of an endpoint carry; always 1',
    labels: ['endpoint', 'settings'],
    read: () =>
      [...plugins.endpoints.keys()].map((endpoint) => ({
        labels: { endpoint, settings: current().endpoint(endpoint).hash },
        value: 1,
      })),
  },
  {
    name: 'domesday_settings_faulty',
    help: '1 while an edited settings file has a fault, so that it is not in force',
    read: () => Number(faulty()),
  },
]

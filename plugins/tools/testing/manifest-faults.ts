/** Whether the line `domesday` of a package.json agrees with what the package declares, as a start would ask of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Endpoint } from '@domesday/core'
import { lineOf, type PluginFault } from './plugin-fault.ts'

/** A folder without a package.json of its own is part of another package, which says nothing about it. */
const saidIn = (file: string): Readonly<Record<string, unknown>> | null => {
  try {
    const { domesday } = JSON.parse(readFileSync(file, 'utf8')) as { readonly domesday?: unknown }
    return typeof domesday === 'object' ? (domesday as Readonly<Record<string, unknown>> | null) : null
  } catch {
    return null
  }
}

export const manifestFaults = ({ id, home }: Pick<Endpoint, 'id' | 'home'>): readonly PluginFault[] => {
  const file = join(home, 'package.json')
  const said = saidIn(file)
  if (said === null) return []
  const at = (name: string) => {
    const own = lineOf(file, `"${name}"`)
    return { file, ...(own.line === undefined ? lineOf(file, '"domesday"') : own) }
  }
  const version = said['contract']
  return [
    ...(said['endpoint'] === id
      ? []
      : [
          {
            ...at('endpoint'),
            message:
              said['endpoint'] === undefined
                ? 'its "domesday" does not say that it is an endpoint'
                : `it says "endpoint": ${JSON.stringify(said['endpoint'])}, but the id of the endpoint is '${id}'`,
            mend: `"endpoint": "${id}"`,
          },
        ]),
    ...(version === contract
      ? []
      : [
          {
            ...at('contract'),
            message:
              version === undefined
                ? 'it does not say which contract it is written for'
                : `it is written for contract ${String(version)}, and the core has ${contract}`,
            mend: typeof version === 'number' && version > contract ? 'update the core' : `"contract": ${contract}`,
          },
        ]),
  ]
}

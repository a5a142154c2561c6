/** Held against every plugin that is served: a new one is tested before its author writes a test. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declarationFaults, describePlugin } from '@domesday/tool-testing'
import { inspect } from '../core/service/configure.ts'
import { projectRoot } from '../core/registry/load.ts'

const found = await inspect(join(projectRoot, 'config'), {})
const { plugins, lines } = found

describe('plugins', () => {
  it('are sound in shape and settings', () => expect(lines).toEqual([]))

  it('are sound in what no start looks for', () => expect(declarationFaults(found)).toEqual([]))

  it('are all served: no package lies idle', () => {
    const idle = (kind: string, served: readonly { readonly home?: string }[]) =>
      readdirSync(join(projectRoot, 'plugins', kind)).filter(
        (name) =>
          existsSync(join(projectRoot, 'plugins', kind, name, 'package.json')) &&
          !served.some(({ home }) => home === join(projectRoot, 'plugins', kind, name)),
      )
    const declared = [...plugins.endpoints.values()].map((one) => one.declared)
    expect([
      ...idle('endpoints', declared),
      ...idle('scores', [...plugins.scores.values()]),
      ...idle('sources', [...plugins.sources.values()]),
    ]).toEqual([])
  })
})

for (const source of plugins.sources.values()) describePlugin(source)
for (const { declared } of plugins.endpoints.values()) describePlugin(declared)

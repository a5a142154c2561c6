/** All generated pages, by their path in the project. Example answers come from the sample data. */
import { randomUUID } from 'node:crypto'
import type { Scored } from '@domesday/core'
import {
  bytesOf,
  inspect,
  type LoadedEndpoint,
  openService,
  operatorPayer,
  planOf,
  projectRoot,
  rawOf,
  type ServiceOptions,
  tokens,
} from '@domesday/core/tool'
import { contractPage } from './contract.ts'
import { endpointPage, endpointsIndex } from './endpoints.ts'
import { readHouse } from './house.ts'
import { drawHouse } from './house-picture.ts'
import { settingsSchemas } from './settings-schemas.ts'
import { scorePages } from './scores.ts'
import { sourcesPage } from './sources.ts'

interface Example {
  readonly path: string
  readonly data: unknown
  readonly scores: ReadonlyMap<string, Scored>
}

export const generatedPages = async (options: ServiceOptions): Promise<ReadonlyMap<string, string>> => {
  const scores = new Map<string, Scored>()
  const { container, close } = await openService({
    ...options,
    logTo: { write: () => {} },
    onScore: (id, scored) => scores.set(id, scored),
  })
  try {
    const configured = container.get(tokens.configured)
    const exampleOf = async (endpoint: LoadedEndpoint): Promise<Example | null> => {
      const settings = configured.current().endpoint(endpoint.declared.id)
      const [path] = Object.keys(settings.examples)
      if (path === undefined) return null
      scores.clear()
      const raw = { ...rawOf(endpoint, path, ''), ...(!endpoint.flat && { depth: 'full' }) }
      const { body } = await container
        .get(tokens.answering)
        .answer(planOf(endpoint, settings, raw), { payer: operatorPayer, requestId: randomUUID() })
      return { path, data: (JSON.parse(bytesOf(body).toString()) as { data: unknown }).data, scores: new Map(scores) }
    }
    const examples = new Map<string, Example | null>()
    for (const [id, endpoint] of configured.plugins.endpoints) examples.set(id, await exampleOf(endpoint))
    const { pages, plots } = scorePages(configured, ({ declared }, { id }) => {
      const example = examples.get(declared.id)
      const value = example?.scores.get(id)
      return example && value ? { path: example.path, value } : null
    })
    const { documents } = await inspect(options.configDir, options.env)
    return new Map([
      ...[...settingsSchemas(documents)].map(([path, text]): [string, string] => [`config/${path}`, text]),
      ['docs/images/house.svg', drawHouse(readHouse(projectRoot))],
      ['docs/contract.md', contractPage(projectRoot)],
      ['docs/sources.md', sourcesPage(configured)],
      ['docs/endpoints/README.md', endpointsIndex(configured)],
      ...[...configured.plugins.endpoints].map(([id, endpoint]): [string, string] => [
        `docs/endpoints/${id}.md`,
        endpointPage(endpoint, configured, examples.get(id) ?? null),
      ]),
      ...pages,
      ...plots,
    ])
  } finally {
    await close()
  }
}

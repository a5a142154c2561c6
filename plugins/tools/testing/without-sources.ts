/**
 * The sample data without some sources: these do not answer, and their datasets are not imported. `id/path`, such as
 * `companies-house/search/`, is a part of a source that does not answer.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openService, type AnySource, type OpenGateway, type ServiceOptions, type Unmatched } from '@domesday/core/tool'
import { createSandbox, json, listenOnLoopback } from '@domesday/tool-gateway'

export const openWithoutSources = async (
  sources: ReadonlyMap<string, AnySource>,
  without: readonly string[],
  options: ServiceOptions,
  onUnmatched: (call: Unmatched) => void,
): Promise<OpenGateway> => {
  // With a gateway nothing is imported: start a service without one first.
  await (await openService(options)).close()
  const datasets = join(options.dataDir, 'datasets')
  const imported = [...sources.values()].some(({ kind }) => kind === 'dataset') ? readdirSync(datasets) : []
  for (const file of imported)
    if (without.some((id) => file.startsWith(`${id}.`))) rmSync(join(datasets, file), { recursive: true })

  const down = without.filter((path) => path.includes('/'))
  const sandbox = createSandbox({ sources, onUnmatched })
  const token = json(200, { access_token: 'sample', expires_in: 3600, token_type: 'Bearer' })
  return listenOnLoopback(async (call) => {
    if (without.includes(call.source) || down.some((path) => `${call.source}${call.target}`.startsWith(path)))
      return json(503, { error: 'down' })
    return Buffer.from(call.body).includes('grant_type=') ? token : sandbox.answer(call)
  })
}

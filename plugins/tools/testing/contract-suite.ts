/** The contract of plugins as tests, for any repository: `describePlugin(tides)` in a file of its vitest. */
import { depthRank, depths, type Depth, type Endpoint } from '@domesday/core'
import { requiredNodes, sourceIdsIn, sourcesOf, tokens, type AnySource, type LoadedEndpoint } from '@domesday/core/tool'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectAlone, runAlone } from './alone.ts'
import {
  atDepth,
  faultsOfAnswer,
  faultsOfDepth,
  faultsOfGaps,
  faultsOfScores,
  faultsOfSections,
  type AnswerAt,
} from './contract.ts'
import { runCounted } from './counting.ts'
import { faultsOfSchemas } from './schema.ts'
import type { RunningService } from './service.ts'
import { faultsOfSource } from './source-contract.ts'

/**
 * Declares the tests that every endpoint and every source passes, over the sample data and its own `defaults.yaml`
 * alone. Nothing of a project's `config/` is read.
 */
export const describePlugin = (plugin: Endpoint<any> | AnySource): void =>
  'sections' in plugin ? describeEndpoint(plugin) : describeSource(plugin)

const describeEndpoint = (declared: Endpoint): void => {
  describe(declared.id, async () => {
    const { lines, plugins, examples } = await inspectAlone(declared)

    it('is sound in declaration and settings', () => expect(lines).toEqual([]))
    const endpoint = plugins.endpoints.get(declared.id)
    // Nothing else can be asked of one that does not start.
    if (lines.length > 0 || !endpoint || examples === null) return

    it('has three examples or more', () => expect(examples.length).toBeGreaterThanOrEqual(3))
    it('has schemas that compile', () => expect(faultsOfSchemas(endpoint)).toEqual([]))
    it('rests every section on sources, or on who and where the subject is', () =>
      expect(faultsOfSections(endpoint)).toEqual([]))

    describeExamples(endpoint, examples)
    if (!endpoint.flat) describeDepths(declared, examples[0])
  })
}

const describeExamples = (endpoint: LoadedEndpoint, examples: readonly string[]): void => {
  let service: RunningService
  beforeAll(async () => {
    service = await runAlone(endpoint.declared)
  })
  afterAll(() => service?.close())
  const ask = async (path: string, depth: Depth): Promise<AnswerAt> => {
    const { status, body, headers } = await service.send(`/api/v1${atDepth(path, depth)}`)
    return { depth, status, body, charged: headers['x-credits-charged'] }
  }
  const atEveryDepth = async (path: string): Promise<readonly AnswerAt[]> => {
    const answers: AnswerAt[] = []
    for (const depth of depths) answers.push(await ask(path, depth))
    return answers
  }

  describe.each(examples.map((path) => [path] as const))('%s', (path) => {
    it.each([...depths])('at %s agrees with its schema, and knows something', async (depth) => {
      const { credits } = service.container.get(tokens.configured).current().endpoint(endpoint.declared.id)
      expect(faultsOfAnswer(endpoint, credits, await ask(path, depth))).toEqual([])
    })

    it('has the same score at every depth at which it appears, in parts that add up', async () => {
      expect(faultsOfScores(await atEveryDepth(path))).toEqual([])
    })

    it('names a source and a reason for every section that is null', async () => {
      expect(faultsOfGaps(endpoint, await ask(path, 'full'))).toEqual([])
    })

    it('shows sections only from their depth', async () => {
      expect((await atEveryDepth(path)).flatMap((answer) => faultsOfDepth(endpoint, answer))).toEqual([])
    })
  })
}

/** A depth asks only what its sections rest on: calls are counted at a gateway. */
const describeDepths = (declared: Endpoint, example: string | undefined): void => {
  const required = sourceIdsIn(requiredNodes(declared))
  const allowed = (depth: Depth): ReadonlySet<string> =>
    new Set([
      ...required,
      ...Object.entries(declared.sections)
        .filter(([, { from }]) => depthRank(from) <= depthRank(depth))
        .flatMap(([name]) => sourcesOf(declared, name)),
    ])

  it('asks no source before its depth, and nothing twice', async () => {
    const service = await runCounted(declared)
    try {
      let asked = 0
      for (const depth of depths) {
        const path = `/api/v1${atDepth(example!, depth)}`
        service.calls.length = 0
        const { status } = await service.send(path)
        expect([depth, status]).toEqual([depth, 200])
        expect([depth, [...new Set(service.calls)].filter((id) => !allowed(depth).has(id))]).toEqual([depth, []])
        asked += service.calls.length
        service.calls.length = 0
        await service.send(path)
        expect([depth, service.calls]).toEqual([depth, []])
      }
      expect(asked).toBeGreaterThan(0)
    } finally {
      await service.close()
    }
  })
}

const describeSource = (source: AnySource): void => {
  it(`source ${source.id} has its terms, settings, samples and a test`, async () => {
    expect(await faultsOfSource(source)).toEqual([])
  })
}

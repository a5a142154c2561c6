/** The contract of plugins as tests, for any repository: `describePlugin(tides)` in a file of its vitest. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { depthRank, depths, type Depth, type Endpoint } from '@domesday/core'
import {
  requiredNodes,
  sourceIdsIn,
  sourcesOf,
  tokens,
  type AnySource,
  type LoadedEndpoint,
  type Plugins,
} from '@domesday/core/tool'
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
import { patienceFaults } from './declarations.ts'
import { hear, type Heard } from './heard.ts'
import { manifestFaults } from './manifest-faults.ts'
import { faultLines } from './plugin-fault.ts'
import type { RunningService } from './service.ts'
import { importFaultsOf } from './source.ts'
import { faultsOfSource, faultsOfTests } from './source-contract.ts'

/**
 * Declares the tests that every endpoint and every source passes, over the sample data and its own `defaults.yaml`
 * alone. Nothing of a project's `config/` is read.
 */
export const describePlugin = (plugin: Endpoint | AnySource): void =>
  'sections' in plugin ? describeEndpoint(plugin) : describeSource(plugin)

const describeEndpoint = (declared: Endpoint): void => {
  describe(declared.id, async () => {
    const found = await inspectAlone(declared)
    const { lines, plugins, examples } = found

    it('is sound in declaration and settings', () =>
      expect([...lines, ...patienceFaults(found, process.cwd())]).toEqual([]))
    it('is what its package.json says', () =>
      expect(manifestFaults(declared).flatMap((fault) => faultLines(fault, process.cwd()))).toEqual([]))
    const endpoint = plugins.endpoints.get(declared.id)
    // Nothing else can be asked of one that does not start.
    if (lines.length > 0 || !endpoint || examples === null) return

    it('has three examples or more', () => expect(examples.length).toBeGreaterThanOrEqual(3))
    it('has schemas that compile', () => expect(faultsOfSchemas(endpoint)).toEqual([]))
    it('rests every section on sources, or on who and where the subject is', () =>
      expect(faultsOfSections(endpoint)).toEqual([]))

    describeExamples(endpoint, plugins.sources, examples)
    if (!endpoint.flat) describeDepths(declared, examples[0])
  })
}

interface Examined {
  readonly answers: readonly AnswerAt[]
  /** Why they lack what they lack, each with its file and line. */
  readonly causes: readonly string[]
}

const describeExamples = (endpoint: LoadedEndpoint, sources: Plugins['sources'], examples: readonly string[]): void => {
  const { home } = endpoint.declared
  const entry = join(home, 'index.ts')
  let service: RunningService
  let heard = hear()
  const causesOf = ({ faults }: Heard): readonly string[] =>
    faults(sources, home, existsSync(entry) ? entry : home).flatMap((fault) => faultLines(fault, process.cwd()))
  let ofSamples: readonly string[] = []
  beforeAll(async () => {
    service = await runAlone(endpoint.declared, { logTo: { write: (text) => heard.write(text) } })
    ofSamples = causesOf(heard)
  })
  afterAll(() => service?.close())
  const ask = async (path: string, depth: Depth): Promise<AnswerAt> => {
    const { status, body, headers } = await service.send(`/api/v1${atDepth(path, depth)}`)
    return { depth, status, body, charged: headers['x-credits-charged'] }
  }
  const examine = async (path: string): Promise<Examined> => {
    heard = hear()
    const answers: AnswerAt[] = []
    for (const depth of depths) answers.push(await ask(path, depth))
    return { answers, causes: causesOf(heard) }
  }
  const examined = new Map<string, Promise<Examined>>()
  const examinedOf = (path: string): Promise<Examined> => {
    const found = examined.get(path) ?? examine(path)
    examined.set(path, found)
    return found
  }

  const datasets = endpoint.sources.filter((id) => sources.get(id)?.kind === 'dataset')
  if (datasets.length > 0) it('imports the samples of its datasets', () => expect(ofSamples).toEqual([]))

  describe.each(examples.map((path) => [path] as const))('%s', (path) => {
    it('runs without an error, and has a sample for every call', async () => {
      const { causes } = await examinedOf(path)
      if (causes.length > 0) throw withoutStack(`${path}:\n${causes.join('\n')}`)
    })

    it.each([...depths])('at %s agrees with its schema, and knows something', async (depth) => {
      const { credits } = service.container.get(tokens.configured).current().endpoint(endpoint.declared.id)
      const { answers, causes } = await examinedOf(path)
      const answer = answers.find((one) => one.depth === depth)!
      const isExplained = causes.length + ofSamples.length > 0
      expect(faultsOfAnswer(endpoint, credits, answer, { isExplained })).toEqual([])
    })

    it('has the same score at every depth at which it appears, in parts that add up', async () => {
      expect(faultsOfScores((await examinedOf(path)).answers)).toEqual([])
    })

    it('names a source and a reason for every section that is null', async () => {
      const { answers, causes } = await examinedOf(path)
      const full = answers.at(-1)!
      if (full.status === 200 || causes.length === 0) expect(faultsOfGaps(endpoint, full)).toEqual([])
    })

    it('shows sections only from their depth', async () => {
      expect((await examinedOf(path)).answers.flatMap((answer) => faultsOfDepth(endpoint, answer))).toEqual([])
    })
  })
}

/** The lines of this file would say nothing to an author. */
const withoutStack = (message: string): Error => {
  const error = new Error(message)
  error.stack = `${error.name}: ${message}`
  return error
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
    expect([...faultsOfTests(source), ...(await faultsOfSource(source))]).toEqual([])
    const ofImport = await importFaultsOf(source)
    expect(ofImport.flatMap((fault) => faultLines(fault, process.cwd()))).toEqual([])
  })
}

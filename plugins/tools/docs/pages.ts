/** All generated pages, by their path in the project. Example answers come from the sample data. */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { Depth, Scored } from '@domesday/core'
import {
  bytesOf,
  type LoadedEndpoint,
  openService,
  operatorPayer,
  planOf,
  projectRoot,
  rawOf,
  inspect,
  type ServiceOptions,
  tokens,
} from '@domesday/core/tool'
import { contractPage } from './contract.ts'
import { exampleAnswer, exampleFile } from './example-answer.ts'
import { endpointPage, endpointsIndex } from './endpoints.ts'
import { readHouse } from './house.ts'
import { drawHouse } from './house-picture.ts'
import { settingsSchemas } from './settings-schemas.ts'
import { scorePages } from './scores.ts'
import { countQuestions, questionsFile, questionsPage, uncached, type Questions } from './questions.ts'
import { sourcesPage } from './sources.ts'

interface Example {
  readonly path: string
  readonly data: unknown
  /** The answer at the usual depth. */
  readonly answer: string
  /** Each score at the first example that shows how it adds up. */
  readonly scores: ReadonlyMap<string, { readonly path: string; readonly scored: Scored }>
  readonly questions: Readonly<Partial<Record<Depth, Questions>>>
}

/** Whether a score shows how factors add up: one of all zeros does not. */
const teaches = ({ signals }: Scored): boolean =>
  signals.filter(({ contribution }) => (contribution ?? 0) > 0).length > 1

export const generatedPages = async (options: ServiceOptions): Promise<ReadonlyMap<string, string>> => {
  const scores = new Map<string, Scored>()
  const questions = countQuestions()
  const configDir = uncached(options.configDir)
  const { container, close } = await openService({
    ...options,
    configDir,
    onAsk: questions.note,
    logTo: { write: () => {} },
    onScore: (id, scored) => scores.set(id, scored),
  })
  try {
    const configured = container.get(tokens.configured)
    const ask = async (endpoint: LoadedEndpoint, path: string, more: { readonly depth?: Depth }) => {
      scores.clear()
      questions.taken()
      const settings = configured.current().endpoint(endpoint.declared.id)
      const plan = planOf(endpoint, settings, { ...rawOf(endpoint, path, ''), ...more })
      const { body } = await container.get(tokens.answering).answer(plan, {
        payer: operatorPayer,
        requestId: randomUUID(),
      })
      return JSON.parse(bytesOf(body).toString()) as Parameters<typeof exampleAnswer>[0]
    }
    const exampleOf = async (endpoint: LoadedEndpoint): Promise<Example | null> => {
      const settings = configured.current().endpoint(endpoint.declared.id)
      const [path, ...others] = Object.keys(settings.examples)
      if (path === undefined) return null
      const charged = settings.credits[endpoint.flat ? 'full' : 'standard']
      const usual = await ask(endpoint, path, {})
      const ofUsual = questions.taken()
      const answer = exampleAnswer(usual, { at: configured.current().service.sandbox.date, charged })
      if (!endpoint.flat) await ask(endpoint, path, { depth: 'summary' })
      const ofSummary = questions.taken()
      const { data } = endpoint.flat ? usual : await ask(endpoint, path, { depth: 'full' })
      const byDepth = endpoint.flat
        ? { full: ofUsual }
        : { summary: ofSummary, standard: ofUsual, full: questions.taken() }
      const worked = new Map([...scores].map(([id, scored]) => [id, { path, scored }]))
      for (const other of others) {
        if ([...worked.values()].every(({ scored }) => teaches(scored))) break
        await ask(endpoint, other, endpoint.flat ? {} : { depth: 'full' }).catch(() => {})
        for (const [id, scored] of scores)
          if (worked.has(id) && !teaches(worked.get(id)!.scored) && teaches(scored))
            worked.set(id, { path: other, scored })
      }
      return { path, data, answer, scores: worked, questions: byDepth }
    }
    const examples = new Map<string, Example | null>()
    for (const [id, endpoint] of configured.plugins.endpoints) examples.set(id, await exampleOf(endpoint))
    const { pages, plots } = scorePages(configured, ({ declared }, { id }) => {
      const worked = examples.get(declared.id)?.scores.get(id)
      return worked ? { path: worked.path, value: worked.scored } : null
    })
    const { documents } = await inspect(options.configDir, options.env, { use: (named) => named })
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
      ...[...configured.plugins.endpoints].flatMap(([id, endpoint]): [string, string][] => {
        const [file, example] = [exampleFile(endpoint), examples.get(id)]
        return file !== null && example ? [[file, example.answer]] : []
      }),
      ...[...configured.plugins.endpoints].flatMap(([id, endpoint]): [string, string][] => {
        const [file, example] = [questionsFile(endpoint), examples.get(id)]
        return file !== null && example ? [[file, questionsPage(example.questions)]] : []
      }),
      ...pages,
      ...plots,
    ])
  } finally {
    await close()
    rmSync(configDir, { recursive: true, force: true })
  }
}

/** Asks every example of an endpoint at every depth, over the samples, and tells what its answers break. */
import { depths, type Depth } from '@domesday/core'
import { tokens, type LoadedEndpoint, type Plugins } from '@domesday/core/tool'
import {
  atDepth,
  faultsOfAnswer,
  faultsOfDepth,
  faultsOfGaps,
  faultsOfScores,
  runAlone,
  type AnswerAt,
} from '@domesday/tool-testing/checks'
import { join } from 'node:path'
import { hear, lineOf, type MissingSample, type PluginFault } from '@domesday/tool-testing/faults'

export interface ExampleAnswer extends AnswerAt {
  readonly path: string
  readonly ms: number
}

export interface Examples {
  readonly faults: readonly PluginFault[]
  readonly missing: readonly MissingSample[]
  readonly answers: readonly ExampleAnswer[]
}

/** `entry`: the module that is named where an error has no place of its own. */
export const askExamples = async (
  endpoint: LoadedEndpoint,
  { sources }: Plugins,
  folder: string,
  entry: string,
): Promise<Examples> => {
  const { declared } = endpoint
  const heard = hear()
  const service = await runAlone(declared, { logTo: heard })
  try {
    const { credits, examples } = service.container.get(tokens.configured).current().endpoint(declared.id)
    const ask = async (path: string, depth: Depth): Promise<ExampleAnswer> => {
      const from = performance.now()
      const { status, body, headers } = await service.send(`/api/v1${atDepth(path, depth)}`)
      return { path, depth, status, body, charged: headers['x-credits-charged'], ms: performance.now() - from }
    }
    const answers: ExampleAnswer[] = []
    for (const path of Object.keys(examples)) for (const depth of depths) answers.push(await ask(path, depth))

    const causes = heard.faults(sources, folder, entry)
    const settings = join(declared.home, 'defaults.yaml')
    const said = [...Map.groupBy(answers, ({ path }) => path)].flatMap(([path, group]) => {
      const full = group.at(-1)!
      const ofAnswers = group.flatMap((answer) =>
        [
          ...faultsOfAnswer(endpoint, credits, answer, { isExplained: causes.length > 0 }),
          ...faultsOfDepth(endpoint, answer),
        ].map((fault) => ({ path, where: `${path} at ${answer.depth}`, fault })),
      )
      const ofAll = [...faultsOfScores(group), ...(full.status === 200 ? faultsOfGaps(endpoint, full) : [])]
      return [...ofAnswers, ...ofAll.map((fault) => ({ path, where: path, fault }))]
    })
    // What is wrong in the same words with several answers is told once.
    const faults = [...Map.groupBy(said, ({ fault }) => fault).values()].map(([first, ...others]) => ({
      file: settings,
      ...lineOf(settings, first!.path),
      message: `${first!.where}${others.length > 0 ? ` and ${others.length} more` : ''}: ${first!.fault}`,
    }))
    return { faults: [...causes, ...faults], missing: heard.missing(sources), answers }
  } finally {
    await service.close()
  }
}

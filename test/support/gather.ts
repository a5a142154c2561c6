/**
 * Endpoints and operations for tests of the engine: operations answer from functions, and `run` records what was
 * asked.
 */
import type { Absent } from '../../core/contract/absence.ts'
import { endpoint, type Endpoint, type EndpointAbout, type Subject } from '../../core/contract/endpoint.ts'
import { need, params, type Depth, type Shown } from '../../core/contract/node.ts'
import type { Operation } from '../../core/contract/operation.ts'
import { text, type Shape } from '../../core/contract/shape.ts'
import type { Nation } from '../../core/contract/nation.ts'
import type { ScoreSettings } from '../../core/contract/score-settings.ts'
import { source } from '../../core/contract/source.ts'
import { UpstreamFault, type Reason } from '../../core/contract/upstream.ts'
import { gather, type Gathered } from '../../core/engine/gather.ts'
import { weigh } from '../../core/engine/weigh.ts'

export const asked = params({ id: text() })
/** An endpoint of these sections. */
export const endpointOf = (sections: EndpointAbout['sections'], subject: Partial<Subject> = {}): Endpoint =>
  endpoint({
    id: 'test',
    title: 'Test',
    summary: 'Test',
    home: '/nowhere',
    path: '/test/{id}',
    subject: { asked, required: [], ...subject },
    sections,
  })

type Answer<In, D> = (input: In) => D | Absent | Promise<D>

const answers = new WeakMap<Operation<any, any>, Answer<any, unknown>>()

/** An operation of a source of its own. Where `answer` calls `fails(reason)`, the operation fails. */
export const operation = <In, D>(
  id: string,
  digest: Shape<D>,
  answer: Answer<In, NoInfer<D>>,
  covers?: readonly Nation[],
): Operation<In, D> => {
  const about = source({
    id,
    title: `Source ${id}`,
    home: '/nowhere',
    licence: 'none',
    attribution: `by ${id}`,
    coverage: 'all',
    ...(covers && { covers }),
  })
  const declared: Operation<In, any> = about.get(id, { path: () => '/', digest, read: (wire: any) => wire })
  answers.set(declared, answer)
  return declared
}

/** A node that is the answer of such an operation. */
export const answering = <D>(
  id: string,
  digest: Shape<D>,
  answer: Answer<object, NoInfer<D>>,
  covers?: readonly Nation[],
): Shown<D> => need(operation(id, digest, answer, covers), {}, () => ({})) as Shown<D>

export const fails = (reason: Reason): never => {
  throw new UpstreamFault('', reason, 'made to fail')
}
export const slowly = <T>(ms: number, value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), ms))

export interface Run extends Gathered {
  readonly calls: readonly string[]
  /** Where the plugin's code threw. */
  readonly pluginErrors: readonly string[]
}

export const run = async (
  endpoint: Endpoint,
  {
    asked = {},
    depth = 'full',
    include = null,
    deadline = 1000,
    scores = {},
    settings = {},
  }: {
    readonly asked?: object
    readonly depth?: Depth
    readonly include?: readonly string[] | null
    readonly deadline?: number
    readonly scores?: Readonly<Record<string, ScoreSettings>>
    readonly settings?: object
  } = {},
): Promise<Run> => {
  const calls: string[] = [],
    pluginErrors: string[] = []
  const gathered = await gather({
    endpoint,
    asked,
    depth,
    include,
    deadline,
    settings,
    now: new Date('2026-10-15T09:00:00Z'),
    ask: async (operation, question) => {
      calls.push(operation.id)
      try {
        return { value: await answers.get(operation)!(question), at: 1_000, until: 5_000 }
      } catch (fault) {
        throw fault instanceof UpstreamFault
          ? new UpstreamFault(operation.source.id, fault.reason, fault.message)
          : fault
      }
    },
    weigh: (score, evidence) => weigh(score, scores[score.id]!, evidence),
    settingsOf: (score) => scores[score.id]!,
    onPluginError: (where) => {
      pluginErrors.push(where)
    },
  })
  return { ...gathered, calls, pluginErrors }
}

/** `get <path>`: one lookup, in this process for the operator, or from a server with a key. */
import {
  bytesOf,
  Failure,
  newRequestId,
  openService,
  operatorPayer,
  planOf,
  problemOf,
  projectRoot,
  rawOf,
  tokens,
  type Container,
} from '@domesday/core/tool'
import { prefix } from '@domesday/surface-rest'
import { faultLines, hear } from '@domesday/tool-testing/faults'
import { answerAsText } from '@domesday/vocabulary-answer-text'
import type { Pack } from '@domesday/verify'
import { timelineOf } from './timeline.ts'
import { onlyArgument, UsageFault, type Command, type Invocation } from './command.ts'

interface Got {
  readonly status: number
  readonly body: string
  /** What was asked for it, as lines; null where that is not kept. */
  readonly timeline: string | null
}

const pathWith = (invocation: Invocation): string => {
  const path = `/${onlyArgument(invocation, 'path, such as entity/99000017')
    .replace(/^\/+/, '')
    .replace(/^api\/v1\//, '')}`
  const { depth, include, match } = invocation.flags
  const extra = Object.entries({ depth, include, match }).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  const spaced = path.replaceAll(' ', '%20')
  return extra.length === 0 ? spaced : `${spaced}${spaced.includes('?') ? '&' : '?'}${extra.join('&')}`
}

const fromServer = async (url: string, key: string, path: string): Promise<Got> => {
  try {
    const { request } = await import('undici')
    const { statusCode, body } = await request(`${url.replace(/\/+$/, '')}${prefix}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return { status: statusCode, body: readable(await body.text(), statusCode, url), timeline: null }
  } catch (error) {
    if (error instanceof UsageFault) throw error
    throw new UsageFault(`cannot reach ${url}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`)
  }
}

const readable = (body: string, status: number, url: string): string => {
  try {
    JSON.parse(body)
    return body
  } catch {
    throw new UsageFault(`was answered ${status} by ${url}, and not in JSON`)
  }
}

const inProcess = async ({ terminal, service, remark }: Invocation, path: string): Promise<Got> => {
  const heard = hear()
  const { container, close } = await openService({ ...service, logTo: heard })
  const { plugins, current } = container.get(tokens.configured)
  try {
    const [head] = path.slice(1).split(/[/?]/)
    const segments = path.split('?')[0]!.split('/').length
    const endpoint = [...plugins.endpoints.values()].find(
      ({ declared }) => declared.path.split('/').length === segments && matches(declared.path, path),
    )
    if (!endpoint) throw new Failure('unknown_path', `There is no look-up at '${head}'.`)
    const plan = planOf(endpoint, current().endpoint(endpoint.declared.id), rawOf(endpoint, path, ''))
    const answer = await container
      .get(tokens.answering)
      .answer(plan, { payer: operatorPayer, requestId: newRequestId() })
    const body = bytesOf(answer.body).toString()
    return { status: 200, body, timeline: await timelineFrom(container, body) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const problem = problemOf(error, newRequestId())
    return { status: problem.status, body: JSON.stringify(problem), timeline: null }
  } finally {
    for (const { mend, ...fault } of heard.faults(plugins.sources, projectRoot, 'the plugin'))
      for (const line of faultLines(
        service.mode === 'live' || mend === undefined ? fault : { ...fault, mend },
        terminal.cwd,
      ))
        remark(line)
    await close()
  }
}

const timelineFrom = async (container: Container, body: string): Promise<string | null> => {
  const { evidence: id } = (JSON.parse(body) as { readonly _meta: { readonly evidence: string | null } })._meta
  const found = id === null ? null : await container.get(tokens.evidence)?.find(id, null)
  if (!found) return null
  const { asks } = (found.pack as Pack).form
  return timelineOf(
    asks.map(({ node, from, outcome }, i) => ({
      node,
      from,
      gap: 'gap' in outcome ? outcome.gap : null,
      ...found.timings[i]!,
    })),
  )
}

const matches = (pattern: string, path: string): boolean => {
  const segments = path.split('?')[0]!.split('/')
  return pattern.split('/').every((part, i) => part.startsWith('{') || part === segments[i])
}

export const get: Command = {
  words: 'get',
  takes: '<path>',
  summary:
    'one lookup: in this process, uncharged, with --explain what was asked for it and when; or from a server with --url and --key',
  options: {
    depth: { type: 'string' },
    include: { type: 'string' },
    match: { type: 'string' },
    json: { type: 'boolean' },
    explain: { type: 'boolean' },
    url: { type: 'string' },
    key: { type: 'string' },
  },
  run: async (invocation) => {
    const { url, key, json, explain } = invocation.flags
    if ((url === undefined) !== (key === undefined)) throw new UsageFault('--url and --key go together')
    if (explain && url !== undefined) throw new UsageFault('--explain is for a look-up in this process')
    const path = pathWith(invocation)
    const { status, body, timeline } =
      typeof url === 'string' ? await fromServer(url, String(key), path) : await inProcess(invocation, path)
    invocation.print(
      json
        ? body
        : answerAsText(JSON.parse(body) as never, {
            colour: invocation.terminal.output.isTTY === true,
            charged: url !== undefined,
          }),
    )
    if (explain && status === 200)
      invocation.remark(timeline ?? 'What was asked is not shown: this service keeps no evidence of it.')
    return status === 200 ? 0 : 1
  },
}

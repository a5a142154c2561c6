/** The sandbox gateway: the sample world, served from the `samples/` folder of each source package. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Auth } from '@domesday/core'
import type { OpenGateway, Unmatched } from '@domesday/core/tool'
import type { SampleAnswer, SampleReply, SampleRequest } from '@domesday/vocabulary-samples'
import { readExchanges } from './exchange-file.ts'
import { indexExchanges } from './exchanges.ts'
import { credentials, readCall, shown } from './matching.ts'
import { json, listenOnLoopback, type Answer, type Call } from './server.ts'

/** What the sandbox reads of a source: a `Source` or a `Dataset` is one. */
export interface SampledSource {
  readonly id: string
  /** The package's folder; the samples are in its `samples/`. */
  readonly home: string
  readonly auth?: readonly Auth[]
}

export interface SandboxOptions {
  readonly sources: ReadonlyMap<string, SampledSource>
  readonly onUnmatched?: (call: Unmatched) => void
}

export interface Sandbox {
  /** Serves on a free loopback port, unless one is given. */
  listen(port?: number): Promise<OpenGateway>
  /** Answers one call without a socket. Rejects where the samples themselves are faulty, naming file and line. */
  answer(call: Pick<Call, 'source' | 'target'> & Partial<Call>): Promise<Answer>
}

/**
 * A source's samples are read at the first call to it, and once. A call that none agrees with is a 404 with
 * `x-sandbox: unmatched`.
 */
export const createSandbox = ({ sources, onUnmatched = () => {} }: SandboxOptions): Sandbox => {
  const samples = new Map<string, Promise<Find>>()
  const samplesOf = (source: SampledSource): Promise<Find> => {
    const known = samples.get(source.id) ?? load(source)
    samples.set(source.id, known)
    return known
  }
  const answer: Sandbox['answer'] = async ({
    source: id,
    target,
    method = 'GET',
    headers = {},
    body = new Uint8Array(),
  }) => {
    const request = readCall({ source: id, target, method, headers, body })
    const source = sources.get(id)
    const found = source && (await (await samplesOf(source))(request))
    if (found) return found
    const unmatched: Unmatched = {
      source: id,
      method,
      path: request.path,
      query: shown(request.query, credentials(source?.auth)),
    }
    onUnmatched(unmatched)
    return json(404, { sandbox: 'no sample', ...unmatched }, { 'x-sandbox': 'unmatched' })
  }
  return { answer, listen: (port) => listenOnLoopback(answer, port) }
}

type Find = (request: SampleRequest) => Promise<Answer> | Answer | null

const load = async ({ home, auth }: SampledSource): Promise<Find> => {
  const folder = join(home, 'samples')
  const find = indexExchanges(readExchanges(folder), credentials(auth))
  const answer = await loadAnswer(folder)
  return (request) => {
    const row = find(request)
    if (row) return row.reply()
    const reply = answer?.(request)
    return reply ? answerOf(reply) : null
  }
}

/** The pure function that a folder's `rows.ts` exports, or `rows.js` in a package that carries no TypeScript. */
const loadAnswer = async (folder: string): Promise<SampleAnswer | null> => {
  const path = ['rows.ts', 'rows.js'].map((name) => join(folder, name)).find((each) => existsSync(each))
  if (path === undefined) return null
  const { answer } = (await import(pathToFileURL(path).href)) as { answer?: SampleAnswer }
  if (typeof answer !== 'function') throw new TypeError(`${path}: it must export a function \`answer\``)
  return answer
}

const answerOf = ({ status = 200, headers, type, ...reply }: SampleReply): Answer => {
  const [usual, body] =
    reply.json !== undefined
      ? ['application/json', JSON.stringify(reply.json)]
      : reply.xml !== undefined
        ? ['application/xml', reply.xml]
        : reply.text !== undefined
          ? ['text/plain; charset=utf-8', reply.text]
          : [undefined, '']
  const contentType = type ?? usual
  return { status, headers: { ...(contentType && { 'content-type': contentType }), ...headers }, body }
}

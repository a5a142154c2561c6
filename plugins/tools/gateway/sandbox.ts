/** The sandbox gateway: serves the sample data from the `samples/` folder of each source package. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Auth } from '@domesday/core'
import { type OpenGateway, type Unmatched, unmatchedHeader } from '@domesday/core/tool'
import type { SampleAnswer, SampleReply, SampleRequest } from '@domesday/vocabulary-samples'
import { readExchanges } from './exchange-file.ts'
import { indexExchanges } from './exchanges.ts'
import { credentials, readCall, shown } from './matching.ts'
import { rowFor } from './sample-row.ts'
import { json, listenOnLoopback, type Answer, type Call } from './server.ts'

/** The members of a `Source` or `Dataset` that the sandbox needs. */
export interface SampledSource {
  readonly id: string
  /** The package's folder, with `samples/`. */
  readonly home: string
  readonly auth?: readonly Auth[]
}

export interface SandboxOptions {
  readonly sources: ReadonlyMap<string, SampledSource>
  readonly onUnmatched?: (call: Unmatched) => void
}

export interface Sandbox {
  /** Serves on a loopback port, by default a free one. */
  listen(port?: number): Promise<OpenGateway>
  /** Answers one call without a socket. Rejects with file and line if the samples are invalid. */
  answer(call: Pick<Call, 'source' | 'target'> & Partial<Call>): Promise<Answer>
}

/**
 * Reads a source's samples once, at the first call to it. An unmatched call gets a 404 with `x-sandbox: unmatched`.
 */
export const createSandbox = ({ sources, onUnmatched = () => {} }: SandboxOptions): Sandbox => {
  const samples = new Map<string, Promise<Find>>()
  const samplesOf = (source: SampledSource): Promise<Find> => {
    const loaded = samples.get(source.id) ?? load(source)
    samples.set(source.id, loaded)
    return loaded
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
    if (source?.auth?.some((scheme) => 'oauth' in scheme) && asksForToken.test(Buffer.from(body).toString()))
      return json(200, { access_token: 'sample', token_type: 'Bearer', expires_in: 3600 })
    const unmatched: Unmatched = {
      source: id,
      method,
      path: request.path,
      query: shown(request.query, credentials(source?.auth)),
      row: rowFor(request, credentials(source?.auth)),
    }
    onUnmatched(unmatched)
    return json(404, { sandbox: 'no sample', ...unmatched }, { [unmatchedHeader.name]: unmatchedHeader.value })
  }
  return { answer, listen: (port) => listenOnLoopback(answer, port) }
}

/** A form by which a live service gets a token for client credentials. The sandbox itself has no credential. */
const asksForToken = /(^|&)grant_type=client_credentials(&|$)/

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

/** `answer` of a folder's `rows.ts`, or of `rows.js` in a package without TypeScript. */
const loadAnswer = async (folder: string): Promise<SampleAnswer | null> => {
  const path = ['rows.ts', 'rows.js'].map((name) => join(folder, name)).find((each) => existsSync(each))
  if (path === undefined) return null
  const { answer } = (await import(pathToFileURL(path).href)) as { answer?: SampleAnswer }
  if (typeof answer !== 'function') throw new TypeError(`${path}: it must export a function \`answer\``)
  return answer
}

const answerOf = ({ status = 200, headers, type, ...reply }: SampleReply): Answer => {
  const [defaultType, body] =
    reply.json !== undefined
      ? ['application/json', JSON.stringify(reply.json)]
      : reply.xml !== undefined
        ? ['application/xml', reply.xml]
        : reply.text !== undefined
          ? ['text/plain; charset=utf-8', reply.text]
          : [undefined, '']
  const contentType = type ?? defaultType
  return { status, headers: { ...(contentType && { 'content-type': contentType }), ...headers }, body }
}

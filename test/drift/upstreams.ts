/**
 * The sample world in this process: questions are answered from the samples without a socket, and one field of one
 * operation's answers may have another name.
 */
import type { CallHow, Operation, RunHow, Tools } from '../../core/contract/operation.ts'
import { Passing } from '../../core/contract/operation.ts'
import { apart, withParts, type Part } from '../../core/contract/absence.ts'
import { UpstreamFault, type Answered, type SourceSettings } from '../../core/contract/upstream.ts'
import { canonical } from '../../core/config/hash.ts'
import type { AnySource } from '../../core/contract/client.ts'
import { readAs } from '../../plugins/clients/formats/index.ts'
import { freeze } from '../../plugins/clients/http/digest-cache.ts'
import { checkReply } from '../../plugins/clients/http/response.ts'
import { readChecked } from '../../plugins/clients/http/read-checked.ts'
import { urlFor } from '../../plugins/clients/http/upstream-url.ts'
import { createSandbox } from '../../plugins/tools/gateway/sandbox.ts'
import { buffer } from 'node:stream/consumers'
import { fieldPaths, withRenamed } from './field-paths.ts'

export interface Rename {
  readonly source: string
  readonly operation: string
  readonly path: string
}
/** An answer as the upstream sent it. */
interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
interface Landed {
  readonly value: unknown
  readonly fault: UpstreamFault | null
  /** `source operation` of all calls that it rests on. */
  readonly rests: ReadonlySet<string>
}
export interface Call {
  readonly operation: Operation<any, any>
  readonly input: unknown
}

type Ask = (operation: Operation<any, any>, input: unknown) => Promise<Answered>

export interface Upstreams {
  /** As the samples are. */
  readonly ask: Ask
  /** The `get` calls so far, each once. */
  readonly calls: ReadonlyMap<string, Call>
  /** The paths of the fields that an operation's answers have. */
  fieldsOf(source: string, operation: string): Promise<ReadonlySet<string>>
  /** The parsed bodies of an operation's answers. */
  wires(source: string, operation: string): Promise<readonly unknown[]>
  /** The calls that an answer so far rests on: `source operation`. */
  restsOf(operation: Operation<any, any>, input: unknown): Promise<ReadonlySet<string>>
  /** With a field renamed; null where no digest of the operation's answers differs. */
  renamed(rename: Rename): Promise<Ask | null>
}

const at = Date.parse('2026-10-15T09:00:00Z')
export const keyOf = ({ source, operation }: { readonly source: string; readonly operation: string }): string =>
  `${source} ${operation}`
const same = (one: Landed, other: Landed): boolean =>
  one.fault === null && other.fault === null && canonical([one.value]) === canonical([other.value])

export const openUpstreams = (
  sources: ReadonlyMap<string, AnySource>,
  settingsOf: (source: string) => SourceSettings,
  askOther: Ask,
): Upstreams => {
  const sandbox = createSandbox({ sources })
  const sent = new Map<string, Promise<Sent>>()
  const calls = new Map<string, Call>()

  const fetchSent = async (source: string, how: CallHow, input: unknown): Promise<Sent> => {
    const { pathname, search } = urlFor(how.path(input), settingsOf(source))
    const post = how.post?.(input)
    const [type, body] =
      post === undefined
        ? ['', '']
        : 'json' in post
          ? ['application/json', JSON.stringify(post.json)]
          : 'form' in post
            ? ['application/x-www-form-urlencoded', new URLSearchParams(post.form).toString()]
            : [post.type, post.text]
    const key = `${source} ${pathname}${search} ${body}`
    if (!sent.has(key))
      sent.set(
        key,
        (async () => {
          const answer = await sandbox.answer({
            source,
            target: `${pathname}${search}`,
            method: post === undefined ? 'GET' : 'POST',
            // Empty ones are not sent.
            headers: Object.fromEntries(
              Object.entries({ 'content-type': type, ...how.headers }).filter(([, value]) => value !== ''),
            ),
            body: Buffer.from(body),
          })
          const bytes =
            typeof answer.body === 'string' || answer.body instanceof Uint8Array
              ? Buffer.from(answer.body)
              : await buffer(answer.body)
          const headers = Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]),
          )
          return { status: answer.status, headers, text: bytes.toString('utf8') }
        })(),
      )
    return sent.get(key)!
  }

  /** What a source reads as text is most often JSON all the same. */
  const wireOf = async (how: CallHow, { status, text }: Sent, path: string | null): Promise<unknown> => {
    if (status === 204) return how.as === 'text' ? '' : how.as === 'csv' ? [] : null
    const isJson = how.as === 'text' && /^\s*[[{]/.test(text)
    const wire = await readAs(isJson ? 'json' : how.as, text)
    const changed = path === null ? wire : withRenamed(wire, path)
    return isJson ? JSON.stringify(changed) : changed
  }

  const get = async (source: AnySource, how: CallHow, input: unknown, path: string | null): Promise<unknown> => {
    const reply = await fetchSent(source.id, how, input)
    if (reply.status < 200 || reply.status > 299)
      return checkReply(source, how, input, { ...reply, body: reply.text }, [])
    try {
      return readChecked(how, await wireOf(how, reply, path), input).value
    } catch (error) {
      if (error instanceof UpstreamFault) throw error
      const why = error instanceof Passing ? 'passing' : (error as Error).message
      throw new UpstreamFault(source.id, 'upstream_failed', why)
    }
  }

  const openAsk = (rename: Rename | null, base: ReadonlyMap<string, Promise<Landed>> | null) => {
    const landed = new Map<string, Promise<Landed>>()
    const renamedKey = rename && keyOf(rename)
    const land = async (operation: Operation<any, any>, input: unknown): Promise<Landed> => {
      const { source, id, how } = operation
      const own = `${source.id} ${id}`
      const rests = new Set([own])
      const settle = async (work: () => Promise<unknown>): Promise<Landed> => {
        try {
          const value = await work()
          freeze(value)
          return { value, fault: null, rests }
        } catch (error) {
          const fault =
            error instanceof UpstreamFault
              ? error
              : new UpstreamFault(source.id, 'upstream_failed', (error as Error).message)
          return { value: null, fault, rests }
        }
      }
      if (how.kind === 'run') {
        const parts: Part[] = []
        const tools: Tools = {
          ask: async (other, question) => {
            const one = await landing(other, question)
            for (const rest of one.rests) rests.add(rest)
            if (one.fault) throw one.fault
            const { value, parts: more } = apart(one.value)
            parts.push(...more)
            return value as never
          },
          now: () => at,
        }
        return settle(async () => withParts(await (how as RunHow).run(input, tools), parts))
      }
      if (how.kind !== 'get') return settle(async () => (await askOther(operation, input)).value)
      if (rename === null) calls.set(`${own} ${canonical(input)}`, { operation, input })
      return settle(() => get(sources.get(source.id)!, how as CallHow, input, own === renamedKey ? rename!.path : null))
    }
    const landing = async (operation: Operation<any, any>, input: unknown): Promise<Landed> => {
      const key = `${operation.source.id} ${operation.id} ${canonical(input)}`
      const known = await base?.get(key)
      if (known && !known.rests.has(renamedKey!)) return known
      if (!landed.has(key)) landed.set(key, land(operation, input))
      return landed.get(key)!
    }
    const ask: Ask = async (operation, input) => {
      const { value, fault } = await landing(operation, input)
      if (fault) throw fault
      return { value, at, until: at + 3_600_000 }
    }
    return { ask, landing, landed }
  }

  const samples = openAsk(null, null)
  const callsOf = (source: string, operation: string): readonly Call[] =>
    [...calls.values()].filter(({ operation: { id, source: of } }) => of.id === source && id === operation)
  const wires = async (source: string, operation: string): Promise<readonly unknown[]> => {
    const read: unknown[] = []
    for (const {
      operation: { how },
      input,
    } of callsOf(source, operation)) {
      const reply = await fetchSent(source, how as CallHow, input)
      if (reply.status < 200 || reply.status > 299) continue
      const wire = await wireOf(how as CallHow, reply, null)
      read.push(typeof wire === 'string' && /^\s*[[{]/.test(wire) ? JSON.parse(wire) : wire)
    }
    return read
  }
  return {
    ask: samples.ask,
    calls,
    wires,
    fieldsOf: async (source, operation) => {
      const paths = new Set<string>()
      for (const wire of await wires(source, operation)) fieldPaths(wire, paths)
      return paths
    },
    restsOf: async (operation, input) => (await samples.landing(operation, input)).rests,
    renamed: async (rename) => {
      const other = openAsk(rename, samples.landed)
      let differs = false
      for (const { operation, input } of callsOf(rename.source, rename.operation))
        differs ||= !same(await samples.landing(operation, input), await other.landing(operation, input))
      return differs ? other.ask : null
    },
  }
}

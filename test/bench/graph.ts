/**
 * An endpoint of nine upstream calls in four levels, whose latencies are known: what it takes at least is known too.
 */
import { writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { endpoint, integer, list, need, params, render, section, source, text, type Node } from '../../core/index.ts'

/** Milliseconds of each call, and the call whose answer it waits for. */
const calls = {
  place: { ms: 40 },
  crime: { ms: 120, after: 'place' },
  company: { ms: 150, after: 'place' },
  flood: { ms: 90, after: 'place' },
  stops: { ms: 60, after: 'place' },
  schools: { ms: 110, after: 'place' },
  officers: { ms: 200, after: 'company' },
  notices: { ms: 70, after: 'officers' },
  weather: { ms: 30 },
} as const satisfies Readonly<Record<string, { readonly ms: number; readonly after?: string }>>
type Name = keyof typeof calls

const chainTo = (name: Name): readonly number[] => {
  const { ms, after } = calls[name] as { readonly ms: number; readonly after?: Name }
  return [...(after ? chainTo(after) : []), ms]
}
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

export const callCount = Object.keys(calls).length
/** Milliseconds of the calls on the longest way through the graph, in their order. */
export const criticalPath = (Object.keys(calls) as Name[]).map(chainTo).toSorted((a, b) => sum(b) - sum(a))[0]!

/** Declares the endpoint and its source with settings in a folder: `/graph/{subject}`, on whatever subject. */
export const declareGraph = (dir: string) => {
  const homeOf = (id: string, settings: string): string => {
    const home = join(dir, id)
    mkdirSync(home)
    writeFileSync(join(home, 'defaults.yaml'), settings)
    return home
  }
  const upstream = source({
    id: 'latency',
    title: 'Latency',
    licence: 'none',
    attribution: 'none',
    coverage: 'everything',
    home: homeOf(
      'latency',
      'base: http://upstream.example\ntimeout: 5s\ntries: 1\nconcurrency: 1000\nttl: { default: 1h }\nstale_for: 0s\nbreaker: { failures: 5, for: 1s }\nmax_bytes: 1MB\n',
    ),
  })
  const asked = params({ subject: text() })
  const nodes = new Map<Name, Node<number>>()
  const nodeOf = (name: Name): Node<number> => {
    const known = nodes.get(name)
    if (known) return known
    const { ms, after } = calls[name] as { readonly ms: number; readonly after?: Name }
    const ask = upstream.get(name, {
      path: (subject: string) => [`/${name}/${subject}`, { ms }],
      digest: integer(),
      read: ({ items }: { readonly items: readonly unknown[] }) => items.length,
    })
    const made: Node<number> = need(
      ask,
      { asked, ...(after && { before: nodeOf(after) }) },
      ({ asked }) => asked.subject,
    )
    nodes.set(name, made)
    return made
  }
  const names = Object.keys(calls) as Name[]
  return endpoint({
    id: 'graph',
    title: 'Graph',
    summary: 'Nine calls in four levels.',
    home: homeOf('graph', 'credits: { flat: 1 }\ndeadline: 5s\n'),
    path: '/graph/{subject}',
    subject: { asked, required: [] },
    sections: {
      counts: section(
        render(list(integer()), Object.fromEntries(names.map((name) => [name, nodeOf(name)])), (known) =>
          Object.values(known),
        ),
      ),
    },
  })
}

/**
 * Drift tests that follow from `wire`: of every operation that declares what is sent, each declared member is taken out
 * of each sample. Without what every body has it is another document; without anything else it is still read, fits its
 * digest, and is counted; and a member that most rows had is told of once many rows lack it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { isAbsent, isPartly } from '../../core/contract/absence.ts'
import type { CallHow, Operation } from '../../core/contract/operation.ts'
import { isOne, isWireList, unwrapped, type Member, type Members } from '../../core/contract/wire.ts'
import { digestMisfit } from '../../core/engine/schemas.ts'
import { tokens } from '../../core/service/tokens.ts'
import { ChangedShape } from '../../plugins/clients/formats/index.ts'
import { fieldsSent } from '../../plugins/clients/formats/fields-sent.ts'
import { checkWire, type Tally } from '../../plugins/clients/formats/check-wire.ts'
import { readChecked } from '../../plugins/clients/http/read-checked.ts'
import { createWireWatch } from '../../plugins/clients/formats/wire-watch.ts'
import { feedsIn } from './feed-pages.ts'
import { examplesOf, look } from './lookups.ts'
import { touchedIn } from './touched.ts'
import { openUpstreams, type Upstreams } from './upstreams.ts'

/** An operation that declares what is sent, and what its samples send. */
interface Declared {
  readonly name: string
  readonly operation: Operation<any, any>
  readonly how: CallHow & { readonly wire: NonNullable<CallHow['wire']> }
  readonly samples: readonly { readonly body: unknown; readonly input: unknown }[]
}

let service: RunningService, upstreams: Upstreams
const declared: Declared[] = []
beforeAll(async () => {
  service = await runService()
  const { plugins, current } = service.container.get(tokens.configured)
  const clients = service.container.get(tokens.clients)
  upstreams = openUpstreams(
    plugins.sources,
    (id) => current().source(id),
    (operation, input) => clients.ask(operation, input),
  )
  for (const example of examplesOf(service)) await look(service, example, upstreams.ask)
  const calls = Map.groupBy(upstreams.calls.values(), ({ operation }) => operation)
  for (const [operation, asked] of calls) {
    // The bodies are parsed already.
    const { parse: _, ...how } = operation.how as Declared['how']
    if (!how.wire) continue
    const bodies = await upstreams.wires(operation.source.id, operation.id)
    const samples = bodies.map((body, i) => ({ body, input: asked[i % asked.length]!.input }))
    declared.push({ name: `${operation.source.id} ${operation.id}`, operation, how, samples })
  }
  const day = new Date(current().service.sandbox.date)
  for (const { operation, pages } of await feedsIn(plugins.sources, (id) => current().source(id), day)) {
    const name = `${operation.source.id} ${operation.id}`
    declared.push({ name, operation, how: operation.how as Declared['how'], samples: pages })
  }
})
afterAll(() => service.close())

/**
 * A copy without the member at a path such as `items[].appointed_to.company_name`; where the path ends in a list,
 * without its values.
 */
const without = (value: any, [head, ...rest]: readonly string[]): any => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one) => without(one, [head!, ...rest]))
  const name = head!.replace(/\[\]$/, '')
  if (name === '') return without(value, rest)
  if (!(name in value)) return value
  const { [name]: gone, ...others } = value
  if (rest.length > 0) return { ...others, [name]: without(gone, rest) }
  return head!.endsWith('[]') ? { ...others, [name]: [] } : others
}

/** A copy in which the first row of the list at a path has become these; null where it is no list, or has no rows. */
const withRows = (value: any, path: string, rows: (row: unknown) => readonly unknown[]): unknown => {
  const [head = '', ...rest] = path === '' ? [] : path.split('.')
  if (head === '') return Array.isArray(value) && value.length > 0 ? structuredClone(rows(value[0])) : null
  if (head.endsWith('[]')) return null
  const inner = value?.[head] === undefined ? null : withRows(value[head], rest.join('.'), rows)
  return inner === null ? null : { ...value, [head]: inner }
}

/** Whether a body or a row has to have a member: all that is above it must be there too. */
const isDue = (member: Member, [step, ...rest]: readonly string[], above = true): boolean => {
  const { inner, how } = unwrapped(member)
  const due = above && how === 'must'
  if (step === undefined) return due
  const into = isWireList(inner) ? unwrapped(inner[0]).inner : inner
  // A list may be without values.
  if (isOne(into) || (rest.length === 0 && step.endsWith('[]'))) return false
  const name = step.replace(/\[\]$/, '')
  // A row is due for itself, whether or not there have to be rows.
  return name === '' ? isDue(into, rest) : isDue((into as Members)[name]!, rest, isWireList(inner) || due)
}

const bodyOf = (sample: Declared['samples'][number]): unknown => structuredClone(sample.body)
const talliesOf = ({ how }: Declared, bodies: readonly unknown[]): readonly Tally[] =>
  bodies.map((body) => checkWire(how.wire, structuredClone(body)).tally)

/** What becomes of the samples without one member: how often it is another document, and what was amiss. */
const lookWithout = (one: Declared, path: string) => {
  const bodies = one.samples.map((sample) => without(bodyOf(sample), path.split('.')))
  const faults: string[] = []
  const read: unknown[] = []
  for (const [i, body] of bodies.entries()) {
    try {
      const { value } = readChecked(one.how, structuredClone(body), one.samples[i]!.input)
      const misfit = digestMisfit(one.operation, value)
      if (misfit !== null) faults.push(misfit)
      read.push(body)
    } catch (error) {
      if (!(error instanceof ChangedShape)) faults.push((error as Error).message)
    }
  }
  const isThere = bodies.some((body, i) => JSON.stringify(body) !== JSON.stringify(one.samples[i]!.body))
  return { isThere, faults, others: bodies.length - read.length, tallies: talliesOf(one, read) }
}

/** The tally of so many bodies that are alike, in which nothing is unnamed. */
const often = (tally: Tally, times = 400): Tally => {
  const all = (counts: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(Object.entries(counts).map(([path, count]) => [path, times * count]))
  return { ...tally, seen: all(tally.seen), lacks: all(tally.lacks), odd: all(tally.odd), unnamed: {} }
}

/** Whether the watch tells of a member that many answers in a row lack. */
const isTold = (one: Declared, path: string, tallies: readonly Tally[]): boolean => {
  const told: string[] = []
  const watch = createWireWatch(({ members }) => told.push(...members))
  const sound = talliesOf(one, one.samples.map(bodyOf))
  for (const each of [sound, tallies]) for (const tally of each) watch.note('s', 'o', often(tally))
  return told.includes(path)
}

/** What is read where another member says something that no sample says. */
const readAtTimes: ReadonlySet<string> = new Set([
  'fca-register registration Data[].PSD / EMD Effective Date',
  'fca-register registration Data[].PSD Agent Effective date',
  'fca-register registration Data[].E-Money Agent Effective Date',
  'fca-register registration Data[].MLRs Status Effective Date',
  'parliament-bills session items[].currentHouse',
  'parliament-bills search items[].currentHouse',
  'parliament-petitions list links.next',
  // Where the release states no buyer.
  'find-a-tender harvest releases[].parties[].roles',
  'public-contracts-scotland harvest releases[].parties[].roles',
  'sell2wales harvest releases[].parties[].roles',
])
/** A feed without notices is known by its total, and one with a total has notices: neither is due without the other. */
const eitherOf: ReadonlySet<string> = new Set(
  ['search', 'harvest'].flatMap((operation) => ['f:total', 'entry'].map((path) => `gazette ${operation} ${path}`)),
)

/** Whether a member is read where those beside it are absent, in whose place it may stand. */
const isReadAlone = ({ how, samples }: Declared, path: string): boolean => {
  const above = path.slice(0, path.lastIndexOf('.'))
  const others = fieldsSent(how.wire).filter(
    (one) => one.how !== 'must' && one.path !== path && one.path.slice(0, one.path.lastIndexOf('.')) === above,
  )
  const touched = new Set<string>()
  for (const sample of samples) {
    const alone = others.reduce<unknown>((body, one) => without(body, one.path.split('.')), bodyOf(sample))
    const { body, tally } = checkWire(how.wire, alone)
    try {
      how.read(touchedIn(body, touched), sample.input, tally.unread)
    } catch {
      // What it has looked at is noted.
    }
  }
  return touched.has(path)
}

describe('what an operation declares of an upstream', () => {
  it('is declared of each feed too', () => {
    const feeds = declared.filter(({ operation }) => operation.id === 'harvest')
    expect(feeds.filter(({ how }) => !how.wire).map(({ name }) => name)).toEqual([])
    expect(feeds.map(({ operation }) => operation.source.id).toSorted()).toEqual([
      'find-a-tender',
      'gazette',
      'ons-output-areas',
      'public-contracts-scotland',
      'sell2wales',
    ])
  })

  it('says what becomes of an answer without each member', () => {
    const faults: string[] = []
    const counts = { members: 0, 'another document': 0, read: 0, 'told of by the watch': 0 }
    for (const one of declared)
      for (const { path, kind, how } of fieldsSent(one.how.wire)) {
        if (kind === 'ignored' || eitherOf.has(`${one.name} ${path}`)) continue
        const { isThere, others, tallies, faults: amiss } = lookWithout(one, path)
        if (!isThere) continue
        counts.members += 1
        const say = (fault: string): number => faults.push(`${one.name} ${path}: ${fault}`)
        amiss.forEach(say)
        if (others > 0) {
          counts['another document'] += 1
          if (how !== 'must') say('is optional, and takes the answer')
          continue
        }
        counts.read += 1
        if (how === 'must' && isDue({ must: one.how.wire.of }, path.split('.')) && !tallies.some(isMissed))
          say('is not missed')
        if (isTold(one, path, tallies)) counts['told of by the watch'] += 1
      }
    console.info(
      Object.entries(counts)
        .map(([what, count]) => `${what}: ${count}`)
        .join(', '),
    )
    expect(faults).toEqual([])
  })

  it('takes no list for one row that cannot be read', () => {
    const faults: string[] = []
    for (const one of declared) {
      const musts = fieldsSent(one.how.wire).filter(
        ({ path, how }) =>
          how === 'must' && /\[\]\.[^[\]]+$/.test(path) && isDue({ must: one.how.wire.of }, path.split('.')),
      )
      for (const { path } of musts) {
        const [at, lacked] = [path.slice(0, path.lastIndexOf('[].')), path.slice(path.lastIndexOf('[].') + 3)]
        for (const [i, sample] of one.samples.entries()) {
          const body = withRows(bodyOf(sample), at, (row) => [...Array(11).fill(row), without(row, lacked.split('.'))])
          if (body === null) continue
          const said = `${one.name} ${path}, sample ${i}`
          try {
            const { value, unread } = readChecked(one.how, body, sample.input)
            if (unread !== 1) faults.push(`${said}: ${unread} rows are left out`)
            if (!isAbsent(value) && !isPartly(value)) faults.push(`${said}: is told as the whole`)
          } catch (error) {
            faults.push(`${said}: ${(error as Error).message}`)
          }
          break
        }
      }
    }
    expect(faults).toEqual([])
  })

  it('names no member that is neither read nor said to be unread', () => {
    // Operations of a source share what they declare, and one of them may read what another does not.
    const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1)
    const read = new Map<string, Set<string>>()
    const named: { readonly source: string; readonly one: Declared; readonly path: string }[] = []
    for (const one of declared) {
      const { operation, how, samples } = one
      const touched = new Set<string>(),
        there = new Set<string>()
      for (const sample of samples) {
        const { body, tally } = checkWire(how.wire, bodyOf(sample))
        for (const [path, rows] of Object.entries(tally.seen)) if (rows > (tally.lacks[path] ?? 0)) there.add(path)
        how.read(touchedIn(body, touched), sample.input, tally.unread)
      }
      const source = operation.source.id
      read.set(source, (read.get(source) ?? new Set()).union(new Set([...touched].map(nameIn))))
      for (const { path, kind } of fieldsSent(how.wire))
        if (kind !== 'ignored' && there.has(path)) named.push({ source, one, path })
    }
    const faults = named.filter(
      ({ source, one, path }) =>
        !read.get(source)!.has(nameIn(path)) && !isReadAlone(one, path) && !readAtTimes.has(`${one.name} ${path}`),
    )
    expect(faults.map(({ one, path }) => `${one.name} ${path}`)).toEqual([])
  })
})

const isMissed = ({ unread, lacks }: Tally): boolean => unread > 0 || Object.keys(lacks).length > 0

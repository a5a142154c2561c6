/** The alerts and the dashboard of docs/deploy, against the grammar of PromQL and a scrape of a node. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { only, runService } from '@domesday/tool-testing'
import { projectRoot } from '../core/registry/load.ts'
import { valkeyHere } from './support/engines.ts'
import { testDatabase } from './support/postgres.ts'

const read = (file: string): string => readFileSync(join(projectRoot, 'docs', file), 'utf8')

interface Alert {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}
interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}
const alerts = (parse(read('deploy/alerts.yaml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
)
const { panels } = JSON.parse(read('deploy/dashboard.json')) as { readonly panels: readonly Panel[] }

interface Expression {
  readonly of: string
  readonly text: string
}
const expressions: readonly Expression[] = [
  ...alerts.map(({ alert, expr }) => ({ of: alert, text: String(expr) })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, text: expr }))),
]
/** What stands at the nodes of these names in an expression; Grafana's variable for a range as a range. */
const partsOf = (text: string, ...names: readonly string[]): readonly string[] => {
  const promql = text.replaceAll('$__rate_interval', '5m')
  const found: string[] = []
  parser.parse(promql).iterate({
    enter: ({ name, from, to, type }) => {
      if (type.isError || names.includes(name)) found.push(type.isError ? `fault at ${from}` : promql.slice(from, to))
    },
  })
  return found
}

/** The labels of each metric of ours, as operators.md lists them. */
const labels = new Map(
  [...read('operators.md').matchAll(/^\| `(domesday_\w+)` \| (.*?) \|/gm)].map(([, name, cell]) => [
    name!,
    [...cell!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
  ]),
)
const ofAll = ['job', 'instance', 'le']
const withoutSuffix = (metric: string): string => metric.replace(/(?<=_seconds)_(bucket|count|sum)$/, '')

describe('each expression', () => {
  it.each(expressions)('of $of is PromQL, about labels that its metrics have', ({ text }) => {
    expect(partsOf(text)).toEqual([])
    const metrics = partsOf(text, 'Identifier')
    expect(metrics.length).toBeGreaterThan(0)
    const known = new Set([...ofAll, ...metrics.flatMap((metric) => labels.get(withoutSuffix(metric)) ?? [])])
    expect(partsOf(text, 'LabelName').filter((label) => !known.has(label))).toEqual([])
  })

  it('is about metrics that a node shows', async () => {
    const scraped = await scrape()
    const used = new Set(expressions.flatMap(({ text }) => partsOf(text, 'Identifier')))
    expect([...used].filter((metric) => metric !== 'up' && !scraped.has(metric))).toEqual([])
  })

  it('of a time lies between buckets of ours', () => {
    const bounds = partsOf(alerts.find(({ alert }) => alert === 'DomesdaySlow')!.expr, 'NumberDurationLiteral')
    expect(Number(bounds.at(-1))).toBeGreaterThan(0.01)
    expect(Number(bounds.at(-1))).toBeLessThan(15)
  })
})

const database = await testDatabase(),
  engine = await valkeyHere()
const isFleet = database !== null && engine !== null
/** Only where nodes share limits. */
const ofFleets = ['domesday_shared_available', 'domesday_nodes', 'domesday_database_available']
let service: Awaited<ReturnType<typeof runService>>
beforeAll(async () => {
  service = await runService({
    configure: only('location'),
    ...(isFleet && { mode: 'live', env: { DATABASE_URL: await database.schema(), VALKEY_URL: engine.url } }),
  })
})
afterAll(() => service.close())

/** The names of all series. Those that nobody has counted yet stand there by their declaration. */
const scrape = async (): Promise<ReadonlySet<string>> => {
  await service.send('/account')
  const text = await (await fetch(`${service.metricsOrigin}/metrics`)).text()
  const kinds = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => [name!, kind!] as const)
  return new Set([
    ...(isFleet ? [] : ofFleets),
    ...kinds.flatMap(([name, kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  ])
}

describe('buckets', () => {
  it('tell a p95 between 10 ms and 15 s', async () => {
    await service.send('/account')
    const text = await (await fetch(`${service.metricsOrigin}/metrics`)).text()
    const bounds = [...text.matchAll(/^domesday_http_seconds_bucket\{le="([\d.]+)",route="\/account"/gm)]
    const seconds = bounds.map(([, bound]) => Number(bound))
    expect([seconds[0], seconds.at(-1)]).toEqual([0.01, 15])
    const steps = seconds.slice(1).map((bound, i) => bound / seconds[i]!)
    // A quantile is wrong by less than the width of its bucket.
    expect(Math.max(...steps)).toBeLessThanOrEqual(2.5)
  })
})

describe('each alert', () => {
  it('has its lines in operators.md, and none stands there without its rule', () => {
    const page = read('operators.md')
    const told = [...page.matchAll(/^#### (Domesday\w+)\n\n(\S.{40})/gm)].map(([, name]) => name)
    expect(told).toEqual(alerts.map(({ alert }) => alert))
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/operators.md#${alert.toLowerCase()}`)
  })

  it('says who is told, and names what it is about by labels that it keeps', () => {
    for (const { alert, labels: own, annotations, expr } of alerts) {
      expect(['page', 'ticket'], alert).toContain(own.severity)
      const named = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!)
      const grouped = partsOf(expr, 'GroupingLabels').join(' ')
      const isWhole = partsOf(expr, 'AggregateExpr').length === 0
      expect(
        named.filter((label) => !isWhole && !grouped.includes(label)),
        alert,
      ).toEqual([])
    }
  })
})

describe('the panels', () => {
  it('stand beside one another, and have ids of their own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })
})

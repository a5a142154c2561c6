/** Metrics that are read at each scrape: a slow or failing one neither delays nor hides the others. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Gauge, Reading } from '../contract/gauge.ts'

type Library = Pick<typeof import('prom-client'), 'Counter' | 'Gauge'>

/** Milliseconds that a scrape waits for a reading: what comes later is in the next one. */
const longestRead = 50

/** Adds the metric to a registry. */
export const scraped = (
  { name, help, labels: labelNames = [], counts, read }: Gauge,
  library: Library,
  registers: import('prom-client').Registry[],
): void => {
  const show = (reading: Reading): void => {
    metric.reset()
    for (const { labels, value } of typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading)
      if (metric instanceof library.Gauge) metric.set(labels, value)
      else metric.inc(labels, value)
  }
  const hide = (): void => (labelNames.length > 0 ? metric.reset() : metric.remove())
  let reading: Promise<void> | null = null
  const collect = async (): Promise<void> => {
    reading ??= (async () => show(await read()))()
      .catch(hide)
      .finally(() => {
        reading = null
      })
    await Promise.race([reading, delay(longestRead, undefined, { ref: false })])
  }
  const options = { name, help, labelNames: [...labelNames], registers, collect }
  const metric = counts ? new library.Counter(options) : new library.Gauge(options)
}

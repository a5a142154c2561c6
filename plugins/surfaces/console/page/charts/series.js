/** A time series, drawn by uPlot, with a table of its values. */
import { h } from '../dom.js'
import { dateText, labelOf, numberText, plain } from '../words.js'

/** @typedef {import('../types').Row} Row */
/** @typedef {{ day: string, value: string }} Keys */
/** @typedef {typeof import('uplot')} Chart */

const library = /** @type {string} */ ('/console/vendor/uplot.js')
const height = 220

/** Reads colours at each drawing: they follow the colour scheme. @param {Element} element @param {string} probe */
const colourOf = (element, probe) => () => getComputedStyle(element.querySelector(probe) ?? element).color

/** @param {HTMLElement} host @param {readonly Row[]} rows @param {Keys} keys @param {string | null} unit */
const draw = async (host, rows, { day, value }, unit) => {
  /** @type {{ default: Chart }} */
  const { default: Chart } = await import(library)
  const ink = colourOf(host, '.probe-ink'),
    line = colourOf(host, '.probe-line'),
    grid = colourOf(host, '.probe-grid')
  const times = rows.map((row) => Date.parse(String(row[day])) / 1000),
    values = rows.map((row) => Number(row[value]))
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } }
  const chart = new Chart(
    {
      width: Math.max(240, host.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: {
        y: { range: (_chart, low, high) => [Math.max(0, low - (high - low) * 0.1), high + (high - low || 1) * 0.1] },
      },
      axes: [
        { ...axis, space: 60 },
        { ...axis, size: 64, values: (_chart, ticks) => ticks.map((tick) => plain(tick)) },
      ],
      series: [
        {},
        { label: labelOf(value), stroke: line, width: 2, points: { show: true, size: 7, fill: line, stroke: line } },
      ],
      hooks: {
        setCursor: [
          (self) => {
            const i = self.cursor.idx
            host.dataset.reading =
              i === null || i === undefined
                ? ''
                : `${dateText(String(rows[i]?.[day]))}: ${numberText(Number(values[i]), value, unit)}`
          },
        ],
      },
    },
    [times, values],
    host,
  )
  new ResizeObserver(() => chart.setSize({ width: Math.max(240, host.clientWidth), height })).observe(host)
  const shown = new AbortController()
  const redraw = () => {
    if (host.isConnected) chart.redraw()
    else shown.abort()
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal: shown.signal })
  document.addEventListener('schemechange', redraw, { signal: shown.signal })
}

/** @param {string} name @param {readonly Row[]} rows @param {Keys} keys @param {string | null} unit */
export const series = (name, rows, keys, unit) => {
  const sorted = rows.toSorted((a, b) => String(a[keys.day]).localeCompare(String(b[keys.day])))
  const probes = ['ink', 'line', 'grid'].map((probe) => h('i', { class: `probe-${probe}`, hidden: true }))
  const host = h('div', { class: 'series', 'aria-hidden': true }, probes)
  const failed = h('p', { class: 'small', hidden: true }, 'The chart could not be drawn. The figures are below.')
  requestAnimationFrame(() =>
    draw(host, sorted, keys, unit).catch(() => {
      failed.hidden = false
    }),
  )
  return h(
    'figure',
    { class: 'series-figure' },
    host,
    failed,
    h(
      'details',
      {},
      h('summary', {}, `${labelOf(name)} in figures`),
      h(
        'table',
        { class: 'compact' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, labelOf(keys.day)),
            h('th', { scope: 'col', class: 'number' }, labelOf(keys.value)),
          ),
        ),
        h(
          'tbody',
          {},
          sorted.map((row) =>
            h(
              'tr',
              {},
              h('td', {}, dateText(String(row[keys.day]))),
              h('td', { class: 'number' }, numberText(Number(row[keys.value]), keys.value, unit)),
            ),
          ),
        ),
      ),
    ),
  )
}

/** Figures over time, drawn by uPlot, with a table of them: a line of measurements, or dots of single events. */
import { h } from '../dom.js'
import { dateText, labelOf, numberText, plain } from '../words.js'

/** @typedef {import('../types').Row} Row */
/**
 * @typedef {object} Plotted
 * @property {string} day the field of the day
 * @property {string} value the field of the figure
 * @property {string | null} unit
 * @property {'line' | 'counter' | 'dots'} as a counter never falls by rights
 */
/** @typedef {typeof import('uplot')} Chart */

const library = /** @type {string} */ ('/console/vendor/uplot.js')
const height = 220

/** Reads colours at each drawing: they follow the colour scheme. @param {Element} element @param {string} probe */
const colourOf = (element, probe) => () => getComputedStyle(element.querySelector(probe) ?? element).color

/** @param {readonly number[]} values */
const medianOf = (values) => {
  const sorted = values.toSorted((a, b) => a - b),
    middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/**
 * Where a counter falls, by the index of the lower figure.
 * @param {readonly number[]} values
 */
const fallsOf = (values) =>
  values.flatMap((value, i) => {
    const before = values[i - 1]
    return before !== undefined && value < before ? [{ i, by: before - value }] : []
  })

/** @param {HTMLElement} host @param {readonly Row[]} rows @param {Plotted} plotted */
const draw = async (host, rows, { day, value, unit, as }) => {
  /** @type {{ default: Chart }} */
  const { default: Chart } = await import(library)
  const ink = colourOf(host, '.probe-ink'),
    line = colourOf(host, '.probe-line'),
    grid = colourOf(host, '.probe-grid')
  const times = rows.map((row) => Date.parse(String(row[day])) / 1000),
    values = rows.map((row) => Number(row[value]))
  const middle = medianOf(values)
  const axis = { stroke: ink, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } }
  const marks = as === 'counter' ? fallsOf(values) : []
  /** Marks of falls, placed anew at each drawing. @param {import('uplot')} self */
  const place = (self) => {
    self.over.replaceChildren(
      ...marks.map(({ i, by }) => {
        const mark = h('span', { class: 'fall' }, `▼ ${numberText(by, value, unit)}`)
        const left = self.valToPos(times[i] ?? 0, 'x')
        mark.classList.toggle('is-left', left > self.over.clientWidth / 2)
        mark.style.left = `${left}px`
        mark.style.top = `${self.valToPos(values[i] ?? 0, 'y')}px`
        return mark
      }),
    )
  }
  const dots = { show: true, size: as === 'dots' ? 9 : 7, fill: line, stroke: line }
  const chart = new Chart(
    {
      width: Math.max(240, host.clientWidth),
      height,
      legend: { show: false },
      cursor: { show: marks.length === 0, y: false, drag: { x: false, y: false } },
      scales: {
        y: { range: (_chart, low, high) => [Math.max(0, low - (high - low) * 0.1), high + (high - low || 1) * 0.1] },
      },
      axes: [
        { ...axis, space: 60 },
        {
          ...axis,
          size: 76,
          values: (_chart, ticks) => ticks.map((tick) => (unit === 'GBP' ? `£${plain(tick)}` : plain(tick))),
        },
      ],
      series: [
        {},
        as === 'dots'
          ? { label: labelOf(value), paths: () => null, points: dots }
          : { label: labelOf(value), stroke: line, width: 2, points: dots },
        ...(as === 'dots' ? [{ label: 'Median', stroke: ink, width: 1.5, dash: [6, 4], points: { show: false } }] : []),
      ],
      hooks: {
        draw: [place],
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
    [times, values, ...(as === 'dots' ? [values.map(() => middle)] : [])],
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

/**
 * What is drawn, in a line above the chart: its unit, and what is odd or in the middle.
 * @param {readonly Row[]} rows
 * @param {Plotted} plotted
 */
const captionOf = (rows, { day, value, unit, as }) => {
  const values = rows.map((row) => Number(row[value]))
  const named = `${labelOf(value)}${unit === null ? '' : unit === 'GBP' ? ', £' : `, ${unit}`}`
  const falls = as === 'counter' ? fallsOf(values) : []
  return h(
    'figcaption',
    { class: 'small' },
    h('span', { class: 'series-unit' }, named),
    as === 'dots' &&
      h(
        'span',
        { class: 'series-median' },
        `Each dot is one of ${rows.length}; the broken line is their median, ${numberText(medianOf(values), value, unit)}`,
      ),
    falls.map(({ i, by }) =>
      h(
        'span',
        { class: 'series-fall' },
        h('b', {}, `Falls by ${numberText(by, value, unit)}`),
        ` between ${dateText(String(rows[i - 1]?.[day]))} and ${dateText(String(rows[i]?.[day]))}`,
      ),
    ),
  )
}

/** @param {string} name @param {readonly Row[]} rows @param {Plotted} plotted */
export const series = (name, rows, plotted) => {
  const { day, value, unit } = plotted
  const sorted = rows.toSorted((a, b) => String(a[day]).localeCompare(String(b[day])))
  const probes = ['ink', 'line', 'grid'].map((probe) => h('i', { class: `probe-${probe}`, hidden: true }))
  const host = h('div', { class: 'series', 'aria-hidden': true }, probes)
  const failed = h('p', { class: 'small', hidden: true }, 'The chart could not be drawn. The figures are below.')
  requestAnimationFrame(() =>
    draw(host, sorted, plotted).catch(() => {
      failed.hidden = false
    }),
  )
  return h(
    'figure',
    { class: `series-figure is-${plotted.as}` },
    captionOf(sorted, plotted),
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
            h('th', { scope: 'col' }, labelOf(day)),
            h('th', { scope: 'col', class: 'number' }, labelOf(value)),
          ),
        ),
        h(
          'tbody',
          {},
          sorted.map((row) =>
            h(
              'tr',
              {},
              h('td', {}, dateText(String(row[day]))),
              h('td', { class: 'number' }, numberText(Number(row[value]), value, unit)),
            ),
          ),
        ),
      ),
    ),
  )
}

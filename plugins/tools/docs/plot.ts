/** Plots a curve as a small SVG: metric on the x axis, points on the y axis. */
import type { Curve } from '@domesday/core/tool'

const width = 260,
  height = 120,
  left = 30,
  bottom = 22,
  top = 10,
  right = 14
const across = width - left - right,
  up = height - top - bottom

const frame = (
  inner: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="10">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<path d="M${left} ${top}V${top + up}H${left + across}" fill="none" stroke="#8a8a8a"/>
<text x="${left - 4}" y="${top + 4}" text-anchor="end" fill="#555">100</text><text x="${left - 4}" y="${top + up}" text-anchor="end" fill="#555">0</text>
${inner}
</svg>
`
const y = (points: number): number => Math.round((top + up * (1 - points / 100)) * 10) / 10
const shown = (n: number): string => (Math.abs(n) >= 10_000 ? `${n / 1000}k` : String(n))

const line = (corners: readonly (readonly [number, number])[]): string => {
  const [low, high] = [corners[0]![0], corners.at(-1)![0]]
  const x = (metric: number): number => Math.round((left + (across * (metric - low)) / (high - low)) * 10) / 10
  const path = corners.map(([metric, points], i) => `${i === 0 ? 'M' : 'L'}${x(metric)} ${y(points)}`).join('')
  const dots = corners
    .map(([metric, points]) => `<circle cx="${x(metric)}" cy="${y(points)}" r="2.5" fill="#1f5fa8"/>`)
    .join('')
  const ticks = corners
    .filter((_, i) => i === 0 || i === corners.length - 1 || corners.length <= 4)
    .map(
      ([metric], i, all) =>
        `<text x="${x(metric)}" y="${height - 8}" text-anchor="${i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle'}" fill="#555">${shown(metric)}</text>`,
    )
    .join('')
  return `<path d="${path}" fill="none" stroke="#1f5fa8" stroke-width="2"/>${dots}${ticks}`
}

const bars = (table: readonly (readonly [string, number])[]): string => {
  const step = across / table.length
  return table
    .map(([word, points], i) => {
      const x = Math.round((left + i * step + step * 0.15) * 10) / 10,
        wide = Math.round(step * 0.7 * 10) / 10
      const letters = Math.max(3, Math.floor(step / 5.5))
      const label = word.length > letters ? `${word.slice(0, letters - 1)}…` : word
      return `<rect x="${x}" y="${y(points)}" width="${wide}" height="${Math.round((top + up - y(points)) * 10) / 10}" fill="#1f5fa8"/><text x="${Math.round((x + wide / 2) * 10) / 10}" y="${height - 8}" text-anchor="middle" fill="#555">${label.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
    })
    .join('')
}

export const plot = (curve: Curve): string =>
  frame(
    Array.isArray(curve)
      ? line(curve as readonly (readonly [number, number])[])
      : bars(Object.entries(curve as Readonly<Record<string, number>>)),
  )

/** Draws the core's floors and the packages as an SVG, in light or dark colours, with system fonts. */
import type { Arrow, EntryPoint, Floor, House, Kind } from './house.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
type Corner = readonly [x: number, y: number]

/** Pixels. A lane is the vertical track of an arrow beside a column of boxes. */
const margin = 24,
  headed = 64,
  roof = 72,
  lane = 11,
  slot = 9
const core: Pick<Box, 'x' | 'width'> = { x: margin + 66, width: 304 }
const wall = core.x + core.width
const entry = { width: 108, overlap: 10 }
const packages: Pick<Box, 'x' | 'width'> = { x: wall + entry.width + 76, width: 436 }
const width = packages.x + packages.width + 78 + margin
/** Character width and line height of the fixed-width font. */
const letter = 7.23,
  nameLine = 17

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const write = (of: string, [x, y]: Corner, text: string, anchor: 'start' | 'middle' | 'end' = 'start'): string =>
  `<text class="${of}" x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`
/** Rounded to hundreds, so that few commits change the picture. */
const size = (lines: number): string => `${(Math.max(1, Math.round(lines / 100)) * 100).toLocaleString('en-GB')} lines`

/** A polyline with rounded corners and an arrowhead. */
const arrow = (colour: string, corners: readonly Corner[]): string => {
  const radius = 6
  const bends = corners.slice(1, -1).map(([x, y], i) => {
    const towards = ([a, b]: Corner): string => {
      const far = Math.hypot(a - x, b - y),
        part = Math.min(radius, far / 2) / far
      return `${x + (a - x) * part} ${y + (b - y) * part}`
    }
    return `L${towards(corners[i]!)}Q${x} ${y} ${towards(corners[i + 2]!)}`
  })
  const [x, y] = corners.at(-1)!,
    back = Math.sign(corners.at(-2)![0] - x)
  return `<path class="line ${colour}" d="M${corners[0]!.join(' ')}${bends.join('')}L${x + back * 5} ${y}"/><path class="fill ${colour}" d="M${x} ${y}l${back * 8} -4v8z"/>`
}

const into = (arrows: readonly Arrow[], id: string): readonly string[] =>
  arrows.filter(([, to]) => to === id).map(([from]) => from)

/** Arrows along one side of a column: the topmost box has the outermost lane; inner lanes enter a box higher. */
const beside = (boxes: ReadonlyMap<string, Box>, arrows: readonly Arrow[], side: 'left' | 'right'): string => {
  const leaving = [...boxes.keys()].filter((id) => arrows.some(([from]) => from === id))
  const laneOf = (id: string): number => leaving.length - leaving.indexOf(id)
  const edge = (box: Box): number => (side === 'left' ? box.x : box.x + box.width)
  return arrows
    .map(([from, to]) => {
      const [start, end] = [boxes.get(from)!, boxes.get(to)!]
      const place = into(arrows, to)
        .toSorted((a, b) => laneOf(a) - laneOf(b))
        .indexOf(from)
      const x = edge(start) + (side === 'left' ? -1 : 1) * (8 + lane * laneOf(from))
      const [leave, enter] = [start.y + start.height - 11, end.y + 13 + slot * place]
      return arrow(side === 'left' ? 'core' : from, [
        [edge(start), leave],
        [x, leave],
        [x, enter],
        [edge(end), enter],
      ])
    })
    .join('\n')
}

/** Arrows from packages to the entry points of the core, with one lane for each kind. */
const intoTheCore = (
  kinds: ReadonlyMap<string, Box>,
  entries: ReadonlyMap<string, Box>,
  arrows: readonly Arrow[],
): string => {
  const order = [...kinds.keys()]
  return arrows
    .map(([from, to]) => {
      const [start, end] = [kinds.get(from)!, entries.get(to)!]
      const own = arrows
        .filter(([start]) => start === from)
        .toSorted((a, b) => entries.get(a[1])!.y - entries.get(b[1])!.y)
      const place = order.filter((id) => into(arrows, to).includes(id)).indexOf(from)
      const x = wall - entry.overlap + entry.width + 16 + 8 * order.indexOf(from)
      const leave = start.y + 17 + slot * own.findIndex(([, target]) => target === to)
      const enter = end.y + 12 + slot * place
      return arrow(from, [
        [start.x, leave],
        [x, leave],
        [x, enter],
        [end.x + end.width, enter],
      ])
    })
    .join('\n')
}

const drawFloor = ({ id, about, lines }: Floor, { x, y, width: wide, height }: Box, i: number): string => {
  const middle = y + height / 2
  return [
    `<rect class="floor f${i}" x="${x}" y="${y}" width="${wide}" height="${height}"/>`,
    write('title', [x + 18, middle - 4], id),
    write('soft', [x + wide - 16, middle - 4], size(lines), 'end'),
    write('soft', [x + 18, middle + 18], about),
  ].join('')
}

const drawEntry = (id: string, { x, y, width: wide, height }: Box): string =>
  `<rect class="card" x="${x}" y="${y}" width="${wide}" height="${height}" rx="5"/>${write('code', [x + 10, y + height / 2 + 4], id.replace('@domesday/', ''))}`

/** Wraps names into rows. */
const rowsOf = (names: readonly string[]): readonly string[] => {
  const rows: string[] = []
  for (const name of names) {
    const longer = rows.length === 0 ? name : `${rows.at(-1)} · ${name}`
    if (rows.length > 0 && longer.length * letter <= packages.width - 36) rows[rows.length - 1] = longer
    else rows.push(name)
  }
  return rows
}

const drawKind = (kind: Kind, { x, y, width: wide, height }: Box): string => {
  const { id, about, names, lines, listed } = kind
  const title = `${names.length} ${names.length === 1 ? id.replace(/ies$/, 'y').replace(/s$/, '') : id}`
  return [
    `<rect class="card" x="${x}" y="${y}" width="${wide}" height="${height}" rx="7"/>`,
    `<rect class="fill ${id}" x="${x}" y="${y + 10}" width="4" height="${height - 20}" rx="2"/>`,
    `<text x="${x + 18}" y="${y + 23}"><tspan class="title">${title}</tspan><tspan class="soft" dx="9">${escaped(about)}</tspan></text>`,
    write('soft', [x + wide - 16, y + 23], size(lines), 'end'),
    listed ? `<circle class="fill ${id}" cx="${x + wide - 98}" cy="${y + 18}" r="4"/>` : '',
    ...rowsOf(names).map((row, i) => write('code soft', [x + 18, y + 45 + nameLine * i], row)),
  ].join('')
}

/** Positions the boxes: packages as high as their names need, and the floors of the core beside them. */
const place = ({ floors, entryPoints, kinds, betweenKinds, intoTheCore: arrows }: House) => {
  let y = headed
  const kindBoxes = new Map<string, Box>()
  for (const { id, names } of kinds) {
    const height = Math.max(42 + nameLine * rowsOf(names).length, 36 + slot * into(betweenKinds, id).length)
    kindBoxes.set(id, { ...packages, y, height })
    y += height + 14
  }
  const bottom = y - 14,
    top = headed + roof
  const level = (i: number): number => Math.round(top + ((bottom - top) / floors.length) * i)
  const floorBoxes = new Map(
    floors.map(({ id }, i): [string, Box] => [id, { ...core, y: level(i), height: level(i + 1) - level(i) }]),
  )
  const entryBoxes = new Map<string, Box>()
  for (const { id, floor } of entryPoints) {
    const { y: from, height: high } = floorBoxes.get(floor)!
    const same = entryPoints.filter((one) => one.floor === floor)
    const height = 24 + slot * Math.max(0, into(arrows, id).length - 1)
    const at = same.findIndex((one: EntryPoint) => one.id === id) - (same.length - 1) / 2
    entryBoxes.set(id, {
      x: wall - entry.overlap,
      y: Math.round(from + high / 2 - height / 2 + at * (height + 8)),
      width: entry.width,
      height,
    })
  }
  return { kindBoxes, floorBoxes, entryBoxes, top, bottom }
}

/** Light and dark colours by the origin of an arrow. */
const colours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  core: ['#48648c', '#86a6d0'],
  tools: ['#6b7280', '#a3abb8'],
  surfaces: ['#b8501f', '#f09a6b'],
  clients: ['#0b7489', '#5cc4d6'],
  stores: ['#6741d9', '#b197fc'],
  endpoints: ['#1c64b0', '#74b3f5'],
  scores: ['#b8286b', '#f286b4'],
  subjects: ['#8a5a00', '#e0b040'],
  sources: ['#2b8040', '#7dcf8b'],
  vocabularies: ['#a86100', '#efb64f'],
}
const light = ['#eff4fa', '#e8eff8', '#e1eaf5', '#dae5f3', '#d3e0f0', '#ccdbee', '#c5d6eb']
const dark = ['#1a2433', '#1c2838', '#1e2b3e', '#202f44', '#22334a', '#243750', '#263b56']

const paint = (which: 0 | 1, ink: string, soft: string, page: string, card: string, edge: string): string => {
  const floors = which === 0 ? light : dark
  return [
    `text{fill:${ink}}.soft{fill:${soft}}.page{fill:${page}}.card,.floor,.roof{stroke:${edge}}.card{fill:${card}}.roof{fill:${floors[0]}}`,
    ...floors.map((colour, i) => `.f${i}{fill:${colour}}`),
    ...Object.entries(colours).map(
      ([id, pair]) => `.line.${id}{stroke:${pair[which]}}.fill.${id}{fill:${pair[which]}}`,
    ),
  ].join('')
}
const style = `<style>
text{font:12.5px system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",sans-serif}
.title{font-size:15px;font-weight:650}.big{font-size:17px;font-weight:700}
.code{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
.line{fill:none;stroke-width:1.5}
${paint(0, '#1b2430', '#4c5866', '#ffffff', '#fbfcfd', '#b9c4d2')}
@media (prefers-color-scheme:dark){${paint(1, '#e8edf4', '#aab6c5', '#0f141b', '#171e28', '#3c4a5c')}}
</style>`

export const drawHouse = (house: House): string => {
  const { floors, kinds } = house
  const { kindBoxes, floorBoxes, entryBoxes, top, bottom } = place(house)
  const total = floors.reduce((sum, { lines }) => sum + lines, 0)
  const peak = core.x + core.width / 2,
    height = bottom + 72
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about">
<title id="title">The floors of the core, and the packages around it</title>
<desc id="about">Every arrow is an import. Between floors and between packages all arrows point downwards; packages reach the core by its entry points.</desc>
${style}
<rect class="page" width="${width}" height="${height}" rx="10"/>
${write('big', [core.x, 38], 'Core')}
${write('big', [packages.x, 38], 'Packages')}${write('soft', [packages.x + 98, 38], 'folders below plugins/, each with its own package.json')}
<path class="roof" d="M${core.x - 14} ${top}L${peak} ${headed}L${wall + 14} ${top}z"/>
${write('soft', [peak, top - 16], size(total), 'middle')}
${floors.map((floor, i) => drawFloor(floor, floorBoxes.get(floor.id)!, i)).join('\n')}
${kinds.map((kind) => drawKind(kind, kindBoxes.get(kind.id)!)).join('\n')}
${beside(floorBoxes, house.betweenFloors, 'left')}
${beside(kindBoxes, house.betweenKinds, 'right')}
${intoTheCore(kindBoxes, entryBoxes, house.intoTheCore)}
${[...entryBoxes].map(([id, box]) => drawEntry(id, box)).join('\n')}
${write('soft', [core.x, bottom + 34], 'Every arrow is an import. The core imports no package.')}
<circle class="fill core" cx="${packages.x + 4}" cy="${bottom + 30}" r="4"/>${write('soft', [packages.x + 18, bottom + 34], 'loaded at the start, by the names in config/service.yaml')}
</svg>
`
}

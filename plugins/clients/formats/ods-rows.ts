/** Rows of an Open Document sheet. */
import { mostColumns, noSheet, type Workbook } from './sheet.ts'
import { attribute, elements, textContent } from './xml-elements.ts'

const kind = /<table:table\s[^>]*>|<\/table:table>|<table:table-row(?:\s[^>]*[^>/])?(?:\/>|>[^]*?<\/table:table-row>)/g

export const readOds = async ({ text, wanted }: Workbook, each: (cells: string[]) => void): Promise<void> => {
  const xml = text('content.xml')
  if (!xml) throw noSheet()
  let state: 'before' | 'in' | 'after' = 'before'
  for await (const element of elements(xml, /<\/?table:table/, kind)) {
    if (element.startsWith('</')) {
      if (state === 'in') state = 'after'
    } else if (!element.startsWith('<table:table-row')) {
      if (state === 'before' && wanted(sheetName(element) ?? '')) state = 'in'
    } else if (state === 'in') {
      const cells = cellsOf(element)
      if (cells.length > 0) for (let times = copies(rowsRepeated(element)); times > 0; times--) each(cells)
    }
  }
  if (state === 'before') throw noSheet()
  if (state === 'in') throw new Error('the workbook ends in the middle of its sheet')
}

const sheetName = attribute('table:name')
const rowsRepeated = attribute('table:number-rows-repeated')
const columnsRepeated = attribute('table:number-columns-repeated')
const copies = (stated: string | undefined): number => Math.min(mostColumns, Number(stated ?? 1))

const cell = /<table:(?:covered-)?table-cell(\s[^>]*[^>/])?(?:\/>|>([^]*?)<\/table:(?:covered-)?table-cell>)/g

const cellsOf = (row: string): string[] => {
  const cells: string[] = []
  let blanks = 0
  for (const [, attributes = '', content = ''] of row.matchAll(cell)) {
    const value = valueOf(attributes, content)
    const times = copies(columnsRepeated(attributes))
    // Blank cells are written only before a value: rows end in thousands of them.
    if (value === '') blanks += times
    else for (let n = -blanks; n < times && cells.length < mostColumns; n++) cells.push(n < 0 ? '' : value)
    if (value !== '') blanks = 0
  }
  return cells
}

const valueType = attribute('office:value-type')
const stored = attribute('office:(?:value|date-value|time-value|boolean-value|string-value)')

const valueOf = (attributes: string, content: string): string => {
  if (valueType(attributes) === undefined) return ''
  const value = stored(attributes)
  if (value !== undefined) return value
  const paragraphs = content
    .replace(/<office:annotation[^]*?<\/office:annotation>/g, '')
    .matchAll(/<text:p(?:\s[^>]*[^>/])?>([^]*?)<\/text:p>/g)
  return Array.from(paragraphs, ([, text]) => textContent(spaced(text!))).join('\n')
}

/** Open Document writes repeated blanks and line breaks as elements. */
const spaced = (text: string): string =>
  text
    .replace(/<text:s(?:\s+text:c="(\d+)")?\s*\/>/g, (_, n = '1') => ' '.repeat(Math.min(Number(n), 100)))
    .replace(/<text:line-break\s*\/>/g, '\n')

/** Rows of an Office Open XML sheet. Dates are numbers of days, as the sheet stores them. */
import { wholeText } from './text-stream.ts'
import { mostColumns, noSheet, type Workbook } from './sheet.ts'
import { attribute, elements, textContent } from './xml-elements.ts'

// Some programs write a namespace prefix before every name.
const row = /<(?:\w+:)?row(?:\s[^>]*[^>/])?(?:\/>|>[^]*?<\/(?:\w+:)?row>)/g
const cell = /<(?:\w+:)?c(\s[^>]*[^>/])?(?:\/>|>([^]*?)<\/(?:\w+:)?c>)/g
const sharedText = /<(?:\w+:)?si(?:\/>|>[^]*?<\/(?:\w+:)?si>)/g

export const readXlsx = async (workbook: Workbook, each: (cells: string[]) => void): Promise<void> => {
  const sheet = workbook.text(await sheetPath(workbook))
  if (!sheet) throw noSheet()
  const shared: string[] = []
  const texts = workbook.text('xl/sharedStrings.xml')
  if (texts) for await (const element of elements(texts, /<(?:\w+:)?si\b/, sharedText)) shared.push(runs(element))
  for await (const element of elements(sheet, /<(?:\w+:)?row\b/, row)) each(cellsOf(element, shared))
}

const nameOf = attribute('name')
const relationOf = attribute('\\w+:id')
const idOf = attribute('Id')
const targetOf = attribute('Target')

const sheetPath = async ({ text, wanted }: Workbook): Promise<string> => {
  const tags = async (name: string, tag: RegExp) => {
    const xml = text(name)
    return xml ? Array.from((await wholeText(xml)).matchAll(tag), ([found]) => found) : []
  }
  const sheet = (await tags('xl/workbook.xml', /<(?:\w+:)?sheet\s[^>]*>/g)).find((tag) => wanted(nameOf(tag) ?? ''))
  const relation = sheet && relationOf(sheet)
  const target = targetOf(
    (await tags('xl/_rels/workbook.xml.rels', /<(?:\w+:)?Relationship\s[^>]*>/g)).find(
      (tag) => idOf(tag) === relation,
    ) ?? '',
  )
  if (relation === undefined || target === undefined) throw noSheet()
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const referenceOf = attribute('r')
const typeOf = attribute('t')

const cellsOf = (element: string, shared: readonly string[]): string[] => {
  const cells: string[] = []
  for (const [, attributes = '', content = ''] of element.matchAll(cell)) {
    const column = columnOf(referenceOf(attributes)) ?? cells.length
    while (cells.length < column) cells.push('')
    const type = typeOf(attributes)
    const value = textContent(/<(?:\w+:)?v(?:\s[^>]*)?>([^]*?)<\/(?:\w+:)?v>/.exec(content)?.[1] ?? '')
    cells.push(type === 'inlineStr' ? runs(content) : type === 's' ? (shared[Number(value)] ?? '') : value)
  }
  return cells
}

/** `C7` → 2. */
const columnOf = (reference: string | undefined): number | undefined => {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  return letters === undefined
    ? undefined
    : Math.min(mostColumns, Array.from(letters).reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1)
}

/** The runs of a text joined, without its phonetic hints. */
const runs = (xml: string): string =>
  Array.from(xml.replace(phonetic, '').matchAll(run), ([, text]) => textContent(text!)).join('')
const phonetic = /<(?:\w+:)?rPh\s[^]*?<\/(?:\w+:)?rPh>/g
const run = /<(?:\w+:)?t(?:\s[^>]*)?>([^]*?)<\/(?:\w+:)?t>/g

/** What a PDF of the console holds, as far as the tests ask. */
import { inflateSync } from 'node:zlib'

export interface PrintedPage {
  /** Lines of text, by their distinct heights. */
  readonly lines: number
}

/** The text itself is written in glyphs of its fonts; where each piece of it stands is not. */
const linesIn = (drawing: string): number =>
  new Set([...drawing.matchAll(/(?:-?[\d.]+ ){5}(-?[\d.]+) Tm/g)].map(([, height]) => height)).size

/** The drawing of each page, in order. */
export const pagesPrinted = (pdf: Buffer): readonly PrintedPage[] => {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, bytes]) => {
    try {
      return [inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  return streams
    .filter((stream) => stream.includes('BT') && / Tf\b/.test(stream))
    .map((page) => ({ lines: linesIn(page) }))
}

/** How far the files reach. They do not say it: the newest day in any of their rows does. */
import { date, object, onceFor, orNull, type Of, type Rows, type Shape } from '@domesday/core'
import { files, monthOf, type File, type Inspection } from './inspection.ts'

const fields = object({ 'state-funded': orNull(date()), independent: orNull(date()) })
export interface Reach extends Of<typeof fields> {}
export const reachShape: Shape<Reach> = fields

type Table = Pick<Rows<Inspection, 'month'>, 'where' | 'asOf'>

/** Nobody publishes a file without an inspection for so long. */
const months = 60

const before = (month: string, back: number): string => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 - back
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** From the month of the download back, so that a day that cannot be is not met, and few rows are read. */
const newest = (rows: Table, file: File): string | null => {
  for (let back = 0; back < months; back++) {
    const days = Array.from(rows.where('month', monthOf(file, before(rows.asOf, back))), ({ newest }) => newest!)
    if (days.length > 0) return days.reduce((latest, day) => (day > latest ? day : latest))
  }
  return null
}

/** Kept for each import. */
export const reachOf = onceFor(
  (rows: Table): Reach =>
    Object.fromEntries(files.map((file) => [file, newest(rows, file)])) as Record<File, string | null>,
)

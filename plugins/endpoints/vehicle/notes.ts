/** Facts about a vehicle that a buyer or driver must know; they do not affect the score. */
import { spoken } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import type { Vehicle } from '@domesday/source-dvsa-mot-history'
import { isUnsaid, type TestedUntil } from './roadworthiness.ts'

const days = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
const when = (from: string, to: string): string =>
  [`today`, `tomorrow`][days(from, to)] ?? `in ${days(from, to)} days, on ${spoken(to)}`

interface Known {
  readonly record: Pick<Vehicle, 'outstanding_recall'>
  /** Null if there is no record, or the register did not answer. */
  readonly licensing: Pick<Registration, 'tax_status' | 'marked_for_export'> | null
  readonly tested: TestedUntil | null
  readonly today: string
  readonly own: { readonly test_due_soon_days: number }
}

const ofTax = (status: string | null): string | null => {
  if (status === null) return 'Whether it is taxed is not known.'
  if (/^sorn$/i.test(status)) return 'It is declared off the road (SORN), and must not be driven until it is taxed.'
  return /^(untaxed|not taxed)/i.test(status) ? 'It is not taxed, and must not be driven until it is.' : null
}

export const notesOf = ({ record, licensing, tested, today, own }: Known): readonly string[] => {
  const until = tested?.until ?? null
  const left = until === null ? null : days(today, until)
  return [
    isUnsaid(record.outstanding_recall) ? 'Whether a safety recall is open is not known: ask the manufacturer.' : null,
    until !== null && left !== null && left >= 0 && left <= own.test_due_soon_days
      ? `Its ${tested?.first ? 'first MOT test is due' : 'MOT runs out'} ${when(today, until)}.`
      : null,
    ofTax(licensing?.tax_status ?? null),
    licensing?.marked_for_export === true ? 'It is marked for export.' : null,
  ].filter((note) => note !== null)
}

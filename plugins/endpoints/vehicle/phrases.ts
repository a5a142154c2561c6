/** Wording of findings from recent tests. */
import { counted } from '@domesday/core'

/** `the last test`, `the last 3 tests` */
export const lastTests = (count: number): string =>
  count === 1 ? 'the last test' : `the last ${counted(count, 'test')}`

/** Failed tests among the recent ones, and their reasons. */
export const failedInWords = (recent: number, failed: number, reasons: number): string => {
  if (failed === 0) return `No failure in ${lastTests(recent)}.`
  const why = counted(reasons, 'reason')
  return recent === 1
    ? `The last test failed, with ${why} for failure.`
    : `${counted(failed, 'failed test')} among the last ${recent}, with ${why} for failure.`
}

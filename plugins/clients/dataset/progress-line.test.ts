import { describe, expect, it } from 'vitest'
import { progressLine } from './progress-line.ts'

const line = (terminal: boolean) => {
  const clock = { at: 0 }
  const written: string[] = []
  const stream = { ...(terminal && { isTTY: true }), columns: 100, write: (text: string) => written.push(text) }
  return { clock, written, ...progressLine('naptan', stream, () => clock.at) }
}
const clear = '\r\u001b[K'
const pulled = {
  id: 'naptan',
  rows: 430_000,
  parts: [{ part: '', rows: 430_000, address: '/x' }],
  missing: [],
  unreadable: 0,
}

describe('on a terminal', () => {
  it('shows how far a download is, and what is left of it', () => {
    const { clock, written, onProgress } = line(true)
    const bytes = { part: '', stage: 'download', total: 100_000_000, rows: 0 } as const
    onProgress({ ...bytes, bytes: 0 })
    clock.at = 50
    onProgress({ ...bytes, bytes: 1 })
    clock.at = 5_000
    onProgress({ ...bytes, bytes: 25_000_000 })
    expect(written).toEqual([
      `${clear}naptan  [........................] 0.0 of 100.0 MB`,
      `${clear}naptan  [######..................] 25.0 of 100.0 MB, 15 s left`,
    ])
  })

  it('shows rows and their rate from when the import began, and no longer line than fits', () => {
    const { clock, written, onProgress } = line(true)
    clock.at = 9_000
    onProgress({ part: 'Wales', stage: 'import', bytes: 5, total: null, rows: 100_000 })
    clock.at = 11_000
    onProgress({ part: 'Wales', stage: 'import', bytes: 5, total: null, rows: 500_000 })
    onProgress({ part: 'x'.repeat(200), stage: 'download', bytes: 5, total: null, rows: 400_000 })
    expect(written[1]).toBe(`${clear}naptan Wales  500,000 rows, 200,000 rows/s`)
    expect(written[2]!.length).toBe(clear.length + 99)
  })
})

it('where nobody watches only the outcome is written, with what is missing and what is new', () => {
  const { clock, written, onProgress, done } = line(false)
  onProgress({ part: '', stage: 'download', bytes: 1, total: 2, rows: 0 })
  clock.at = 2_500
  done({ ...pulled, unreadable: 2, remarks: ['it sends members that nobody reads or names: a'] })
  done({
    ...pulled,
    parts: [
      { part: 'England', rows: 400_000, address: '' },
      { part: 'Wales', rows: 30_000, address: '' },
    ],
    missing: [
      { part: 'Scotland', why: 'answered 404', kept: false },
      { part: 'Wales', why: 'was cut short', kept: true },
    ],
  })
  expect(written.join('')).toBe(
    [
      'naptan: 430,000 rows in 2.5 s, 2 could not be read',
      'naptan: it sends members that nobody reads or names: a',
      'naptan: 430,000 rows (England 400,000, Wales 30,000) in 2.5 s',
      'naptan: Scotland is missing: answered 404',
      'naptan: Wales kept as it was: was cut short',
      '',
    ].join('\n'),
  )
})

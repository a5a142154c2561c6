import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it('quotes what needs it, leaves out what is not there, and lets no spreadsheet run a text', () => {
  expect(csvLine(['a', -12, null, undefined, 'b, c', 'say "d"', 'e\nf', '=1+1', '-x'])).toBe(
    'a,-12,,,"b, c","say ""d""","e\nf",\'=1+1,\'-x',
  )
})

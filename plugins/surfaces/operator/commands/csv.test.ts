import { expect, it } from 'vitest'
import { csvLine, csvOf } from './csv.ts'

it('quotes what needs it, leaves out what is not there, and lets no spreadsheet run a text', () => {
  expect(csvLine(['a', -12, null, undefined, 'b, c', 'say "d"', 'e\nf', '=1+1', '-x'])).toBe(
    'a,-12,,,"b, c","say ""d""","e\nf",\'=1+1,\'-x',
  )
})

it('does so in lists too: an operator opens what a label says', () => {
  expect(csvOf(['id', 'label', 'endpoints'], [{ id: 'k', label: '=HYPERLINK("x")', endpoints: ['a', 'b'] }])).toBe(
    'id,label,endpoints\r\nk,"\'=HYPERLINK(""x"")",a b\r\n',
  )
})

import { expect, it } from 'vitest'
import { wantsWhole } from './whole.ts'

it.each([
  'whole',
  'Whole',
  ' whole ',
  'respond-async, whole',
  'whole; strict',
  'whole=""',
  'wait=10;x="a, b",whole',
  'x="\\", y", whole',
  'whole, whole=1',
])('a whole answer is preferred by %s', (header) => {
  expect(wantsWhole(header)).toBe(true)
})

it.each([
  undefined,
  '',
  'wholesome',
  'return=whole',
  'x="whole"',
  'x="a, whole"',
  'respond-async; whole',
  'whole=1',
  'whole="x"',
  'whole=1, whole',
  '='.repeat(5_000),
  '"'.repeat(5_001),
])('and not by %s', (header) => {
  expect(wantsWhole(header)).toBe(false)
})

it('is read from several headers as from one', () => {
  expect(wantsWhole(['respond-async', 'whole'])).toBe(true)
})

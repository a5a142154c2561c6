import { describe, expect, it } from 'vitest'
import { before, type Step } from './index.ts'

const step = (predecessor: string, successor: string): Step => ({
  predecessor,
  successor,
  kind: 'continued',
  on: null,
})
const led = (subject: string, ...steps: readonly Step[]) =>
  before(subject, (successor) => steps.filter((one) => one.successor === successor)).map(
    ({ predecessor }) => predecessor,
  )

describe('what led to a subject', () => {
  it('is nothing where nothing stood before', () => {
    expect(led('c', step('c', 'd'))).toEqual([])
  })

  it('is all that merged into it, and what led to those, nearest first', () => {
    expect(led('d', step('a', 'b'), step('b', 'd'), step('c', 'd'))).toEqual(['b', 'c', 'a'])
  })

  it('has each once, and ends where the register goes in circles', () => {
    expect(led('c', step('a', 'b'), step('a', 'c'), step('b', 'c'), step('c', 'a'))).toEqual(['a', 'b'])
  })
})

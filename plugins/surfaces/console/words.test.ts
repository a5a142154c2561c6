import { expect, it } from 'vitest'
import { aboutOf, isSpelt, labelOf, midSentence, pathLabel } from './page/words.js'

it('says what a value is, and not when it is null', () => {
  expect(aboutOf('The seat of the place. Null while the seat is vacant')).toBe('The seat of the place')
  expect(aboutOf('Each odd reading; empty when there is none, null with fewer than two readings')).toBe(
    'Each odd reading',
  )
  expect(aboutOf('Gravest first; empty where none was raised')).toBe('Gravest first')
  expect(aboutOf('Null where it is not known')).toBe('')
  expect(aboutOf(undefined)).toBe('')
})

it('calls a value what its shape calls it', () => {
  expect(labelOf('sets_late_3y')).toBe('Sets late 3 years')
  expect(labelOf('sets_late_3y', { title: 'Of these, filed late' })).toBe('Of these, filed late')
})

it('needs no code that stands there in words', () => {
  const row = {
    grade: 4,
    grade_words: 'good',
    other: 3,
    other_words: null,
    sic_codes: ['49410'],
    sic: [],
    ward_code: 'E05',
  }
  expect(Object.keys(row).filter((key) => isSpelt(key, row))).toEqual(['grade', 'sic_codes'])
  expect(labelOf('grade_words')).toBe('Grade')
})

it('keeps the capitals of acronyms within a sentence', () => {
  expect(['mp', 'esg_score', 'persons'].map((key) => midSentence(labelOf(key)))).toEqual(['MP', 'ESG score', 'persons'])
  expect(pathLabel('property.epc')).toBe('Property: EPC')
})

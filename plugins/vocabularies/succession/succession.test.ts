import { describe, expect, it } from 'vitest'
import { before, formerCouncils, formerInWords, type FormerCouncil, type Step } from './index.ts'

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

describe('councils', () => {
  const codes = (councils: readonly FormerCouncil[]) => councils.map(({ code }) => code)
  const of = (code: string, name: string | null = null, since?: string) => {
    const { same, parts, within } = formerCouncils({ code, name }, since)
    return { same: codes(same), parts: codes(parts), within: codes(within) }
  }

  it('may have had another code for the same area', () => {
    expect(of('E08000039')).toEqual({ same: ['E08000019'], parts: [], within: [] })
  })

  it('may have been a county and its districts, of which the county has the same area', () => {
    expect(of('E06000066')).toEqual({
      same: ['E10000027'],
      parts: ['E07000187', 'E07000188', 'E07000246', 'E07000189'],
      within: [],
    })
  })

  it('may have been some districts of a county that became two', () => {
    expect(of('E06000064')).toEqual({
      same: [],
      parts: ['E07000027', 'E07000030', 'E07000031'],
      within: ['E10000006'],
    })
    expect(of('E06000063').within).toEqual(['E10000006'])
  })

  it('that have no code yet are known by name', () => {
    expect(of('E06000067', 'East Surrey')).toMatchObject({ within: ['E10000030'] })
    expect(of('E06000067', 'East Surrey').parts).toHaveLength(5)
    expect(of('E06000067', 'West Surrey').parts).toHaveLength(6)
  })

  it('of a source that has those of a day are no matter if they were gone by then', () => {
    expect(of('E06000064', null, '2023-04-01')).toEqual({ same: [], parts: [], within: [] })
    expect(of('E08000039', 'Sheffield', '2023-04-01').same).toEqual(['E08000019'])
  })

  it('have no former ones where nothing changed, as in most places', () => {
    expect(of('E06000007', 'Warrington')).toEqual({ same: [], parts: [], within: [] })
    expect(of('E07000211', 'Reigate and Banstead')).toEqual({ same: [], parts: [], within: [] })
  })

  it('are told by name and last day', () => {
    expect(formerInWords(formerCouncils({ code: 'E06000064', name: null }).parts)).toBe(
      'Barrow-in-Furness, Eden and South Lakeland, until 31 March 2023',
    )
  })
})

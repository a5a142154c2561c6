import { describe, expect, it } from 'vitest'
import { doubtOf, matchByName, sortedBy, surest } from './index.ts'

const renamed = {
  name: 'NEW FOUNDRY LIMITED',
  formerNames: [
    { name: 'MIDDLE FOUNDRY LIMITED', from: '2015-03-01', until: '2022-06-30' },
    { name: 'OLD FOUNDRY LIMITED', from: '2008-03-01', until: '2015-03-01' },
  ],
  since: '2008-03-01',
}
const under = (name: string, on: string | null, lag = 0) => matchByName(renamed, { name, on, lag })

describe('a record under the name of a company', () => {
  it('is likely its own with the form of the name, on a day when it bore it', () => {
    expect(under('New Foundry Ltd', '2024-01-01')).toEqual({
      by: 'name',
      agreed: ['name', 'legal form', 'time'],
      against: [],
      sure: 'likely',
    })
    expect(under('Middle Foundry Ltd', '2020-01-01')).toMatchObject({ agreed: ['former name', 'legal form', 'time'] })
    expect(under('New Foundry Ltd', null)).toMatchObject({ agreed: ['name', 'legal form'], sure: 'likely' })
  })

  it('is another’s where the company did not bear the name then', () => {
    expect(under('New Foundry Ltd', '2021-01-01')).toBeNull()
    expect(under('Old Foundry Ltd', '2007-12-31')).toBeNull()
    expect(under('Old Foundry Ltd', '2016-03-02')).toBeNull()
    expect(under('Elder Foundry Ltd', '2020-01-01')).toBeNull()
    expect(under(' – ', '2020-01-01')).toBeNull()
  })

  it('may be its own within a year after it gave the name up, and later where records come out late', () => {
    expect(under('Old Foundry Ltd', '2016-02-28')).toMatchObject({ against: ['time'], sure: 'possible' })
    expect(under('Old Foundry Ltd', '2016-08-01', 18)).toMatchObject({ against: [], sure: 'likely' })
  })

  it('may be its own under another form, and under one word without a form', () => {
    expect(under('New Foundry LLP', '2024-01-01')).toMatchObject({ against: ['legal form'], sure: 'possible' })
    const reregistered = { name: 'TIN PLC', formerNames: [{ name: 'TIN LIMITED', until: '2020-01-01' }], since: null }
    expect(matchByName(reregistered, { name: 'Tin Ltd', on: '2024-01-01' })).toMatchObject({
      against: [],
      sure: 'likely',
    })
    expect(under('New Foundry', '2024-01-01')).toMatchObject({ agreed: ['name', 'time'], sure: 'likely' })
    const one = { name: 'APEX LIMITED', formerNames: [], since: '2008-03-01' }
    expect(matchByName(one, { name: 'Apex', on: '2024-01-01' })?.sure).toBe('possible')
    expect(matchByName(one, { name: 'Apex Ltd', on: '2024-01-01' })?.sure).toBe('likely')
  })
})

describe('records of a name', () => {
  const [likely, possible] = [under('New Foundry Ltd', null), under('New Foundry LLP', null)]
  it('are apart by whose they are, and what is not counted is said', () => {
    const sorted = sortedBy([likely, possible, null, null], (one) => one)
    expect(sorted).toEqual({ own: [likely], possible: [possible], others: 2 })
    expect(doubtOf(sorted, 'grant')).toBe(
      '1 grant may be its own: a possible match by name alone; 2 grants of before it was formed or bore the name may belong to another of its name',
    )
    expect(
      doubtOf(
        sortedBy([likely], (one) => one),
        'grant',
      ),
    ).toBeNull()
  })

  it('rest on the surest of several', () => {
    expect([surest([possible, null, likely]), surest([null]), surest([])]).toEqual([likely, null, null])
  })
})

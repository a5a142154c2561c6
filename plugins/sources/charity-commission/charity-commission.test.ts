import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { numberMatch } from '@domesday/vocabulary-companies'
import { charities, charitiesOf, charityCommission, charityOf } from './index.ts'
import { params, text, notCovered } from '@domesday/core'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(charityCommission)
})
afterAll(() => register.close())

describe('the charities that a company is', () => {
  it('finds the main charity by company number, not the linked ones', async () => {
    expect(await register.ask(charities, { number: '99000041', name: 'WICKENSTOW TRUST' })).toEqual([
      {
        number: '9900041',
        name: 'WICKENSTOW TRUST',
        type: 'Charitable company',
        status: 'registered',
        registered: '2003-07-02',
        removed: null,
        income: 1_240_000,
        spending: 1_190_000,
        yearEnd: '2026-03-31',
        reporting: 'Submission Received',
        insolvent: false,
        inAdministration: false,
        dissolved: null,
        dissolutionNotice: null,
        company: '99000041',
        match: numberMatch,
      },
    ])
  })

  it('is sure of one of the same name by the day of its registration', async () => {
    const of = async (since: string | null) =>
      (
        await register.ask(charities, { number: 'CE990050', name: 'Oldcross and Fernhay Community Gardens', since })
      ).map(({ match: { against, sure } }) => [against, sure])
    expect(await of('2019-10-04')).toEqual([[[], 'certain']])
    expect(await of(null)).toEqual([[[], 'likely']])
    expect(await of('2023-02-01')).toEqual([[['day of registration'], 'possible']])
  })

  it('knows one that was removed, by a number whose leading zero the register left out', async () => {
    const [charity] = await register.ask(charities, { number: '09900207', name: 'PENFELLOW YOUTH THEATRE' })
    expect(charity).toMatchObject({ status: 'removed', removed: '2022-03-04', income: 0, reporting: null })
  })

  it('knows a CIO by its name, because the register states no company number for it', async () => {
    const found = await register.ask(charities, {
      number: 'CE990050',
      name: 'Oldcross and Fernhay Community Gardens CIO',
    })
    expect(found.map(({ number, company }) => [number, company])).toEqual([['9900050', null]])
    expect(
      await register.ask(charities, { number: '99000999', name: 'Oldcross and Fernhay Community Gardens' }),
    ).toEqual([])
  })

  it('is empty for a company that is no charity', async () => {
    expect(await register.ask(charities, { number: '99000017', name: 'QUILLMARSH PRECISION LIMITED' })).toEqual([])
  })

  it('does not cover Scotland and Northern Ireland', () => {
    const { input } = charitiesOf(params({ number: text(), name: text() })) as unknown as {
      readonly input: (known: object) => unknown
    }
    const asked = (number: string): unknown => input({ of: { number, name: 'X' } })
    expect(asked('SC990082')).toEqual(notCovered('Scotland'))
    expect(asked('R0000012')).toEqual(notCovered('Northern Ireland'))
    expect([asked('99000041'), asked('RC000656'), asked('CE990050')]).toEqual(
      ['99000041', 'RC000656', 'CE990050'].map((number) => ({ number, name: 'X', since: null })),
    )
  })
})

describe('a row of the extract', () => {
  const row = {
    registered_charity_number: '1',
    linked_charity_number: '0',
    charity_name: 'A',
    charity_company_registration_number: '1234567',
  }

  it('is left out where it can be no company, or is part of another', () => {
    expect(charityOf(row)).toMatchObject({ company: '01234567', id: '1', charity: { company: '01234567' } })
    expect(charityOf({ ...row, charity_company_registration_number: 'OC12345' })).toMatchObject({ company: 'OC012345' })
    expect(charityOf({ ...row, linked_charity_number: '2' })).toBeNull()
    expect(charityOf({ ...row, charity_company_registration_number: '' })).toBeNull()
    expect(charityOf({ ...row, charity_company_registration_number: 'N/A' })).toBeNull()
    expect(charityOf({ ...row, charity_company_registration_number: 'N/A', charity_is_cio: 'True' })).toMatchObject({
      company: null,
      cio: 'A',
    })
  })

  it('is read alike from JSON and from text', () => {
    const typed = {
      ...row,
      linked_charity_number: 0,
      latest_income: 125000.5,
      charity_insolvent: true,
      date_of_registration: '2015-03-02T00:00:00',
    }
    const written = {
      ...row,
      latest_income: '125000.5',
      charity_insolvent: 'True',
      date_of_registration: '2015-03-02 00:00:00.0000000',
    }
    expect(charityOf(typed)).toEqual(charityOf(written))
    expect(charityOf(typed)).toMatchObject({
      charity: { income: 125000.5, insolvent: true, registered: '2015-03-02', spending: null },
    })
  })

  it('says nothing of what it does not state', () => {
    expect(charityOf(row)!.charity).toMatchObject({
      status: null,
      insolvent: null,
      inAdministration: null,
      income: null,
    })
    const ended = { ...row, cio_is_dissolved: 'True', date_cio_dissolution_notice: '2026-09-01 00:00:00.0000000' }
    expect(charityOf(ended)!.charity).toMatchObject({ dissolved: true, dissolutionNotice: '2026-09-01' })
    expect(charityOf({ ...row, charity_company_registration_number: 'SP9914RS' })).toMatchObject({
      company: 'SP9914RS',
    })
  })

  it('is marked as unconfirmed: its format could not be checked against the real service', () =>
    expect(charities.confidence).toBe('unconfirmed'))

  it('keeps nothing that leads to a person', () => {
    const kept = JSON.stringify(
      charityOf({
        ...row,
        charity_contact_address1: '1 High Street',
        charity_contact_phone: '01',
        charity_contact_email: 'a@b',
      } as never),
    )
    expect(kept).not.toMatch(/High Street|a@b|"01"/)
  })
})

describe.skipIf(recordings() === null)('the recorded header', () => {
  it('has the columns that a row is read from', () => {
    const [names, values] = (recorded('charity-commission', 'publicextract-charity-header-and-shape.csv') as string)
      .split('\n')
      .map((line) => line.split('\t'))
    const wire = Object.fromEntries(names!.map((name, i) => [name.trim(), values![i] ?? '']))
    expect(charityOf(wire as never)).toEqual({
      id: '5001',
      company: null,
      cio: 'ACME COMMUNITY TRUST',
      charity: {
        number: '1100001',
        name: 'ACME COMMUNITY TRUST',
        type: 'CIO',
        status: 'registered',
        registered: '2015-03-02',
        removed: null,
        income: 125_000,
        spending: 118_000,
        yearEnd: '2026-03-31',
        reporting: 'Submission Received',
        insolvent: false,
        inAdministration: false,
        dissolved: null,
        dissolutionNotice: null,
        company: null,
      },
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { now, params, text } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import {
  dataProtectionOf,
  icoRegister,
  registrations,
  rowOf,
  type Columns,
  type DataProtection,
  type Registrations,
} from './index.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(icoRegister)
})
afterAll(() => register.close())

const of = (name: string, postcode: string | null = null, since: string | null = null): Promise<Registrations> =>
  register.ask(registrations, { name, postcode, since })

describe('the registration of an organisation', () => {
  it('is found by name and postcode, however name and legal form are written', async () => {
    const quillmarsh = {
      number: 'ZA990017',
      tier: 2,
      publicAuthority: false,
      started: '2018-05-25',
      ends: '2027-05-24',
      match: { by: 'name', agreed: ['name', 'postcode'], against: [], sure: 'certain' },
    }
    expect(await of('QUILLMARSH PRECISION LIMITED', 'WA1 1UH')).toEqual({
      basis: 'name and postcode',
      entries: [quillmarsh],
    })
    expect(await of('Quillmarsh Precision Ltd.', 'wa11uh')).toEqual({
      basis: 'name and postcode',
      entries: [quillmarsh],
    })
  })

  it('is less sure by name alone, where no postcode agrees', async () => {
    expect(await of('HALLAFORTH RETAIL LIMITED', 'NW1 9HZ')).toMatchObject({
      basis: 'name',
      entries: [{ number: 'ZA990090' }],
    })
    expect((await of('QUILLMARSH PRECISION LIMITED')).entries.map(({ number }) => number)).toEqual([
      'ZA990017',
      'ZA990190',
    ])
  })

  it('does not take another legal form elsewhere for the same organisation', async () => {
    expect(await of('HALLAFORTH RETAIL LLP', 'NW1 9HZ')).toEqual({ basis: null, entries: [] })
    expect(await of('Wickenstow Trust Ltd', 'WA1 1UH')).toEqual({ basis: null, entries: [] })
  })

  it('is found by a trading name at the same postcode, and there only', async () => {
    expect(await of('DUNMERROW SOFTWARE LTD', 'NW1 9HZ')).toMatchObject({
      basis: 'trading name and postcode',
      entries: [{ number: 'ZA990123' }],
    })
    expect(await of('DUNMERROW SOFTWARE LTD', 'WA1 1UH')).toEqual({ basis: null, entries: [] })
  })

  it('is not that of an older organisation of its name, unless it has its postcode', async () => {
    expect(await of('HALLAFORTH RETAIL LIMITED', 'NW1 9HZ', '2026-05-01')).toEqual({ basis: null, entries: [] })
    expect(await of('QUILLMARSH PRECISION LIMITED', 'WA1 1UH', '2026-05-01')).toMatchObject({
      entries: [{ match: { agreed: ['name', 'postcode'], against: ['time'], sure: 'possible' } }],
    })
    expect(await of('HALLAFORTH RETAIL LIMITED', 'NW1 9HZ', '1987-11-02')).toMatchObject({
      entries: [{ match: { agreed: ['name', 'legal form', 'time'], sure: 'likely' } }],
    })
  })

  it('reads the older form of dates, and public authorities', async () => {
    expect(await of('LARKSPINDLE BAKERY LTD', 'WA1 1UH')).toMatchObject({
      entries: [{ started: '2020-08-20', ends: '2027-08-19' }],
    })
    expect(await of('Sample Parish Council', 'PR3 0SG')).toMatchObject({ entries: [{ publicAuthority: true }] })
  })
})

describe('where an organisation stands', () => {
  const { from } = dataProtectionOf(params({ name: text(), postcode: text(), since: text() })) as unknown as {
    readonly from: (known: object) => DataProtection
  }
  const today = new Date('2026-10-15T09:00:00Z')
  const standing = async (name: string, postcode: string, now = today): Promise<DataProtection> =>
    from({ known: await of(name, postcode), now })

  it('is registered to the last day of the entry', async () => {
    expect(await standing('WICKENSTOW TRUST', 'CF24 3AA')).toMatchObject({
      registered: true,
      registration_number: 'ZA990041',
      tier: 1,
      matched_by: 'name and postcode',
      entries: 1,
    })
    expect(await standing('WICKENSTOW TRUST', 'CF24 3AA', new Date('2027-02-10T23:00:00Z'))).toMatchObject({
      registered: true,
    })
    expect(await standing('WICKENSTOW TRUST', 'CF24 3AA', new Date('2027-02-11T01:00:00Z'))).toMatchObject({
      registered: false,
    })
    // In summer that day ends an hour before the one of UTC.
    expect(await standing('CAIRNVELLA SYSTEMS LIMITED', 'EH1 1YZ', new Date('2027-05-24T22:30:00Z'))).toMatchObject({
      registered: true,
    })
    expect(await standing('CAIRNVELLA SYSTEMS LIMITED', 'EH1 1YZ', new Date('2027-05-24T23:30:00Z'))).toMatchObject({
      registered: false,
    })
  })

  it('shows the entry that ended, and says that there is none', async () => {
    expect(await standing('TALLOWMERE HOMES LIMITED', 'NW1 9HZ')).toMatchObject({
      registered: false,
      registration_number: 'ZA990033',
      expires: '2025-09-15',
    })
    expect(await standing('PEMBERLOCH NOVA LTD', 'WA1 1UH')).toEqual({
      registered: false,
      registration_number: null,
      tier: null,
      since: null,
      expires: null,
      matched_by: null,
      match: null,
      entries: 0,
    })
  })

  it('rests on the organisation and the day', () => {
    const node = dataProtectionOf(params({ name: text(), postcode: text(), since: text() }))
    expect(Object.values(node.inputs)).toContain(now)
  })
})

describe('a row of the register', () => {
  const row = {
    Registration_number: 'Z1',
    Organisation_name: 'The Tarn & Fell Co., Ltd',
    Organisation_postcode: ' la1  1aa ',
  }

  it('keeps what it is compared by, and no person', () => {
    const kept = rowOf({
      ...row,
      Trading_names: 'Tarn Tea|Fell-Foot Ltd||',
      Payment_tier: 'Tier 3',
      Public_authority: 'y',
      DPO_or_Person_responsible_for_DP_Last_name: 'Sampleperson',
    } as Columns)
    expect(kept).toEqual({
      number: 'Z1',
      name: 'TARN AND FELL CO',
      whole: 'TARN AND FELL CO LIMITED',
      trading: ['TARN TEA', 'FELL FOOT'],
      postcode: 'LA11AA',
      tier: 3,
      publicAuthority: true,
      started: null,
      ends: null,
    })
  })

  it('is left out without a number or a name', () => {
    expect(rowOf({ ...row, Registration_number: '' })).toBeNull()
    expect(rowOf({ ...row, Organisation_name: ' ' })).toBeNull()
    expect(rowOf({ ...row, Organisation_name: 'Ltd' })).toBeNull()
  })
})

describe('the landing page', () => {
  interface File {
    readonly addresses: () => readonly [{ readonly link: (page: string) => string | null }]
  }
  const [{ addresses }] = icoRegister.pull as unknown as readonly [File]
  const [{ link }] = addresses()

  it('leads to the file of the day', () => {
    expect(
      link(
        '<a href="/x.zip">x</a> <a class="b" href=\'https://ico.org.uk/media2/a1/register-of-data-controllers-2026-10-14.zip\'>',
      ),
    ).toBe('https://ico.org.uk/media2/a1/register-of-data-controllers-2026-10-14.zip')
    expect(link('<a href="/about">About</a>')).toBeNull()
  })
})

describe.skipIf(recordings() === null)('recorded columns', () => {
  it('are those that a row is read from', () => {
    const [header = '', first = ''] = (recorded('ico-register', 'register-header-and-shape.csv') as string).split(
      /\r?\n/,
    )
    const values = first.split(',')
    expect(rowOf(Object.fromEntries(header.split(',').map((name, i) => [name, values[i]])) as never)).toMatchObject({
      number: 'ZC123456',
      whole: 'HARBOUR GROUNDWORKS LIMITED',
      postcode: 'YO211AB',
      tier: 1,
      publicAuthority: false,
      started: '2026-09-30',
      ends: null,
    })
  })
})

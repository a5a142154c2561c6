import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBody } from '../../../test/support/read.ts'
import { dvlaVes, enquiry, type Registration } from './index.ts'

const read = (body: unknown): Registration => readBody(enquiry, body)
const { none } = enquiry.how as unknown as { readonly none: (reply: object) => unknown }

describe('a registration', () => {
  let agency: OpenSource
  beforeAll(async () => {
    agency = await openSource(dvlaVes)
  })
  afterAll(() => agency.close())

  it('is read with tax and MOT', async () => {
    expect(await agency.ask(enquiry, 'ZZ19DOM')).toEqual({
      registration: 'ZZ19DOM',
      make: 'VAUXHALL',
      colour: 'BLUE',
      fuel_type: 'PETROL',
      tax_status: 'Taxed',
      tax_due: '2027-04-01',
      mot_status: 'Valid',
      mot_expiry: '2027-04-11',
      year_of_manufacture: 2019,
      co2_g_km: 132,
      marked_for_export: false,
      certificate_issued: '2022-05-19',
      first_registered: '2019-04',
      first_registered_uk: null,
      engine_cc: 1398,
      euro_status: 'EURO 6',
      real_driving_emissions: null,
      additional_tax_until: null,
      type_approval: 'M1',
      wheelplan: '2 AXLE RIGID BODY',
      revenue_weight_kg: null,
      automated: null,
    })
  })

  it('off the road has no day on which tax is due', async () => {
    expect(await agency.ask(enquiry, 'ZZ08BUK')).toMatchObject({ tax_status: 'SORN', tax_due: null })
  })

  it('that is unknown is null', async () => {
    expect(await agency.ask(enquiry, 'ZZ16DVA')).toBeNull()
    expect(agency.unmatched).toEqual([])
  })

  it('of which the record says nothing has nulls', () => {
    expect(Object.values(read({ registrationNumber: 'ZZ99XYZ' })).filter((value) => value !== null)).toEqual([
      'ZZ99XYZ',
    ])
    expect(() => read({ message: 'busy' })).toThrow('registrationNumber')
  })

  it('is none for an invalid format, but an error if the call failed', () => {
    expect([400, 404, 409, 422].map((status) => none({ status }))).toEqual([null, null, undefined, undefined])
  })
})

describe.skipIf(!recordings())('recorded answers of dvla-ves', () => {
  it('are read', () => {
    const body = (file: string): unknown => recorded('dvla-ves', file)
    expect(read(body('vehicle-BF66YMO.json'))).toMatchObject({
      registration: 'BF66YMO',
      make: 'VAUXHALL',
      tax_status: 'Taxed',
      tax_due: '2022-12-01',
      mot_expiry: '2022-12-06',
      co2_g_km: 120,
      year_of_manufacture: 2016,
    })
    expect(read(body('vehicle-KX67XEL.json'))).toMatchObject({
      tax_status: 'Untaxed',
      mot_status: 'Not valid',
      mot_expiry: '2024-11-07',
      co2_g_km: 0,
    })
    expect(read(body('test-AA19EEE-documented.json'))).toMatchObject({
      fuel_type: 'ELECTRICITY',
      mot_status: 'No results returned',
      mot_expiry: null,
    })
    expect(read(body('test-AA19AAA-documented.json'))).toMatchObject({
      euro_status: 'EURO1',
      real_driving_emissions: '1',
      additional_tax_until: '2025-03-30',
      revenue_weight_kg: null,
    })
  })
})

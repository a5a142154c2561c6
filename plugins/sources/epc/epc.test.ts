import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type Operation } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import { bandOf, certificate, dwellings, efficiencyFrom, epc, type Dwelling, type Listed } from './index.ts'

const read = <Out>(operation: Operation<any, Out>, body: unknown): Out => readBody(operation, body)

let register: OpenSource
beforeAll(async () => {
  register = await openSource(epc)
})
afterAll(() => register.close())

describe('the dwellings of a postcode', () => {
  it('have one certificate each, the newest, newest first', async () => {
    const listed = await register.ask(dwellings, 'WA1 1UH')
    expect(listed?.length).toBe(10)
    expect(listed?.[0]).toMatchObject({ band: 'C', registered: '2025-03-27' })
    expect(listed?.map(({ registered }) => registered)).toEqual(
      listed
        ?.map(({ registered }) => registered)
        .toSorted()
        .toReversed(),
    )
    // The older certificates of three dwellings, one of which is known by its address only.
    expect(listed?.filter(({ registered }) => registered! < '2013')).toEqual([])
  })

  it('are none where no certificate was lodged: a 404 there', async () => {
    expect(await register.ask(dwellings, 'SW1A 2AA')).toBeNull()
    expect(read(dwellings, { data: [] })).toBeNull()
  })

  it('are told apart by property number, not by how the address is written', () => {
    const row = (certificateNumber: string, addressLine1: string, uprn: unknown, registrationDate: string) => ({
      certificateNumber,
      addressLine1,
      uprn,
      registrationDate,
    })
    const listed = read(dwellings, {
      data: [
        row('1', '27 Havenwood Rise', null, '2012-01-01'),
        row('2', '27, HAVENWOOD RISE', null, '2020-01-01'),
        row('3', '29 Havenwood Rise', 100, '2021-01-01T10:00:00'),
        row('4', 'The Lodge', '100', '2019-01-01'),
        { addressLine1: 'no number' },
      ],
    })
    expect(listed).toEqual([
      { certificate: '3', band: null, registered: '2021-01-01' },
      { certificate: '2', band: null, registered: '2020-01-01' },
    ])
  })

  it('are one where only some of the certificates for an address have its property number', () => {
    const row = (certificateNumber: string, addressLine1: string, uprn: number | null, registrationDate: string) => ({
      certificateNumber,
      addressLine1,
      uprn,
      registrationDate,
    })
    const listed = read(dwellings, {
      data: [
        row('1', '27, Havenwood Rise', null, '2009-01-01'),
        row('2', '27 Havenwood Rise', 100, '2020-01-01'),
        row('3', 'Flat at 27 Havenwood Rise', 100, '2022-01-01'),
      ],
    })
    expect(listed?.map(({ certificate }) => certificate)).toEqual(['3'])
  })
})

describe('a list of certificates', () => {
  it('is known without the one that has no number, which is told', () => {
    const data = Array.from({ length: 12 }, (_, i) => ({
      certificateNumber: i === 4 ? null : String(i),
      registrationDate: '2020-01-01',
      currentEnergyEfficiencyBand: 'C',
      uprn: 100 + i,
      addressLine1: `${i} Havenwood Rise`,
    }))
    const { value, parts } = apart(readChecked(dwellings.how as never, { data }, undefined).value)
    expect([value, parts]).toMatchObject([{ length: 11 }, [{ why: expect.any(String) }]])
  })
})

describe('a certificate', () => {
  it('is read whatever its schema: descriptions with and without a language, numbers as text', async () => {
    const listed = await register.ask(dwellings, 'WA1 1UH')
    expect(await register.ask(certificate, listed![0]!.certificate)).toEqual({
      rating: 70,
      co2: 2.2,
      energyUse: 149,
      floorArea: 80,
      kind: 'House',
      heating: 'Boiler and radiators, mains gas',
      walls: 'Solid brick, with internal insulation',
    })
    expect(await register.ask(certificate, listed!.at(-1)!.certificate)).toMatchObject({
      rating: 35,
      co2: 6.9,
      floorArea: 118,
      kind: 'Maisonette',
      heating: 'Room heaters, electric',
      walls: 'Sandstone or limestone, as built, no insulation (assumed)',
    })
  })

  it('is null once withdrawn, and full of gaps where little is stated', async () => {
    expect(await register.ask(certificate, '0000-0000-0000-0000-0000')).toBeNull()
    const nothing = {
      rating: null,
      co2: null,
      energyUse: null,
      floorArea: null,
      kind: null,
      heating: null,
      walls: null,
    }
    expect(read(certificate, { data: {} })).toEqual(nothing)
    expect(() => read(certificate, { error: 'busy' })).toThrow('data')
    expect(() => read(dwellings, { error: 'busy' })).toThrow('data')
    expect(
      read(certificate, {
        data: { energy_rating_current: 0, property_type: 9, walls: [], main_heating: [{ description: null }] },
      }),
    ).toEqual(nothing)
    expect(read(certificate, { data: { walls: [{ description: { text: 'Cob' } }] } })).toEqual(nothing)
    expect(
      read(certificate, {
        data: {
          total_floor_area: { value: '91.5', quantity: 'square metres' },
          walls: { description: 'Cob' },
          property_type: 'Flat',
        },
      }),
    ).toMatchObject({ floorArea: 91.5, walls: 'Cob', kind: 'Flat' })
  })
})

describe('the efficiency of a postcode', () => {
  const listed = (...bands: readonly Listed['band'][]): readonly Listed[] =>
    bands.map((band, i) => ({ certificate: String(i), band, registered: `2020-01-0${9 - i}` }))
  const dwelling = (rest: Partial<Dwelling>): Dwelling => ({
    rating: null,
    co2: null,
    energyUse: null,
    floorArea: null,
    kind: null,
    heating: null,
    walls: null,
    ...rest,
  })

  it('averages the bands of all dwellings and shares them out from A to G', () => {
    expect(efficiencyFrom(listed('B', 'C', 'C', null), [])).toMatchObject({
      dwellings: 4,
      avg_epc_rating: 'C',
      avg_rating: 78.3,
      distribution: { A: 0, B: 33.3, C: 66.7, D: 0, E: 0, F: 0, G: 0 },
      newest_certificate: '2020-01-09',
      certificates_read: 0,
      avg_co2_tpa: null,
    })
  })

  it('averages what the certificates that came say', () => {
    const gas = { heating: 'Boiler and radiators, mains gas' }
    expect(
      efficiencyFrom(listed('D', 'D', 'E'), [
        dwelling({ co2: 2.4, ...gas }),
        null,
        dwelling({ co2: 4, energyUse: 230, ...gas, walls: 'Cob' }),
      ]),
    ).toMatchObject({
      certificates_read: 2,
      avg_co2_tpa: 3.2,
      avg_energy_use_kwh_m2: 230,
      avg_floor_area_m2: null,
      heating: { 'Boiler and radiators, mains gas': 2 },
      walls: { Cob: 1 },
      property_types: {},
    })
  })

  it('does not know how the dwellings are heated and built where no certificate came: that is not none', () => {
    expect(efficiencyFrom(listed('D', 'E'), [null, null])).toMatchObject({
      dwellings: 2,
      certificates_read: 0,
      heating: null,
      walls: null,
      property_types: null,
    })
  })

  it('has no average where no band is listed', () => {
    expect(efficiencyFrom(listed(null), [])).toMatchObject({
      dwellings: 1,
      avg_epc_rating: null,
      avg_rating: null,
      distribution: null,
    })
  })

  it('knows the edges of the bands', () => {
    expect([104, 92, 91, 81, 80.4, 69, 55, 39, 38, 21, 20, 1].map(bandOf).join('')).toBe('AABBCCDEFFGG')
  })
})

describe.skipIf(!recordings())('recorded answers of epc', () => {
  it('are read', () => {
    expect(read(dwellings, recorded('epc', 'domestic-search-SW10_0AA.documented.json'))).toEqual([
      { certificate: '0000-0000-0000-0000-0000', band: 'B', registered: '2020-05-04' },
    ])
    expect(read(certificate, recorded('epc', 'certificate-RdSAP-Schema-21.0.1.json'))).toEqual({
      rating: 50,
      co2: 2.4,
      energyUse: 230,
      floorArea: 55,
      kind: 'House',
      heating: 'Boiler and radiators, anthracite',
      walls: 'Solid brick, as built, no insulation (assumed)',
    })
    expect(read(certificate, recorded('epc', 'certificate-RdSAP-Schema-19.0.json'))).toEqual({
      rating: 66,
      co2: 3.8,
      energyUse: 222,
      floorArea: 94,
      kind: 'House',
      heating: 'Boiler and radiators, mains gas',
      walls: 'Cavity wall, filled cavity',
    })
  })
})

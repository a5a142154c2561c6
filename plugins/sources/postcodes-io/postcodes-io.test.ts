import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow, type Operation, type NoSuch, isNoSuch, noSuch } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import {
  lookup,
  nationsIn,
  outcodesAround,
  placeOf,
  pointOf,
  positions,
  postcodesIo,
  similar,
  type Place,
} from './index.ts'

let source: OpenSource
beforeAll(async () => {
  source = await openSource(postcodesIo)
})
afterAll(async () => {
  expect(source.unmatched).toEqual([])
  await source.close()
})
const placed = (
  placeOf({ kind: 'asked', inputs: {} }) as unknown as { readonly operation: Operation<string, Place | NoSuch> }
).operation
const known = async (postcode: string): Promise<Place> => {
  const found = await source.ask(placed, postcode)
  if (isNoSuch(found)) throw new Error(found.detail)
  return found
}
const pointIn = (place: Place): unknown =>
  (pointOf({ kind: 'need', inputs: {} }) as unknown as { from(known: { readonly of: Place }): unknown }).from({
    of: place,
  })
const warrington: Place = {
  postcode: 'WA1 1UH',
  outcode: 'WA1',
  nation: 'England',
  region: 'North West',
  local_authority: 'Warrington',
  county: null,
  ward: 'Bewsey and Whitecross',
  parish: 'Warrington, unparished area',
  constituency: 'Warrington South',
  police: 'Cheshire',
  lsoa: 'Warrington 018G',
  msoa: 'Warrington 018',
  codes: {
    local_authority: 'E06000007',
    county: null,
    ward: 'E05011025',
    constituency: 'E14001565',
    lsoa: 'E01033302',
    lsoa11: 'E01033302',
    msoa: 'E02002607',
    oa: 'E00062808',
    icb: 'E54000008',
  },
  point: { lat: 53.389713, lng: -2.599634 },
}

describe('a postcode', () => {
  it('is placed by names and codes, whatever its casing and spacing', async () => {
    expect(await known('WA1 1UH')).toEqual(warrington)
    expect(await known('wa11uh')).toEqual(warrington)
  })

  it('names the nation where there is no region', async () => {
    expect(
      await Promise.all(
        ['CF24 3AA', 'EH1 1YZ', 'BT1 2FF', 'SW1A 2AA'].map(async (postcode) => (await known(postcode)).region),
      ),
    ).toEqual(['Wales', 'Scotland', 'Northern Ireland', 'London'])
  })

  it('shows no pseudo names and codes, which mean that a thing does not apply', async () => {
    expect(await known('BT1 2FF')).toMatchObject({
      police: null,
      county: null,
      codes: { county: null, icb: null, local_authority: 'N09000003' },
    })
    expect(await known('EH1 1YZ')).toMatchObject({ police: 'Scotland', codes: { county: null, icb: null } })
  })

  it('keeps small areas of both censuses apart', async () => {
    expect((await known('EH1 1YZ')).codes).toMatchObject({ lsoa: 'S01014710', lsoa11: 'S01008675' })
    expect((await known('CF24 3AA')).codes).toMatchObject({ lsoa: 'W01001835', lsoa11: 'W01001835', msoa: 'W02000399' })
  })

  it('has a county where there are two tiers', async () => {
    expect(await known('PR3 0SG')).toMatchObject({
      local_authority: 'Wyre',
      county: 'Lancashire',
      constituency: 'Lancaster and Wyre',
      codes: { local_authority: 'E07000128', county: 'E10000017', lsoa: 'E01025547' },
    })
  })

  it('may have no coordinates, and then no source that is asked by point covers it', async () => {
    const guernsey = await known('GY1 1WR')
    expect(guernsey).toMatchObject({
      point: null,
      nation: 'Channel Islands',
      region: 'Channel Islands',
      constituency: null,
      codes: { local_authority: null, lsoa: null },
    })
    expect(pointIn(guernsey)).toMatchObject({ $: 'not_covered' })
  })
})

describe('a record', () => {
  const read = (result: object) => readChecked(lookup.how as CallHow, { status: 200, result }, '').value
  const old = {
    postcode: 'ZZ1 1AA',
    outcode: 'ZZ1',
    country: 'Wales',
    region: null,
    latitude: 51.5,
    longitude: -3.2,
    admin_district: 'Cardiff',
    admin_county: null,
    admin_ward: 'Plasnewydd',
    parish: 'Roath',
    pfa: 'South Wales',
    lsoa: 'Cardiff 033F',
    codes: { admin_district: 'W06000015', admin_county: 'W99999999', admin_ward: 'W05001289', lsoa: 'W01001835' },
  }
  const record = {
    ...old,
    lsoa11: 'Cardiff 033F',
    oa21: 'W00009219',
    icb: null,
    codes: { ...old.codes, lsoa11: 'W01001835', oa21: 'W00009219', icb: 'W99999999' },
  }
  it('has its old members alone, or the newer ones too', () => {
    expect(read(old)).toMatchObject({ nation: 'Wales', codes: { lsoa11: null } })
    expect(read(record)).toMatchObject({ nation: 'Wales', codes: { lsoa11: 'W01001835', icb: null } })
  })

  it.each(['region', 'admin_district', 'admin_county', 'admin_ward', 'parish', 'pfa'])(
    'without its %s is known in part: whether it applies nobody can tell',
    (name) =>
      expect(read({ ...record, [name]: undefined })).toMatchObject({
        $: 'partly',
        value: { postcode: 'ZZ1 1AA' },
        parts: [{ why: `the record of the postcode does not state ${name}` }],
      }),
  )

  it.each(['postcode', 'latitude', 'longitude', 'country', 'codes'])('without its %s is another document', (name) =>
    expect(() => read({ ...record, [name]: undefined })).toThrow(name),
  )

  it('without the code of its district is another document, and where that is null it lies in none', () => {
    const of = (admin_district: null | undefined) => read({ ...record, codes: { ...record.codes, admin_district } })
    expect(() => of(undefined)).toThrow('codes.admin_district')
    expect(of(null)).toMatchObject({ codes: { local_authority: null } })
  })

  it('without a country still says where a postcode outside Great Britain is, and else nothing that would let a source answer', () => {
    const of = (postcode: string) =>
      apart(read({ ...record, postcode, outcode: undefined, country: null, region: null })).value
    expect(of('GY1 1WR')).toMatchObject({ outcode: 'GY1', nation: 'Channel Islands', region: 'Channel Islands' })
    expect(of('BT1 2FF')).toMatchObject({ outcode: 'BT1', nation: 'Northern Ireland' })
    expect(of('WA1 1UH')).toMatchObject({ nation: 'United Kingdom', region: 'United Kingdom' })
  })

  it('has the first part of its postcode for an outcode where none of this name is sent', () => {
    expect(read({ ...record, outcode: undefined, outward_code: 'ZZ1' })).toMatchObject({ outcode: 'ZZ1' })
  })

  it('lends its point whole, though the rest may be known in part', () => {
    expect(pointIn(warrington)).toEqual({ $: 'whole', value: warrington.point })
  })

  it.each([
    [5, /imputed/],
    [6, /mean of its postcode sector/],
    [8, /last one that was known/],
  ])('of quality %i has no exact place, and so its point is known in part too', (quality, why) => {
    const { value, parts } = apart(read({ ...record, quality }))
    expect(parts).toMatchObject([{ why: expect.stringMatching(why) }])
    expect(pointIn(value as Place)).toMatchObject({ $: 'partly', value: { lat: 51.5, lng: -3.2 }, parts })
    for (const exact of [1, 2, 3, 4]) expect(apart(read({ ...record, quality: exact })).parts).toEqual([])
  })

  it('that has ended says so, should one be sent', () => {
    expect(apart(read({ ...record, date_of_termination: '202510' })).parts).toEqual([
      { why: 'ZZ1 1AA has ended: 2025-10' },
    ])
    expect(apart(read({ ...record, date_of_termination: null })).parts).toEqual([])
  })

  it.each([
    ['admin_district', 'local_authority', 'E07000128', 'its district, Cardiff (E07000128), is none of Wales'],
    ['admin_ward', 'ward', 'E05011025', 'its ward, Plasnewydd (E05011025), is none of Wales'],
    ['lsoa', 'lsoa', 'S01008675', 'its neighbourhood, Cardiff 033F (S01008675), is none of Wales'],
    ['oa21', 'oa', 'E00062808', 'its output area, E00062808, is none of Wales'],
  ])('has no %s of another nation, and says both', (sent, shown, code, why) => {
    const { value, parts } = apart(read({ ...record, codes: { ...record.codes, [sent]: code } }))
    expect((value as Place).codes).toMatchObject({ [shown]: null })
    expect(parts).toEqual([{ why }])
  })

  it('has no sure position outside its nation', () => {
    const { value, parts } = apart(read({ ...record, latitude: 55.9 }))
    const inexact = 'its position, 55.9, -3.2, is not in Wales'
    expect(value).toMatchObject({ point: { lat: 55.9, lng: -3.2 }, inexact, codes: { local_authority: 'W06000015' } })
    expect(parts).toEqual([{ why: 'its position, 55.9, -3.2, is not in Wales' }])
  })

  it('of Northern Ireland may have codes that tell no nation', () => {
    const codes = { admin_district: 'N09000003', lsoa: '95GG01S1', lsoa11: '95GG01S1' }
    const north = { ...record, country: 'Northern Ireland', latitude: 54.6, longitude: -5.9, codes }
    expect(apart(read(north)).parts).toEqual([])
  })

  it('has no constituency of another nation', () => {
    const codes = { ...record.codes, parliamentary_constituency_2024: 'E14001447' }
    const { value, parts } = apart(read({ ...record, parliamentary_constituency_2024: 'Runcorn and Helsby', codes }))
    expect(value).toMatchObject({ constituency: null, codes: { constituency: null, local_authority: 'W06000015' } })
    expect(parts).toEqual([{ why: 'its constituency, Runcorn and Helsby (E14001447), is none of Wales' }])
  })
})

describe('many postcodes', () => {
  it('are placed at once; those that are unknown, or have no grid reference, are left out', async () => {
    expect(await source.ask(positions, ['WA1 1UG', 'ZZ9 9ZZ', 'GY1 1WR', 'SW1A 2AA'])).toEqual({
      'WA1 1UG': { lat: 53.38985, lng: -2.60025 },
      'SW1A 2AA': { lat: 51.50354, lng: -0.127695 },
    })
    expect(await source.ask(positions, [])).toEqual({})
  })

  it('may be more than the service takes at once', async () => {
    const unknown = Array.from({ length: 240 }, (_, i) => `ZZ${i % 10} ${Math.floor(i / 10) % 10}ZZ`)
    expect(Object.keys(await source.ask(positions, [...unknown, 'PR3 1PB']))).toEqual(['PR3 1PB'])
  })

  it('are read past one whose position is left out, which is told', () => {
    const result = Array.from({ length: 12 }, (_, i) => ({
      query: `WA1 1A${i}`,
      result: i === 3 ? { postcode: 'WA1 1A3', longitude: -2.6 } : { longitude: -2.6, latitude: 53.4 },
    }))
    const { value, parts } = apart(
      readChecked(postcodesIo.operations.get('hundred')!.how as CallHow, { result }, []).value,
    )
    expect(Object.keys(value as object)).toHaveLength(11)
    expect(parts).toMatchObject([{ why: '1 of 12 rows could not be read' }])
  })
})

describe('the outcodes around one', () => {
  it('knows the nations of an outcode', async () => {
    expect(await source.ask(nationsIn, 'WA1')).toEqual(['England'])
    expect(await source.ask(nationsIn, 'EH1')).toEqual(['Scotland'])
    expect(await source.ask(nationsIn, 'ZZ9')).toBeNull()
  })

  it('begin with itself', async () => {
    expect((await source.ask(outcodesAround, 'WA1'))?.slice(0, 3)).toEqual(['WA1', 'WA2', 'WA4'])
    expect(await source.ask(outcodesAround, 'PR3')).not.toContain('WA1')
  })

  it('are none for one that is unknown', async () => {
    expect(await source.ask(outcodesAround, 'ZZ9')).toBeNull()
  })
})

describe('a postcode that is not there', () => {
  it('says when it was withdrawn', async () => {
    expect(await source.ask(placed, 'W1A 0AX')).toEqual(noSuch('W1A 0AX was withdrawn in May 2016.', [], true))
    expect(await source.ask(placed, 'WA5 5TN')).toEqual(noSuch('WA5 5TN was withdrawn in January 2001.', [], true))
  })

  it('suggests those that begin alike', async () => {
    expect(await source.ask(placed, 'WA1 1UZ')).toEqual(
      noSuch('There is no postcode WA1 1UZ.', [{ id: 'WA1 1UH', label: 'WA1 1UH' }]),
    )
    expect(await source.ask(placed, 'ZZ9 9ZZ')).toEqual(noSuch('There is no postcode ZZ9 9ZZ.', []))
    expect(await source.ask(similar, 'EH1')).toEqual(['EH1 1YZ'])
    expect(await source.ask(similar, 'ZZ')).toEqual([])
  })

  it('of mail that goes to no place is told as that', async () => {
    expect(await source.ask(placed, 'GIR 0AA')).toEqual(
      noSuch('GIR 0AA has no place: it is a postcode of Girobank, which is no more.', [], true),
    )
    const { none } = lookup.how as unknown as { none(reply: object, postcode: string): { readonly detail: string } }
    const of = (postcode: string) => none({ status: 404, headers: {}, body: '{}' }, postcode).detail
    expect(of('BF1 6FA')).toMatch(/BFPO/)
    expect(of('BX1 1LT')).toMatch(/not tied to a place/)
    expect(of('BX9 1AS')).toMatch(/not tied to a place/)
    expect(of('BN1 1AA')).toBe('There is no postcode BN1 1AA.')
  })

  it('is the same whether the service calls it unknown or invalid', async () => {
    const { none } = lookup.how as unknown as { none(reply: object, postcode: string): unknown }
    const of = (error: string) => none({ status: 404, headers: {}, body: JSON.stringify({ error }) }, 'ZZ9 9ZZ')
    expect(of('Invalid postcode')).toEqual(of('Postcode not found'))
  })
})

describe.skipIf(recordings() === null)('as recorded', () => {
  const { none } = lookup.how as unknown as { none(reply: object, postcode: string): unknown }
  const read = (body: unknown): Place => readBody(lookup, body)

  it('reads what the service sends today', () => {
    expect(read(recorded('postcodes-io', 'lookup-WA1-1UH.json'))).toEqual(warrington)
  })

  it('reads an older and shorter record, and one without coordinates', () => {
    expect(read(recorded('postcodes-io', 'lookup-CF24-3AA-old-shape.json'))).toMatchObject({
      nation: 'Wales',
      region: 'Wales',
      local_authority: 'Cardiff',
      constituency: 'Cardiff East',
      lsoa: 'Cardiff 033F',
      codes: { lsoa: null },
    })
    expect(read(recorded('postcodes-io', 'documented-lookup-BR8-7RE.json'))).toMatchObject({
      county: 'Kent',
      parish: 'Hextable',
      codes: { county: 'E10000016' },
    })
    // Its keeper has cut most members of this one.
    const { result } = recorded('postcodes-io', 'lookup-GY1-1WR-trimmed.json')
    const cut = { country: 'Channel Islands', codes: { admin_district: 'L99999999' } }
    expect(read({ status: 200, result: { ...cut, ...result } })).toMatchObject({
      point: null,
      local_authority: null,
      codes: { local_authority: null },
    })
  })

  it('reads many at once', () => {
    const body = recorded('postcodes-io', 'documented-bulk-3-postcodes.json')
    expect(readBody(postcodesIo.operations.get('hundred')!, body)).toEqual({
      'PR3 0SG': { lat: 53.873809, lng: -2.723233 },
      'M45 6GN': { lat: 53.513289, lng: -2.298444 },
      EX165BL: { lat: 50.911417, lng: -3.489552 },
    })
  })

  it('reads the ways to have none', () => {
    const of = (file: string, postcode: string) =>
      none({ status: 404, headers: {}, body: JSON.stringify(recorded('postcodes-io', file)) }, postcode)
    expect(of('documented-lookup-404-terminated-AB1-0AA.json', 'AB1 0AA')).toMatchObject({
      detail: 'AB1 0AA was withdrawn in June 1996.',
      existed: true,
    })
    expect(of('lookup-404-BX1-1LT.json', 'BX1 1LT')).toMatchObject({ $: 'no_such', existed: true })
    expect(of('lookup-404-invalid-GIR-0AA.json', 'GIR 0AA')).toMatchObject({ $: 'no_such', existed: true })
    expect(of('documented-lookup-404-unknown.json', 'ZZ9 9ZZ')).toEqual(noSuch('There is no postcode ZZ9 9ZZ.'))
    expect(none({ status: 500, headers: {}, body: '' }, 'SW1A 2AA')).toBeUndefined()
  })
})

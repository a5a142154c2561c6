import { describe, expect, it } from 'vitest'
import { companyNumber, companyWords, formOf, namesOf, numberPattern, plainName, withoutForm } from './index.ts'

describe('a company number', () => {
  it('has eight characters however it was written', () => {
    expect(
      [6400, '00445790', ' sc1234 ', 'NI 12345', 'oc1', 'R1234', 'ip27861r', 'GB-COH-99000001', 'gb-coh-SC123'].map(
        companyNumber,
      ),
    ).toEqual([
      '00006400',
      '00445790',
      'SC001234',
      'NI012345',
      'OC000001',
      'R0001234',
      'IP27861R',
      '99000001',
      'SC000123',
    ])
  })

  it('may end in letters, as those of societies and old partnerships do', () => {
    const whole = ['IP99861R', 'SL99911A', 'SP9914RS', 'ip990cus', 'NI99123R', 'R0990521', 'OE990001', 'RS99592C']
    expect(whole.map(companyNumber)).toEqual(whole.map((one) => one.toUpperCase()))
    expect(whole.filter((one) => !new RegExp(numberPattern).test(one.toUpperCase()))).toEqual([])
    expect(['SP1RS', 'NO10BAR', 'SE10ABC'].map(companyNumber)).toEqual([null, null, null])
  })

  it('is none where it is something else', () => {
    expect(
      ['123456789', 'SC1234567', 'XY123456', 'IP1234567R', '3i Group', '', '0', '00000000', 'N/A', null, undefined, {}]
        .map(companyNumber)
        .filter((one) => one !== null),
    ).toEqual([])
  })
})

describe('a company’s name', () => {
  it('is one however it is written', () => {
    const names = [
      'The Café & Bar Company Ltd.',
      'CAFE AND BAR COMPANY LIMITED',
      'Cafe & Bar Company Cyf',
      'Café and Bar Company, C.I.C.',
      'CAFÉ & BAR COMPANY PUBLIC LIMITED COMPANY',
    ]
    expect(new Set(names.map(plainName))).toEqual(new Set(['CAFE AND BAR COMPANY']))
    expect(plainName('SKJØLD ÆRØ ŁÓDŹ LTD')).toBe('SKJOLD AERO LODZ')
    expect(plainName("Sainsbury's")).toBe(plainName('SAINSBURYS LTD'))
  })

  it('removes the legal form only, and may become empty', () => {
    expect([plainName('Limited Edition Prints Ltd'), plainName('Plc Partners'), plainName('The Limited')]).toEqual([
      'LIMITED EDITION PRINTS',
      'PLC PARTNERS',
      'THE',
    ])
    expect([plainName('LIMITED'), plainName(' – ')]).toEqual(['', ''])
    expect(companyWords('Ŵyn Foods CIC Limited')).toEqual(['WYN', 'FOODS'])
  })

  it('is sought without its form, otherwise as written', () => {
    expect(
      [
        'Brook & Vale Ltd.',
        'Brook & Vale P.L.C.',
        'Brook & Vale, (Limited)',
        'Brook & Vale Limited Liability  Partnership',
        'Brook & Vale',
      ].map(withoutForm),
    ).toEqual(Array(5).fill('Brook & Vale'))
  })

  it('has its form in one spelling', () => {
    expect(['A Ltd', 'A CYF', 'A Public Limited Company', 'A P.L.C.', 'A LLP', 'A'].map(formOf)).toEqual([
      'LIMITED',
      'LIMITED',
      'PLC',
      'PLC',
      'LLP',
      '',
    ])
  })

  it('is one of those that it has and had', () => {
    expect([
      ...namesOf({
        name: 'NEW NAME LIMITED',
        formerNames: ['Old Name Ltd', 'New Name Plc', 'Ltd'].map((name) => ({ name })),
      }),
    ]).toEqual(['NEW NAME', 'OLD NAME'])
  })
})

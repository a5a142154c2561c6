import { describe, expect, it } from 'vitest'
import { hasEnded, isDirecting, isInsolvent, naturalName } from './index.ts'

describe('how a company stands', () => {
  it('is insolvent, ended or neither', () => {
    expect(
      ['liquidation', 'administration', 'voluntary-arrangement', 'active', 'dissolved', null].map(isInsolvent),
    ).toEqual([true, true, true, false, false, false])
    expect(['dissolved', 'converted-closed', 'removed', 'liquidation', 'open', null].map(hasEnded)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('a role', () => {
  it('runs the company', () => {
    const roles = [
      'director',
      'corporate-nominee-director',
      'llp-member',
      'corporate-llp-designated-member',
      'member-of-a-supervisory-organ',
      'managing-officer',
      'corporate-general-partner-in-a-limited-partnership',
      'cic-manager',
      'manager-of-an-eeig',
    ]
    expect(roles.filter((role) => !isDirecting(role))).toEqual([])
  })

  it('or does not', () => {
    const roles = [
      'secretary',
      'corporate-nominee-secretary',
      'limited-partner-in-a-limited-partnership',
      'receiver-and-manager',
      'judicial-factor',
      'person-authorised-to-represent',
    ]
    expect([...roles, null].filter(isDirecting)).toEqual([])
  })
})

describe('the name of a listed officer', () => {
  it("is a person's with the surname last, and a company's as it is", () => {
    expect(naturalName({ name: 'DE LA TARN, Averil Jane', is_corporate: false })).toBe('Averil Jane DE LA TARN')
    expect(naturalName({ name: 'FENWICK, Osric, Sir', is_corporate: false })).toBe('Sir Osric FENWICK')
    expect(naturalName({ name: 'FENWICK, Sir', is_corporate: false })).toBe('Sir FENWICK')
    expect(naturalName({ name: 'Marsh, Tarn & Co Limited', is_corporate: true })).toBe('Marsh, Tarn & Co Limited')
    expect(naturalName({ name: 'Name not public', is_corporate: false })).toBe('Name not public')
  })
})

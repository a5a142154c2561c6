import { describe, expect, it } from 'vitest'
import { type NameMatch, type NoSuch, isNoSuch, noSuch, type Ambiguous, isAmbiguous } from '@domesday/core'
import { matchCompany, type CompanyHit } from './index.ts'

const hit = (name: string, rest: Partial<CompanyHit> = {}): CompanyHit => ({
  number: name.replace(/\W/g, '').slice(0, 8),
  name,
  formerName: null,
  status: 'active',
  type: 'ltd',
  incorporated: null,
  ceased: null,
  address: null,
  ...rest,
})
const dissolved = { status: 'dissolved', ceased: '2019-01-01' }

/** The chosen name or, without one, the message. */
const choosing =
  (match: NameMatch) =>
  (asked: string, ...hits: readonly CompanyHit[]): string | NoSuch | Ambiguous => {
    const chosen = matchCompany(asked, hits, match)
    return isNoSuch(chosen) || isAmbiguous(chosen) ? chosen : chosen.name
  }
const one = choosing('one'),
  best = choosing('best')
const labelsOf = (said: string | NoSuch | Ambiguous): readonly string[] | null =>
  isAmbiguous(said) ? said.candidates.map(({ label }) => label) : null

describe.each(['one', 'best'] as const)('a company name, with match=%s', (match) => {
  const chosen = choosing(match)

  it('has every word of it, legal suffixes aside, in the current or a former name', () => {
    expect(chosen('acme plc', hit('ACME TOOLS LIMITED'))).toBe('ACME TOOLS LIMITED')
    expect(chosen('tools acme', hit('ACME TOOLS LIMITED'))).toBe('ACME TOOLS LIMITED')
    expect(chosen('Acme Old', hit('NEW LTD', { formerName: 'ACME OLD WORKS LTD' }))).toBe('NEW LTD')
    expect(chosen('acme drills', hit('ACME TOOLS LIMITED'))).toEqual(
      noSuch('No company is called acme drills.', [
        { id: 'ACMETOOL', label: 'ACME TOOLS LIMITED', status: 'active', since: null, address: null },
      ]),
    )
    expect(chosen('Acme New', hit('NEW LTD', { formerName: 'ACME LTD' }))).toMatchObject({ $: 'no_such' })
    expect(chosen('Limited', hit('LIMITED LIMITED'), hit('ACME LIMITED'))).toMatchObject({ $: 'no_such' })
  })

  it('is taken from an active company of exactly that name, whatever else has the words', () => {
    expect(chosen('acme', hit('ACME TOOLS LIMITED'), hit('ACME LIMITED'), hit('ACME WORKS LTD'))).toBe('ACME LIMITED')
    expect(chosen('acme', hit('OTHER LTD', { formerName: 'ACME LTD' }), hit('ACME LIMITED'))).toBe('ACME LIMITED')
    expect(chosen('acme', hit('ACME LTD', dissolved), hit('ACME LIMITED'))).toBe('ACME LIMITED')
    expect(chosen('acme ltd', hit('ACME PLC'), hit('ACME LIMITED'))).toBe('ACME LIMITED')
    expect(chosen('acme plc', hit('ACME LIMITED'), hit('ACME PUBLIC LIMITED COMPANY'))).toBe(
      'ACME PUBLIC LIMITED COMPANY',
    )
  })

  it('is the same however it is written', () => {
    const other = hit('SOMETHING ELSE LIMITED')
    expect(chosen('JD Wetherspune', other, hit('J D WETHERSPUNE P.L.C.'))).toBe('J D WETHERSPUNE P.L.C.')
    expect(chosen('marsh and tarn', hit('MARSH & TARN (TOOLS) LTD'), hit('MARSH & TARN LIMITED'))).toBe(
      'MARSH & TARN LIMITED',
    )
    expect(chosen("O'Dwyér's", hit('ODWYERS BREAD CYF'), hit('ODWYERS CYF'))).toBe('ODWYERS CYF')
    expect(chosen('marsh-tarn', hit('MARSH TARN TOOLS LTD'), hit('THE MARSH TARN LIMITED'))).toBe(
      'THE MARSH TARN LIMITED',
    )
  })

  it('is a part of a name however both are spaced', () => {
    expect(chosen('JD Tools', hit('J D TOOLS AND DIES LTD'))).toBe('J D TOOLS AND DIES LTD')
    expect(chosen('J.D. Tools', hit('JD TOOLS AND DIES LTD'))).toBe('JD TOOLS AND DIES LTD')
    expect(chosen('D Tools', hit('JD TOOLS AND DIES LTD'))).toMatchObject({ $: 'no_such' })
  })

  it('finds five suggestions at most where nobody has it', () => {
    const none = matchCompany(
      'nothing',
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => hit(name)),
      match,
    )
    expect((none as NoSuch).candidates.map(({ label }) => label)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })
})

describe('a company name that means one company', () => {
  it('is one that stands on the register, before those that had the name or are no more', () => {
    const wound = hit('ACME LIMITED', { status: 'liquidation' })
    expect(one('acme', hit('ACME LTD', dissolved), wound, hit('ACME TOOLS LIMITED'))).toBe('ACME LIMITED')
  })

  it('is ambiguous if a company in liquidation has it and another had it', () => {
    const wound = hit('ACME LIMITED', { status: 'liquidation' })
    const renamed = hit('OTHER LTD', { formerName: 'ACME LTD' })
    expect(labelsOf(one('acme', wound, renamed))).toEqual(['OTHER LTD (formerly ACME LTD)', 'ACME LIMITED'])
    expect(one('acme', wound, { ...renamed, ...dissolved })).toBe('ACME LIMITED')
  })

  it('matches the only company that had it, or a dissolved one that has it', () => {
    const tools = hit('ACME TOOLS LIMITED'),
      renamed = hit('OTHER LTD', { formerName: 'ACME LTD' }),
      gone = hit('ACME LTD', dissolved)
    expect(one('acme', tools, renamed)).toBe('OTHER LTD')
    expect(one('acme', tools, gone)).toBe('ACME LTD')
    expect(labelsOf(one('acme', tools, gone, renamed))).toEqual([
      'OTHER LTD (formerly ACME LTD)',
      'ACME LTD',
      'ACME TOOLS LIMITED',
    ])
  })

  it('is a part of the name where there is one candidate, whether that is active or not', () => {
    expect(one('Acme', hit('ACME TOOLS LIMITED'))).toBe('ACME TOOLS LIMITED')
    expect(one('Acme', hit('ACME TOOLS LIMITED', dissolved))).toBe('ACME TOOLS LIMITED')
    expect(one('Acme', hit('ACME TOOLS LIMITED'), hit('ACMEL LIMITED'))).toBe('ACME TOOLS LIMITED')
  })

  it('is ambiguous if several have its words, active or not', () => {
    const said = one(
      'Acme',
      hit('ACME WORKS LTD', { ...dissolved, incorporated: '1990-01-01' }),
      hit('ACME TOOLS LIMITED', { number: '99000001', incorporated: '2001-02-03', address: '1 High Street, Kendal' }),
    )
    expect(said).toMatchObject({
      detail:
        "Several companies have 'Acme' in a name, and no active one is called exactly that. Ask again by the number of the one that is meant.",
      candidates: [
        {
          id: '99000001',
          label: 'ACME TOOLS LIMITED',
          status: 'active',
          since: '2001-02-03',
          address: '1 High Street, Kendal',
        },
        { label: 'ACME WORKS LTD', status: 'dissolved', since: '1990-01-01' },
      ],
    })
  })

  it('is ambiguous if two have exactly this name, unless the legal form differs', () => {
    const two = [hit('ACME LIMITED'), hit('ACME LLP'), hit('ACME LTD', { ...dissolved, number: '1' })]
    expect(one('acme', ...two)).toMatchObject({
      detail: 'Several companies are or were called acme. Ask again by the number of the one that is meant.',
    })
    expect(labelsOf(one('acme', ...two))).toEqual(['ACME LIMITED', 'ACME LLP', 'ACME LTD'])
    expect(one('acme llp', ...two)).toBe('ACME LLP')
    expect(labelsOf(one('acme plc', ...two))).toHaveLength(3)
    expect(labelsOf(one('acme', hit('ACME LTD', { ...dissolved, number: '1' }), hit('ACME LTD', dissolved)))).toEqual([
      'ACME LTD',
      'ACME LTD',
    ])
  })
})

describe('the best company for a name', () => {
  it('has the whole name, active or not, before a part of it', () => {
    expect(best('acme', hit('ACME TOOLS LIMITED'), hit('ACME LIMITED', dissolved))).toBe('ACME LIMITED')
    expect(best('acme', hit('ACME TOOLS LIMITED', dissolved), hit('ACME WORKS LTD'))).toBe('ACME WORKS LTD')
  })

  it('is never an inactive company that only has part of the name', () => {
    expect(best('Gristwold', hit('GRISTWOLD CATERING LTD', dissolved))).toMatchObject({
      detail: 'No active company is called Gristwold; give the whole name of one that is not.',
      candidates: [{ label: 'GRISTWOLD CATERING LTD', status: 'dissolved' }],
    })
    expect(
      best('Trust', hit('A TRUST', { status: null }), hit('B TRUST', { status: null, ceased: '2020-01-01' })),
    ).toBe('A TRUST')
  })
})

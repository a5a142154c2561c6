import { describe, expect, it } from 'vitest'
import { meantPostcodes } from './meant.ts'

describe('a postcode with letters for digits', () => {
  it.each([
    ['SW1A OAA', 'SW1A 0AA'],
    ['WIA 1AA', 'W1A 1AA'],
    ['GIR OAA', 'GIR 0AA'],
    ['EC1V OBW', 'EC1V 0BW'],
    ['EL 1AA', 'E1 1AA'],
    ['BLO 9AA', 'BL0 9AA'],
    ['S014 3AA', 'SO14 3AA'],
    ['SE1S 2AA', 'SE15 2AA'],
    ['LSI IAA', 'LS1 1AA'],
    ['0X1 1AA', 'OX1 1AA'],
    ['8S1 5AB', 'BS1 5AB'],
    ['1S1 1AA', 'LS1 1AA'],
    ['SW1A 2A1', 'SW1A 2AL'],
    ['EZ 1AB', 'E2 1AB'],
  ])('%s was meant as the one that has the form: %s', (typed, meant) => expect(meantPostcodes(typed)).toEqual([meant]))

  it.each(['WA1 1UH', 'CF24 3AA', 'S0 1AA', 'N1C 4AB', 'BL0 9AA', 'OL1 1AA', 'SO14 3AA', 'GIR 0AA', 'B5 5SB'])(
    'is none where it has its form: %s',
    (typed) => expect(meantPostcodes(typed)).toEqual([typed]),
  )

  it('may be two, or none', () => {
    expect(meantPostcodes('WSS 1AA')).toEqual(['WS5 1AA', 'W5S 1AA'])
    for (const none of ['NONSENSE', '', '1', 'ZZ9 9ZZ', 'SW1A 2CC', 'SW1A2', '1'.repeat(90)])
      expect(meantPostcodes(none)).toEqual([])
  })
})

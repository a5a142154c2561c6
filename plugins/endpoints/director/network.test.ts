import type { Appointment, Officer } from '@domesday/source-companies-house'
import { describe, expect, it } from 'vitest'
import { colleaguesOf } from './network.ts'

const post = (number: string, status: string | null, rest: Partial<Appointment> = {}): Appointment => ({
  company: { company_number: number, company_name: number, company_status: status },
  role: 'director',
  appointed_on: '2015-01-01',
  appointed_before: null,
  resigned_on: null,
  verification: null,
  ...rest,
})

describe('those who ran a company together', () => {
  const officer = (name: string, officerId: string, rest: Partial<Officer> = {}): Officer => ({
    name,
    role: 'director',
    is_corporate: false,
    appointed_on: '2016-01-01',
    appointed_before: null,
    resigned_on: null,
    born: null,
    nationality: null,
    country_of_residence: null,
    occupation: null,
    registration_number: null,
    legal_form: null,
    place_registered: null,
    capital_contribution: null,
    officer_id: officerId,
    verification: null,
    ...rest,
  })
  const own = [post('a', 'active'), post('b', 'dissolved', { resigned_on: '2017-01-01' })]
  const officers = (...items: readonly Officer[]) => ({ items, total: items.length })

  it('are those who ran it at the same time, without secretaries', () => {
    const found = colleaguesOf({ officer_ids: ['me'], appointments: own }, [
      [
        own[0]!,
        officers(
          officer('ME, Myself', 'me'),
          officer('BOTH, One', 'x'),
          officer('SECRETARY, A', 's', { role: 'secretary' }),
        ),
      ],
      [
        own[1]!,
        officers(
          officer('BOTH, One', 'x'),
          officer('LATER, Too', 'y', { appointed_on: '2018-01-01' }),
          officer('SHELL, LTD', 'z', { is_corporate: true, resigned_on: '2016-06-01' }),
        ),
      ],
    ])
    expect(
      found.map(({ name, companies, currently_together }) => [
        name,
        companies.map(({ company_number: number }) => number),
        currently_together,
      ]),
    ).toEqual([
      ['One BOTH', ['a', 'b'], true],
      ['SHELL, LTD', ['b'], false],
    ])
  })
})

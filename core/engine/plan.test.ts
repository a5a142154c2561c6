import { beforeAll, describe, expect, it } from 'vitest'
import { endpoint } from '../contract/endpoint.ts'
import { params } from '../contract/node.ts'
import { beside, full, section, standard } from '../contract/section.ts'
import { integer, object, optional, phrase, postcode, text } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { collectPlugins, type LoadedEndpoint } from '../registry/load.ts'
import type { EndpointSettings } from '../registry/settings/settings.ts'
import { Failure, type ParameterFault } from '../contract/failure.ts'
import { planOf, type RawParameters } from './plan.ts'

const asked = params({
  postcode,
  radius_m: integer({ minimum: 100, maximum: 5000, default: 1000 }),
  sector: optional(phrase()),
})
const it1 = render(integer(), asked, () => 1)
const declared = endpoint({
  id: 'plan',
  title: 'Plan',
  summary: 'Plan',
  home: '/x/plan',
  path: '/plan/{postcode}',
  include: true,
  subject: { asked, required: [] },
  sections: {
    who: section(render(text(), it1, () => '')),
    more: standard(render(object({}), it1, () => ({}))),
    'more.inner': full(it1),
    more_total: beside('more', standard(it1)),
    most: full(it1),
  },
})
const settings = { credits: { summary: 1, standard: 2, full: 3 }, hash: 'abc' } as EndpointSettings
let loaded: LoadedEndpoint

beforeAll(() => {
  // The folder does not exist: what the check says of it does not matter here.
  loaded = { declared, flat: false, scores: [], sources: [] }
  expect(collectPlugins([['plan', declared]]).faults.every((fault) => fault.includes('defaults.yaml'))).toBe(true)
})

const plan = (raw: RawParameters) => planOf(loaded, settings, raw)
const faults = (raw: RawParameters): readonly ParameterFault[] => {
  try {
    plan(raw)
  } catch (error) {
    if (error instanceof Failure) return error.more.errors ?? []
  }
  return []
}

describe('a plan', () => {
  it('cleans, coerces and fills in what was asked', () => {
    expect(plan({ postcode: ' sw1a2aa ', radius_m: '500' })).toMatchObject({
      asked: { postcode: 'SW1A 2AA', radius_m: 500 },
      depth: 'standard',
      include: null,
      price: 2,
    })
    expect(plan({ postcode: 'SW1A 2AA' }).asked).toEqual({ postcode: 'SW1A 2AA', radius_m: 1000 })
  })

  it('has one fingerprint for one question, however it is spelt', () => {
    const spellings = [
      { postcode: 'SW1A 2AA' },
      { postcode: 'sw1a2aa', depth: 'standard' },
      { radius_m: '1000', postcode: 'SW1A2AA' },
      { postcode: 'SW1A2AA', sector: '' },
    ]
    expect(new Set(spellings.map((raw) => plan(raw).fingerprint)).size).toBe(1)
    expect(plan({ postcode: 'SW1A 2AA', include: 'most,more', depth: 'full' }).fingerprint).toBe(
      plan({ postcode: 'SW1A 2AA', include: ' more , most,more', depth: 'full' }).fingerprint,
    )
    expect(plan({ postcode: 'SW1A 2AA', depth: 'full' }).fingerprint).not.toBe(
      plan({ postcode: 'SW1A 2AA' }).fingerprint,
    )
  })

  it('takes an empty include for none, and one that is there', () => {
    for (const include of ['', ' ', ',', ' , '])
      expect(plan({ postcode: 'SW1A 2AA', include })).toMatchObject({
        include: null,
        fingerprint: plan({ postcode: 'SW1A 2AA' }).fingerprint,
      })
    expect(plan({ postcode: 'SW1A 2AA', include: 'who' }).include).toEqual(['who'])
  })
})

it('lets a postcode through that has letters for digits: its source knows what was meant', () => {
  for (const postcode of ['SW1A OAA', 'wia1aa', 'GIR OAA', '0X1 1AA']) expect(plan({ postcode }).depth).toBe('standard')
})

describe('faults of parameters', () => {
  it.each([
    [{ postcode: 'nonsense' }, 'postcode', 'is not a full UK postcode, such as SW1A 2AA'],
    [{ postcode: 'ЅW1A 2AA' }, 'postcode', 'is not a full UK postcode, such as SW1A 2AA'],
    [{ postcode: 'SW1A 2AA', radius_m: '99' }, 'radius_m', 'must be from 100 to 5000'],
    [{ postcode: 'SW1A 2AA', radius_m: 'far' }, 'radius_m', 'must be an integer'],
    [{ postcode: 'SW1A 2AA', radius_m: '1.5' }, 'radius_m', 'must be an integer'],
    [{ postcode: 'SW1A 2AA', radius_m: ['100', '200'] }, 'radius_m', 'is given more than once'],
    [{ postcode: 'SW1A 2AA', depth: 'deep' }, 'depth', 'is not one of the words allowed'],
    [{ postcode: 'SW1A 2AA', sector: 'x' }, 'sector', 'must have 2 to 160 characters'],
    [{ postcode: 'SW1A 2AA', sector: 'a\u0000b' }, 'sector', 'holds a control character'],
    [{ postcode: 'SW1A 2AA', radius: '100' }, 'radius', "is not a parameter here; did you mean 'radius_m'?"],
    [{ postcode: 'SW1A 2AA', constructor: 'x' }, 'constructor', 'is not a parameter here'],
    [{ postcode: 'SW1A 2AA', include: 'most' }, 'include', "'most' needs depth=full, and this call is at standard"],
    [{ postcode: 'SW1A 2AA', include: 'more_total', depth: 'full' }, 'include', "'more_total' is not a section here"],
    [
      { postcode: 'SW1A 2AA', include: 'mots', depth: 'full' },
      'include',
      "'mots' is not a section here; did you mean 'most'?",
    ],
    [{}, 'postcode', 'is missing'],
  ] as const)('%j', (raw, parameter, detail) => {
    expect(faults(raw as unknown as RawParameters).map((fault) => [fault.parameter, fault.detail])).toEqual([
      [parameter, detail],
    ])
  })

  it('are told all at once, twenty at most', () => {
    expect(
      faults({ postcode: 'x', radius_m: 'y', depth: 'z', sector: 'q' })
        .map(({ parameter }) => parameter)
        .toSorted(),
    ).toEqual(['depth', 'postcode', 'radius_m', 'sector'])
    expect(
      faults({ postcode: 'SW1A 2AA', ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, 'x'])) }),
    ).toHaveLength(20)
  })

  it('are looked for until there are twenty, and no further', () => {
    let looked = 0
    const many = Object.defineProperties(
      {},
      Object.fromEntries(
        Array.from({ length: 1000 }, (_, i) => [`p${i}`, { enumerable: true, get: () => `${(looked += 1)}` }]),
      ),
    ) as RawParameters
    expect(() => plan(many)).toThrow(/^20 or more parameters are wrong: /)
    expect(looked).toBe(20)
    const include = Array.from({ length: 1000 }, (_, i) => `s${i}`).join(',')
    expect(() => plan({ postcode: 'SW1A 2AA', include })).toThrow(/^20 or more parameters are wrong: /)
  })

  it('name the words that are allowed', () => {
    expect(faults({ postcode: 'SW1A 2AA', depth: 'deep' })[0]?.allowed).toEqual(['summary', 'standard', 'full'])
  })
})

describe('a phrase', () => {
  it('holds a letter or a digit: a query without would match everything', () => {
    for (const sector of ['??', '--', '()', '"",'])
      expect(faults({ postcode: 'SW1A 2AA', sector }).map(({ parameter }) => parameter)).toEqual(['sector'])
    expect(plan({ postcode: 'SW1A 2AA', sector: 'é2' }).asked['sector']).toBe('é2')
  })
})

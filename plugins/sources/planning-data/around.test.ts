import { describe, expect, it } from 'vitest'
import { bearingOf, designatedAround, type NatureAround, type NatureSite } from './around.ts'
import type { Constraints } from './constraints.ts'
import type { Site } from './designations.ts'

const site = (kind: string, name: string | null, theme: Site['theme'] = 'nature', reference = 'r'): Site => ({
  dataset: kind,
  kind,
  theme,
  name,
  reference,
  grade: null,
  designated: null,
  url: null,
})
const register = (...sites: readonly Site[]): Constraints => ({
  authority: null,
  organisation: null,
  conservationArea: false,
  greenBelt: false,
  articleFour: 0,
  weight: 0,
  level: 'none',
  sites,
})
const wild = (
  kind: string,
  name: string | null,
  metres: number | null,
  reference: string | null = 'n',
): NatureSite => ({ kind, name, reference, metres })
const around = (known: Constraints | null, nature: NatureAround | null) => designatedAround({ register: known, nature })
const nature = (sites: readonly NatureSite[], unknown: readonly string[] = []): NatureAround => ({
  sites,
  unknown,
  beyond: [],
})

const sssi = 'Site of Special Scientific Interest'

describe('what is designated', () => {
  it('names a site of nature once, with both registers that have it', () => {
    const all = around(
      register(site(sssi, 'Woolston Eyes'), site('conservation area', 'Town Hall', 'heritage')),
      nature([wild(sssi, 'WOOLSTON EYES', 0), wild(sssi, 'Rixton Clay Pits', 900)]),
    )
    expect(all.map(({ name, distance_m: metres, sources }) => [name, metres, sources.join(' ')])).toEqual([
      ['Woolston Eyes', 0, 'planning-data natural-england'],
      ['Town Hall', 0, 'planning-data'],
      ['Rixton Clay Pits', 900, 'natural-england'],
    ])
  })

  it('keeps sites apart that share a name but not a kind, woods by their reference, and directions of one name', () => {
    expect(around(register(site(sssi, 'Dee Estuary')), nature([wild('Ramsar site', 'Dee Estuary', 0)]))).toHaveLength(2)
    expect(
      around(null, nature([wild('ancient woodland', null, 10, 'a'), wild('ancient woodland', null, 20, 'b')])),
    ).toHaveLength(2)
    expect(
      around(null, nature([wild('ancient woodland', null, 10, null), wild('ancient woodland', null, 20, null)])),
    ).toHaveLength(2)
    expect(
      around(
        register(
          site('article 4 direction', 'Zone', 'policy', '1'),
          site('article 4 direction', 'Zone', 'policy', '2'),
        ),
        null,
      ),
    ).toHaveLength(2)
  })
})

describe('how nature protection bears on a place', () => {
  const bearing = (known: Constraints | null, nature: NatureAround | null) =>
    bearingOf({ register: known, nature }, 500)?.bearing ?? null

  it('is worst inside a wildlife site, and decreases with distance', () => {
    expect(bearing(register(), nature([wild(sssi, 'A', 0)]))).toBe('inside a wildlife site')
    expect(bearing(register(site('national park', 'Peak District')), nature([wild(sssi, 'A', 1200)]))).toBe(
      'inside a protected landscape',
    )
    expect(bearing(register(site('Local Nature Reserve', 'B')), nature([wild(sssi, 'A', 300)]))).toBe(
      'inside a local nature reserve',
    )
    expect(bearing(register(), nature([wild(sssi, 'A', 500)]))).toBe('beside a wildlife site')
    expect(bearing(register(), nature([wild(sssi, 'A', 501), wild('Local Nature Reserve', 'B', 20)]))).toBe(
      'near a wildlife site',
    )
    expect(bearing(register(), nature([wild(sssi, 'A', null)]))).toBe('near a wildlife site')
    expect(bearing(register(), nature([wild('Local Nature Reserve', 'B', 20)]))).toBe('clear of them')
  })

  it('is not known where what did not answer could make it worse', () => {
    expect(bearing(register(), null)).toBeNull()
    expect(bearing(register(), nature([], [sssi]))).toBeNull()
    expect(bearing(register(), nature([wild(sssi, 'A', 900)], ['Ramsar site']))).toBeNull()
    expect(bearing(null, nature([wild('national park', 'P', 0)], [sssi]))).toBeNull()
  })

  it('is known from one register where nothing could make it worse', () => {
    expect(bearing(register(site('national park', 'P')), null)).toBe('inside a protected landscape')
    expect(bearing(null, nature([wild('Ramsar site', 'R', 0)], [sssi]))).toBe('inside a wildlife site')
    expect(bearing(null, nature([]))).toBe('clear of them')
  })
})

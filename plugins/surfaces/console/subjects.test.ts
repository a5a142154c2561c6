import { beforeEach, describe, expect, it } from 'vitest'
import { offersFor } from './page/box.js'
import { lookupsFor } from './page/picker.js'
import { knowKinds, readingsOf, subjectAt, subjectHref } from './page/subjects.js'
import { leadsIn } from './page/views/leads.js'

const endpoint = (id: string, kind: string | null) => ({
  id,
  title: id,
  summary: '',
  sections: [],
  subject: kind && { kind, parameter: 'it' },
})
/** Kinds that this project has none of: the page knows what the catalogue tells it. */
const catalogue = {
  version: '',
  kinds: [
    {
      id: 'ship',
      title: 'A ship',
      forms: [{ title: 'IMO number', pattern: '^IMO[0-9]{7}$', compact: true }],
      named: null,
    },
    { id: 'harbour', title: 'A harbour', forms: [], named: 'as a harbour’s name' },
  ],
  endpoints: [
    endpoint('berths', 'harbour'),
    endpoint('voyages', 'ship'),
    endpoint('crew', 'ship'),
    endpoint('all', null),
  ],
  sources: [],
} as never

beforeEach(() => knowKinds(catalogue))

describe('a text', () => {
  it('is what the catalogue says that it looks like, however it is spaced and cased', () => {
    expect(offersFor('imo 9074729', catalogue, [])).toEqual([
      { href: '#/subject/ship/IMO9074729', text: 'imo 9074729', about: 'a ship by IMO number, 2 look-ups' },
      { href: '#/subject/harbour/imo%209074729', text: 'imo 9074729', about: 'as a harbour’s name' },
    ])
    expect(readingsOf('2026', catalogue)).toEqual({ sure: [], possible: [] })
  })

  it('finds the look-ups with most of its words, and those about what it surely is', () => {
    const texts = new Map([
      ['berths', 'berths of a harbour'],
      ['voyages', 'voyages of a ship'],
      ['crew', 'crew of a ship'],
      ['all', 'all'],
    ])
    const found = (typed: string) => [...lookupsFor(typed, catalogue, texts).hits]
    expect(found('crew ship')).toEqual(['crew'])
    expect(found('ship crew insurance')).toEqual(['crew'])
    expect(found('IMO 9074729')).toEqual(['voyages', 'crew'])
    expect(found('zeppelin')).toHaveLength(4)
  })
})

describe('the page of a subject', () => {
  it('has an address that is read back, and only of kinds that there are', () => {
    const href = subjectHref('harbour', 'Ayr / South')!
    expect(subjectAt(href.slice(1))).toMatchObject({ kind: { id: 'harbour' }, id: 'Ayr / South' })
    expect([subjectHref('tram', '1'), subjectAt('/subject/tram/1'), subjectAt('/subject/ship/%')]).toEqual([
      null,
      null,
      null,
    ])
  })

  it('is led to by the values that say so, each once, by the name beside them', () => {
    const number = { type: ['string', 'null'], 'x-subject': 'ship' }
    const row = { type: 'object', properties: { ship_number: number, ship_name: { type: 'string' } } }
    const schema = { type: 'object', properties: { fleet: { type: 'array', items: row }, flag: number } }
    const data = {
      fleet: [
        { ship_number: 'IMO 9074729', ship_name: 'Tern' },
        { ship_number: 'IMO9074729', ship_name: 'Tern' },
        { ship_number: null, ship_name: 'Auk' },
      ],
      flag: 'IMO9074730',
    }
    expect(leadsIn(data, schema as never).map(({ label, href }) => [label, href])).toEqual([
      ['IMO 9074729 (Tern)', '#/subject/ship/IMO9074729'],
      ['IMO9074730', '#/subject/ship/IMO9074730'],
    ])
  })
})

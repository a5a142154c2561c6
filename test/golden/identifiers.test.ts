/** The legal entity identifier of a company: what is told where a call of it fails, or says another thing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { both, changing, down } from './wire.ts'
import { forgetImports, openGoldenWorld, type GoldenWorld, type StandIn } from './world.ts'

let world: GoldenWorld
beforeAll(async () => {
  world = await openGoldenWorld({ datasets: false })
})
afterAll(async () => {
  await world.close()
  await forgetImports()
})

const ask = async (number: string, given: StandIn) => {
  world.standIn = given
  const { body } = await world.get(`/entity/${number}?depth=full&include=lei,charges`)
  return { lei: body.data.lei, missing: body._meta.missing, gaps: body._meta.gaps }
}
const retail = '99000090'
const parents = /parent$/
const related = (change: (attributes: any) => void, path = /direct-parent-relationship$/) =>
  changing('gleif', { path }, (body) => {
    change(body.data.attributes)
    return body
  })
const known = { lei: 'ZZZZ00HALLAHOLD16418', name: 'HALLAFORTH HOLDINGS LIMITED', since: '2006-10-31' }

describe('an accounting parent', () => {
  it('is asked for once where the nearest is the last', async () => {
    const asked: string[] = []
    const { lei } = await ask(retail, ({ source, target }) => {
      if (source === 'gleif') asked.push(target.replace(/.*\/|\?.*/g, ''))
      return undefined
    })
    expect(asked.toSorted()).toEqual([
      'direct-parent',
      'direct-parent-relationship',
      'lei-records',
      'ultimate-parent-relationship',
    ])
    expect(lei).toMatchObject({ registration: { status: 'LAPSED' }, direct_parent: known, ultimate_parent: known })
  })

  it('is told by its identifier where its record cannot be read, which is said', async () => {
    const { lei, missing, gaps } = await ask(retail, down('gleif', { path: parents }))
    const part = { lei: known.lei, name: null, country: null, since: known.since, exception: null }
    expect(lei).toMatchObject({
      registered: true,
      registration: { status: 'LAPSED' },
      direct_parent: part,
      ultimate_parent: part,
    })
    expect(missing).toContainEqual({ section: 'lei', source: 'gleif', reason: 'upstream_failed' })
    expect(JSON.stringify(gaps)).toContain(`only the identifier ${known.lei} could be read`)
  })

  it('is null where the relationship cannot be read, and the other one stays', async () => {
    const { lei, missing } = await ask(retail, down('gleif', { path: /direct-parent-relationship/ }))
    expect(lei).toMatchObject({ lei: 'ZZZZ00HALLAFORTH9067', direct_parent: null, ultimate_parent: known })
    expect(missing).toEqual([{ section: 'lei', source: 'gleif', reason: 'upstream_failed' }])
  })

  it('is none where the relationship has ended, whichever way that is said', async () => {
    for (const change of [
      (it: any) => void (it.relationship.status = 'INACTIVE'),
      (it: any) => void (it.relationship.periods[0].endDate = '2026-10-14T00:00:00Z'),
      (it: any) => void (it.validTo = '2026-01-31T00:00:00Z'),
    ]) {
      const { lei, missing } = await ask(retail, related(change))
      expect(lei).toMatchObject({ direct_parent: null, ultimate_parent: known })
      expect(missing).toEqual([])
    }
    const { lei } = await ask(
      retail,
      related((it) => void (it.relationship.periods[0].endDate = '2026-10-15T00:00:00Z')),
    )
    expect(lei.direct_parent).toMatchObject(known)
  })

  it('is not taken from another record than that of the relationship', async () => {
    const other = changing('gleif', { path: parents }, (body) => {
      body.data.attributes.lei = 'ZZZZ00KESTRELWOOD148'
      return body
    })
    const { lei } = await ask(retail, other)
    expect(lei.direct_parent).toMatchObject({ lei: known.lei, name: null })
  })

  it('has the reason why none is stated as it is, where it is new', async () => {
    const change = (reason: string) =>
      changing('gleif', { path: /reporting-exception$/ }, (body) => {
        body.data.attributes.reason = reason
        return body
      })
    const { lei } = await ask('99000058', change('BRAND_NEW'))
    expect(lei.direct_parent).toMatchObject({ lei: null, exception: 'BRAND_NEW' })
    expect(lei.ultimate_parent).toMatchObject({ name: 'Kestrelwood Financial Group, Inc.', country: 'US' })
  })

  it('is null, and no error, where the record states neither a parent nor why', async () => {
    const bare = changing('gleif', { path: /lei-records$/ }, (body) => {
      for (const one of body.data) delete one.relationships['direct-parent']
      return body
    })
    expect((await ask(retail, bare)).lei).toMatchObject({ direct_parent: null, ultimate_parent: known })
  })
})

describe('the whole index', () => {
  it('is a gap where it is down, and none where it has nothing', async () => {
    const { lei, missing } = await ask('99000017', down('gleif'))
    expect(lei).toBeNull()
    expect(missing).toEqual([{ section: 'lei', source: 'gleif', reason: 'upstream_failed' }])
    const { lei: none, missing: nothing } = await ask('99000017', both())
    expect(none).toMatchObject({ registered: false, lei: null, direct_parent: null, registration: null })
    expect(nothing).toEqual([])
  })

  it('moves nothing of a report', async () => {
    const judged = async (number: string, given: StandIn) => {
      world.standIn = given
      const { body } = await world.get(`/report/entity/${number}`)
      const { lei: _, ...data } = body.data
      return data
    }
    for (const number of ['99000017', '99000058', retail])
      expect(await judged(number, down('gleif'))).toEqual(await judged(number, both()))
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anything } from '../../../test/support/anything.ts'
import {
  ask,
  csvFile,
  folder,
  openedDataset,
  pullFrom,
  schools,
  csvTable,
  type School,
} from '../../../test/support/datasets.ts'
import { metresBetween } from '@domesday/vocabulary-geography'

const filled = async (rows: readonly string[], of = schools()): Promise<string> => {
  const dir = folder()
  await pullFrom(of, dir, { '/schools.csv': csvTable(...rows) })
  return dir
}
const urns = (rows: Iterable<School>): string[] => Array.from(rows, ({ urn }) => urn)

describe('rows', () => {
  it('are found by key and by what they hold', async () => {
    const dir = await filled(['1,Ash,,,x|y', '2,Ash,,,y', "3,O'Hara,,,"])
    const found = await ask(schools(), dir, (rows) => ({
      key: rows.key('2')?.name,
      none: rows.key('4'),
      ash: urns(rows.where('name', 'Ash')),
      quote: urns(rows.where('name', "O'Hara")),
      y: urns(rows.where('tags', 'y')),
      x: urns(rows.where('tags', 'x')),
      empty: urns(rows.where('tags', 'z')),
      all: urns(rows.all()),
    }))
    expect(found).toEqual({
      key: 'Ash',
      none: null,
      ash: ['1', '2'],
      quote: ['3'],
      y: ['1', '2'],
      x: ['1'],
      empty: [],
      all: ['1', '2', '3'],
    })
  })

  it('may be gone through in one another, and left in the middle', async () => {
    const dir = await filled(
      Array.from({ length: 600 }, (_, n) => `${String(n).padStart(3, '0')},${n % 2 ? 'odd' : 'even'},51,0,all`),
    )
    const found = await ask(schools(), dir, (rows) => {
      let pairs = 0
      for (const outer of rows.where('name', 'odd'))
        for (const inner of rows.where('name', 'odd')) if (outer.urn < inner.urn) pairs++
      for (const row of rows.all()) if (row.urn === '300') break
      return {
        pairs,
        all: urns(rows.all()).length,
        listed: urns(rows.where('tags', 'all')).length,
        near: urns(rows.near({ lat: 51, lng: 0 }, 1)).length,
      }
    })
    expect(found).toEqual({ pairs: (300 * 299) / 2, all: 600, listed: 600, near: 600 })
  })

  it('are found by numbers, flags and null', async () => {
    const of = schools({
      row: (w: Record<string, string>) =>
        ({ urn: w['urn'], name: w['name'] ? Number(w['name']) : null, part: w['lat'] === '1' }) as unknown as School,
      text: () => [],
      place: () => null,
    })
    const dir = await filled(['1,7.5,1,,', '2,,0,,', '3,8,0,,'], of)
    expect(await ask(of, dir, (rows) => [7.5, null, '7.5'].map((is) => urns(rows.where('name', is as never))))).toEqual(
      [['1'], ['2'], []],
    )
    expect(await ask(of, dir, (rows) => [true, false].map((is) => urns(rows.where('part', is as never))))).toEqual([
      ['1'],
      ['2', '3'],
    ])
  })

  it('say which index there is none of', async () => {
    const dir = await filled(['1,Ash,,,'])
    await expect(ask(schools(), dir, (rows) => [...rows.where('urn' as 'name', '1')])).rejects.toThrow("no index 'urn'")
    const { text: _, ...mute } = schools()
    const silent = schools({ ...mute, id: 'silent', text: undefined as never, pull: [csvFile()] })
    await pullFrom(silent, dir, { '/schools.csv': csvTable('1,Ash,,,') })
    await expect(ask(silent, dir, (rows) => [...rows.text('ash')])).rejects.toThrow('declares no text')
  })
})

describe('the nearest', () => {
  const lat = fc.double({ min: 49, max: 61, noNaN: true })
  const lng = fc.double({ min: -8, max: 2, noNaN: true })
  const place = fc.record({ lat, lng })

  const asALookAtEveryRow = async (
    places: readonly { lat: number; lng: number }[],
    at: { lat: number; lng: number },
    km: number,
  ): Promise<void> => {
    const dir = await filled(['none,Nowhere,,,', ...places.map((one, n) => `${n},S,${one.lat},${one.lng},`)])
    const found = await ask(schools(), dir, (rows) =>
      Array.from(rows.near(at, km), ({ urn, km: away }) => ({ urn, away })),
    )
    const expected = places
      .map((one, n) => ({ urn: String(n), away: metresBetween(at, one) / 1000 }))
      .filter(({ away }) => away <= km)
    expect(new Map(found.map(({ urn, away }) => [urn, away]))).toEqual(
      new Map(expected.map(({ urn, away }) => [urn, away])),
    )
    expect(found.map(({ away }) => away)).toEqual(expected.map(({ away }) => away).toSorted((a, b) => a - b))
  }

  it('are those within the distance, nearest first, as a look at every row finds them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { maxLength: 120 }),
        place,
        fc.double({ min: 0, max: 900, noNaN: true }),
        asALookAtEveryRow,
      ),
      { numRuns: 40 },
    )
  })

  it('are the same anywhere on Earth, about the poles and across the 180th meridian too', async () => {
    const latitude = fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: 88, max: 90, noNaN: true }),
      fc.constantFrom(-90, 0, 90),
    )
    const longitude = fc.oneof(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: 178, max: 180, noNaN: true }),
      fc.constantFrom(-180, 180),
    )
    const anywhere = fc.record({ lat: latitude, lng: longitude })
    const km = fc.oneof(
      fc.double({ min: 0, max: 21_000, noNaN: true }),
      fc.double({ min: 0, max: 200, noNaN: true }),
      fc.constant(Infinity),
    )
    await fc.assert(fc.asyncProperty(fc.array(anywhere, { maxLength: 60 }), anywhere, km, asALookAtEveryRow), {
      numRuns: 60,
    })
  })

  it('include what lies exactly at the distance, however short', async () => {
    const near = fc.tuple(
      fc.double({ min: -0.0004, max: 0.0004, noNaN: true }),
      fc.double({ min: -0.0004, max: 0.0004, noNaN: true }),
    )
    await fc.assert(
      fc.asyncProperty(place, fc.array(near, { minLength: 5, maxLength: 40 }), async (at, steps) => {
        const places = steps.map(([north, east]) => ({ lat: at.lat + north, lng: at.lng + east }))
        const dir = await filled(places.map((one, n) => `${n},S,${one.lat},${one.lng},`))
        const reached = await ask(schools(), dir, (rows) =>
          places.map((one, n) =>
            Array.from(rows.near(at, metresBetween(at, one) / 1000), ({ urn }) => urn).includes(String(n)),
          ),
        )
        expect(reached).toEqual(places.map(() => true))
      }),
      { numRuns: 30 },
    )
  })

  it('are measured on the sphere', async () => {
    const dir = await filled([
      '1,Greenwich,51.4779,-0.0015,',
      '2,Edinburgh,55.9533,-3.1883,',
      '3,Here,51.5007,-0.1246,',
    ])
    const found = await ask(schools(), dir, (rows) =>
      Array.from(rows.near({ lat: 51.5007, lng: -0.1246 }, 1000), ({ name, km }) => [name, Math.round(km * 10) / 10]),
    )
    expect(found).toEqual([
      ['Here', 0],
      ['Greenwich', 8.9],
      ['Edinburgh', 534.4],
    ])
  })

  it('are none where no row has a place, or a place is none on Earth', async () => {
    const dir = await filled(['1,Ash,,,', '2,Birch,nowhere,0,', '3,Cedar,530000,180000,'])
    expect(await ask(schools(), dir, (rows) => urns(rows.near({ lat: 51, lng: 0 }, 20_000)))).toEqual([])
  })
})

describe('text', () => {
  const names = [
    'Hydrogen for schools',
    'Schooling in hydrogen safety',
    'Nôtre Dame NEAR and OR',
    'Cleaning services',
    'hydro',
  ]
  const search = async (words: string): Promise<string[]> => {
    const dir = await filled(names.map((name, n) => `${n},${name},,,`))
    return (await ask(schools(), dir, (rows) => urns(rows.text(words)))).toSorted()
  }

  it('is found by every word, in any case, accent and English ending', async () => {
    expect(await search('HYDROGEN')).toEqual(['0', '1'])
    expect(await search('school hydrogen')).toEqual(['0', '1'])
    expect(await search('notre dame')).toEqual(['2'])
    expect(await search('hydrogen cleaning')).toEqual([])
    expect(await search('service clean')).toEqual(['3'])
  })

  it('is asked for in words only, whatever stands between them', async () => {
    expect(await search('hydrogen OR cleaning')).toEqual([])
    expect(await search('near AND or')).toEqual(['2'])
    expect(await search('" OR *')).toEqual(['2'])
    expect(await search('hydro*')).toEqual(['4'])
    expect(await search('body: hydro')).toEqual([])
    for (const none of ['', '  ', '"', '*', '-', '\0', '(', '^', '"" ""']) expect(await search(none)).toEqual([])
  })

  it('may be any text at all', async () => {
    const dir = await filled(names.map((name, n) => `${n},${name},,,`))
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-z"*():^\-+{}\\ ]*$/)),
        async (words) => {
          expect(await ask(schools(), dir, (rows) => urns(rows.text(words)))).toBeInstanceOf(Array)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('gives the best first, and of thousands the last first, all of them', async () => {
    const dir = await filled(['1,Ash oak elm yew and other trees,,,', '2,Oak,,,', '3,Oak and some more words,,,'])
    expect(await ask(schools(), dir, (rows) => urns(rows.text('oak')))).toEqual(['2', '3', '1'])
    const many = await filled(Array.from({ length: 3_000 }, (_, n) => `${n},oak ${n % 10 ? '' : 'beam'},,,`))
    const found = await ask(schools(), many, (rows) => ({
      oak: urns(rows.text('oak')),
      beams: urns(rows.text('oak beam')).length,
    }))
    expect(found.beams).toBe(300)
    expect(found.oak).toEqual(Array.from({ length: 3_000 }, (_, n) => String(2_999 - n)))
    const latest = await ask(schools(), many, (rows) => urns(rows.text('oak beam', 'latest')))
    expect(latest).toEqual(Array.from({ length: 300 }, (_, n) => String(2_990 - n * 10)))
  })

  it('is counted as it is found', async () => {
    const dir = await filled(Array.from({ length: 3_000 }, (_, n) => `${n},${n % 3 ? 'Oak' : 'Oaks & beams'},,,`))
    expect(
      await ask(schools(), dir, (rows) => ['oak', 'beam OAK', 'elm', '', '"*'].map((words) => rows.count(words))),
    ).toEqual([3_000, 1_000, 0, 0, 0])
  })
})

it('a question to a finished file needs no more than a moment', async () => {
  const of = schools()
  const dir = await filled(
    Array.from({ length: 5_000 }, (_, n) => `${n},School ${n},${50 + (n % 70) / 10},${-3 + (n % 51) / 10},`),
    of,
  )
  const datasets = openedDataset(of, dir)
  const near = of.ask(
    'near-five',
    (rows, at: { lat: number; lng: number }) => Iterator.from(rows.near(at, 50)).take(5).toArray(),
    { digest: anything },
  )
  await datasets.ask(near, { lat: 51, lng: 0 })
  const begun = performance.now()
  for (let n = 0; n < 200; n++) await datasets.ask(near, { lat: 51 + n / 1000, lng: 0 })
  // Far above what it takes, so that a busy machine passes, and far below what a look at every row would.
  expect((performance.now() - begun) / 200).toBeLessThan(3)
})

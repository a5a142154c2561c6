import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rows } from '@domesday/core'
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
/** A question that can be asked again and again, through one look at the file. */
const asking = <In, T>(dir: string, answer: (rows: Rows<School, any>, input: In) => T): ((input: In) => Promise<T>) => {
  const of = schools()
  const datasets = openedDataset(of, dir)
  const question = of.ask('question', answer, { digest: anything })
  return async (input) => (await datasets.ask(question, input)).value as T
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

  interface Circle {
    readonly at: { readonly lat: number; readonly lng: number }
    readonly km: number
  }
  const asALookAtEveryRow = async (places: readonly Circle['at'][], circles: readonly Circle[]): Promise<void> => {
    const dir = await filled(['none,Nowhere,,,', ...places.map((one, n) => `${n},S,${one.lat},${one.lng},`)])
    const within = asking(dir, (rows, { at, km }: Circle) =>
      Array.from(rows.near(at, km), ({ urn, km: away }) => ({ urn, away })),
    )
    for (const { at, km } of circles) {
      const found = await within({ at, km })
      const expected = places
        .map((one, n) => ({ urn: String(n), away: metresBetween(at, one) / 1000 }))
        .filter(({ away }) => away <= km)
      expect(new Map(found.map(({ urn, away }) => [urn, away]))).toEqual(
        new Map(expected.map(({ urn, away }) => [urn, away])),
      )
      expect(found.map(({ away }) => away)).toEqual(expected.map(({ away }) => away).toSorted((a, b) => a - b))
    }
  }
  /** A file takes longer than many questions to it. */
  const several = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 5, maxLength: 10 })

  it('are those within the distance, nearest first, as a look at every row finds them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { maxLength: 120 }),
        several(fc.record({ at: place, km: fc.double({ min: 0, max: 900, noNaN: true }) })),
        asALookAtEveryRow,
      ),
      { numRuns: 8 },
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
    const circles = several(fc.record({ at: anywhere, km }))
    await fc.assert(fc.asyncProperty(fc.array(anywhere, { maxLength: 60 }), circles, asALookAtEveryRow), {
      numRuns: 12,
    })
  })

  it('include what lies exactly at the distance, however short', async () => {
    const near = fc.tuple(
      fc.double({ min: -0.0004, max: 0.0004, noNaN: true }),
      fc.double({ min: -0.0004, max: 0.0004, noNaN: true }),
    )
    await fc.assert(
      fc.asyncProperty(place, fc.array(near, { minLength: 40, maxLength: 80 }), async (at, steps) => {
        const places = steps.map(([north, east]) => ({ lat: at.lat + north, lng: at.lng + east }))
        const dir = await filled(places.map((one, n) => `${n},S,${one.lat},${one.lng},`))
        const reached = await ask(schools(), dir, (rows) =>
          places.map((one, n) =>
            Array.from(rows.near(at, metresBetween(at, one) / 1000), ({ urn }) => urn).includes(String(n)),
          ),
        )
        expect(reached).toEqual(places.map(() => true))
      }),
      { numRuns: 10 },
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
  const searching = async () => {
    const dir = await filled(names.map((name, n) => `${n},${name},,,`))
    return asking(dir, (rows, words: string) => urns(rows.text(words)).toSorted())
  }

  it('is found by every word, in any case, accent and English ending', async () => {
    const search = await searching()
    expect(await search('HYDROGEN')).toEqual(['0', '1'])
    expect(await search('school hydrogen')).toEqual(['0', '1'])
    expect(await search('notre dame')).toEqual(['2'])
    expect(await search('hydrogen cleaning')).toEqual([])
    expect(await search('service clean')).toEqual(['3'])
  })

  it('is asked for in words only, whatever stands between them', async () => {
    const search = await searching()
    expect(await search('hydrogen OR cleaning')).toEqual([])
    expect(await search('near AND or')).toEqual(['2'])
    expect(await search('" OR *')).toEqual(['2'])
    expect(await search('hydro*')).toEqual(['4'])
    expect(await search('body: hydro')).toEqual([])
    for (const none of ['', '  ', '"', '*', '-', '\0', '(', '^', '"" ""']) expect(await search(none)).toEqual([])
  })

  it('may be any text at all', async () => {
    const search = await searching()
    // The unit `binary` of fast-check is the same, and takes a second to make.
    const unit = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
    const texts = fc.oneof(fc.string({ unit }), fc.stringMatching(/^[a-z"*():^\-+{}\\ ]*$/))
    await fc.assert(
      fc.asyncProperty(texts, async (words) => {
        expect(await search(words)).toBeInstanceOf(Array)
      }),
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

it('a question to a finished file looks at a few of its rows only', async () => {
  const dir = await filled(
    Array.from({ length: 5_000 }, (_, n) => `${n},School ${n},${50 + (n % 70) / 10},${-3 + (n % 51) / 10},`),
  )
  const near = asking(dir, (rows, lat: number) =>
    Iterator.from(rows.near({ lat, lng: 0 }, 50))
      .take(5)
      .toArray(),
  )
  const count = asking(dir, (rows) => urns(rows.all()).length)
  /** The shortest of some tries, milliseconds: a busy machine makes others longer. */
  const shortest = async (question: (n: number) => Promise<unknown>): Promise<number> => {
    let least = Infinity
    for (let n = 0; n < 10; n++) {
      const begun = performance.now()
      await question(n)
      least = Math.min(least, performance.now() - begun)
    }
    return least
  }
  expect(5 * (await shortest((n) => near(51 + n / 1000)))).toBeLessThan(await shortest(count))
})

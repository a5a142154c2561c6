/** Filed documents, against what another reader found in them. */
import { describe, expect, it } from 'vitest'
import { faultsAgainst, recorded, recordings } from '@domesday/tool-testing'
import { filed } from './document.fixture.ts'
import { figureNames, filedShape, type Figures } from './filed.ts'
import { fits, meanings } from './tags.ts'

const body = (file: string): unknown => recorded('companies-house-accounts', file)

interface RecordedFact {
  readonly name: string
  readonly value: number
  readonly instant?: string
  readonly end?: string
  readonly dimensions?: Readonly<Record<string, string>>
}
interface Recorded {
  readonly header: Readonly<Record<string, unknown>>
  readonly facts: readonly RecordedFact[]
}

/** The value of a figure at a day by its first tag. */
const stated = (facts: readonly RecordedFact[], name: keyof Figures, on: string): number | null =>
  meanings[name].tags.flatMap((tag) =>
    facts.filter(
      (fact) =>
        (meanings[name].over === 'day' ? fact.instant : fact.end) === on && fits(tag, fact.name, fact.dimensions ?? {}),
    ),
  )[0]?.value ?? null

/** What the filer scaled wrongly: the page says 3 and 2. */
const mended: Readonly<Record<string, number>> = { '0.03': 3, '0.02': 2 }

describe.skipIf(recordings() === null)('recorded filings', () => {
  it.each([
    ['2125_09159222_20170831', 'xml', 4],
    ['2125_09181696_20170831', 'html', 10],
    ['2125_09258374_20171031', 'html', 4],
    ['2125_09707484_20170731', 'html', 21],
    ['3384_09355500_20221231', 'html', 14],
    ['3384_14033910_20220831', 'html', 7],
    ['3384_NI681295_20220831', 'html', 7],
    ['3951_00225951_20241031', 'html', 21],
  ])('%s.%s gives %i figures, as another reader does', async (file, type, count) => {
    const { header, facts } = body(`facts-Prod223_${file}.json`) as Recorded
    const found = (await filed(body(`Prod223_${file}.${type}`) as string))!
    const [, number, year, month, day] = /_(\w{8})_(\d{4})(\d\d)(\d\d)$/.exec(file)!
    expect(faultsAgainst(filedShape.schema, found)).toEqual([])
    expect(found).toMatchObject({
      company_number: number,
      balance_sheet: `${year}-${month}-${day}`,
      currency: 'GBP',
    })
    expect(found.years.flatMap(({ contradicting, withheld }) => [...contradicting, ...withheld])).toEqual([])
    if (header['EntityCurrentLegalOrRegisteredName'] !== undefined)
      expect(found.name).toBe(header['EntityCurrentLegalOrRegisteredName'])
    const cells = found.years.flatMap(({ on, figures }) =>
      figureNames.map((name) => ({ name, on, value: figures[name] })),
    )
    const wanted = cells.map(({ name, on }) => {
      const value = stated(facts, name, on)
      return { name, on, value: name === 'staff' && value !== null ? (mended[value] ?? value) : value }
    })
    expect(cells).toEqual(wanted)
    expect(cells.filter(({ value }) => value !== null)).toHaveLength(count)
    // No figure of another day is left out.
    const days = new Set(found.years.map(({ on }) => on))
    const isFigure = (fact: RecordedFact): boolean =>
      figureNames.some((name) => meanings[name].tags.some((tag) => fits(tag, fact.name, fact.dimensions ?? {})))
    expect(facts.filter((fact) => isFigure(fact) && !days.has((fact.instant ?? fact.end)!))).toEqual([])
  })
})

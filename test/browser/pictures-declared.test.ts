/** Pictures say what plugins declare: what stands out, what is an area, what is an amount, what has ended. */
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { served } from './served.ts'

interface Circle {
  readonly x: number
  readonly y: number
  readonly r: number
  readonly className: string
  readonly text: string
}

describe.skipIf(chromiumPath === null)('a picture', () => {
  const here = served()

  const shown = async (address: string): Promise<any> => {
    const { go, send } = here.reader
    await go(address)
    await send()
    return (await here.service.send(`/api/v1${address}`)).body.data
  }
  const card = (title: string): Locator => {
    const { page } = here.reader
    return page.locator('.card', { has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })
  }
  const part = (title: string): Locator => {
    const { page } = here.reader
    return page.locator('.part', { has: page.getByRole('heading', { name: title, exact: true, level: 3 }) })
  }
  /** The marks of a map in the order in which they are drawn. */
  const marksOf = (map: Locator): Promise<readonly Circle[]> =>
    map.locator('.map-mark').evaluateAll((marks) =>
      marks.map((mark) => {
        const circle = mark.querySelector('circle')
        const at = (name: string): number => Number(circle?.getAttribute(name))
        return {
          x: at('cx'),
          y: at('cy'),
          r: at('r'),
          className: mark.getAttribute('class') ?? '',
          text: circle?.textContent ?? '',
        }
      }),
    )
  const coloursIn = (key: Locator): Promise<Readonly<Record<string, string>>> =>
    key
      .locator('.swatch')
      .evaluateAll((swatches) =>
        Object.fromEntries(swatches.map((one) => [one.textContent ?? '', one.className.replace('swatch ', '')])),
      )

  it('has what is bad news on top, in the colour of bad news, and tells every colour that it shows', async () => {
    const { storm_overflows } = await shown('/water/WA11UH?depth=full')
    const map = part('Overflows').locator('.map')
    const marks = await marksOf(map)
    expect(marks).toHaveLength(storm_overflows.overflows.length)
    expect(marks.at(-1)).toMatchObject({
      className: expect.stringMatching(/tone-bad.*is-grave/),
      text: expect.stringContaining('discharging'),
    })
    expect(marks.filter(({ className }) => className.includes('tone-bad'))).toHaveLength(
      storm_overflows.overflows.filter(({ status }: { status: string | null }) => status === 'discharging').length,
    )
    const legend = Object.values(await coloursIn(map))
    expect(new Set(legend).size).toBe(legend.length)
    for (const tone of legend) expect(marks.some(({ className }) => className.includes(tone))).toBe(true)
    expect(await part('Overflows').locator('.chip.tone-bad').allTextContents()).toEqual(['Discharging'])
  })

  it('pulls marks apart that would cover one another, and leads to where they are', async () => {
    for (const address of ['/education/NW19HZ?depth=full', '/health/NW19HZ?depth=full']) {
      await shown(address)
      const map = here.reader.page.locator('.map').first()
      const marks = await marksOf(map)
      const covered = marks.flatMap((one, i) =>
        marks.slice(i + 1).filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < one.r + other.r - 0.5),
      )
      expect([address, covered]).toEqual([address, []])
      expect(await map.locator('.map-lead').count()).toBeGreaterThan(0)
    }
  })

  it('tells the areas that a place is inside, and does not plot them as dots', async () => {
    const { designations } = await shown('/planning/SW1A2AA?depth=full')
    const inside = designations.filter(({ at_postcode: here }: { at_postcode: boolean }) => here)
    const section = card('Designations')
    expect(inside.length).toBeGreaterThan(3)
    expect(await section.locator('.area').count()).toBe(inside.length)
    expect(await section.locator('.areas-here').textContent()).toBe(`The place is inside ${inside.length} areas`)
    expect(await section.locator('.map-mark').count()).toBe(designations.length - inside.length)
  })

  it('draws traffic as large as it is, with its figures', async () => {
    const { traffic } = await shown('/transport/NW19HZ?depth=full')
    const flows: readonly number[] = traffic.count_points
      .map(({ all_motor_vehicles: flow }: { all_motor_vehicles: number }) => flow)
      .toSorted((a: number, b: number) => b - a)
    const section = part('Count points')
    const sizes = (await marksOf(section)).map(({ r }) => r ** 2).toSorted((a, b) => b - a)
    for (const [i, flow] of flows.entries()) expect(sizes[i]! / sizes[0]!).toBeCloseTo(flow / flows[0]!, 2)
    expect(await section.locator('.place-amount').allTextContents()).toEqual(
      flows.map((flow) => `${flow.toLocaleString('en-GB')} vehicles/day`),
    )
  })

  it('has the coast beneath a map that reaches it, none inland, and says where in the country a place is', async () => {
    const { page } = here.reader
    await shown('/water/PR30SG?depth=full')
    await part('Sites').locator('.map-land path').first().waitFor({ state: 'attached' })
    expect(await page.getByRole('img', { name: 'Where PR3 0SG is in the country' }).isVisible()).toBe(true)
    expect(await page.locator('.locator .map-land path').count()).toBeGreaterThan(10)
    await shown('/education/NW19HZ?depth=full')
    await page.locator('.locator .map-land path').first().waitFor({ state: 'attached' })
    expect(await card('Schools').locator('.map-land path').count()).toBe(0)
  })

  it('draws prices over time, each and their median', async () => {
    const { price_history } = await shown('/property/WA11UH?depth=full')
    const prices = price_history.recent_sales.map(({ price }: { price: number }) => price)
    const figure = part('Recent sales').locator('.series-figure.is-dots')
    await figure.locator('canvas').waitFor()
    const median = prices.toSorted((a: number, b: number) => a - b)[Math.floor(prices.length / 2)]
    expect(await figure.locator('.series-unit').textContent()).toBe('Price, £')
    expect(await figure.locator('.series-median').textContent()).toContain(
      `one of ${prices.length}; the broken line is their median, £${median.toLocaleString('en-GB')}`,
    )
    expect(await figure.locator('tbody tr').count()).toBe(prices.length)
  })

  it('gives one fuel one colour in every picture of a page', async () => {
    await shown('/energy/WA11UH?depth=full')
    const keys = here.reader.page.locator('.stack-key')
    expect(await keys.count()).toBe(2)
    const [one, other] = await Promise.all([coloursIn(keys.nth(0)), coloursIn(keys.nth(1))])
    const both = Object.keys(one!).filter((fuel) => fuel in other!)
    expect(both.length).toBeGreaterThan(5)
    for (const fuel of both) expect([fuel, one![fuel]]).toEqual([fuel, other![fuel]])
    for (const key of [one!, other!]) expect(new Set(Object.values(key)).size).toBe(Object.keys(key).length)
    expect(await here.reader.page.getByText(/^Of [\d,]+ MW in all$/).isVisible()).toBe(true)
  })

  it('marks a fall of the mileage, names its unit, and shows a retest beside the test that failed', async () => {
    const { mot_history } = await shown('/vehicle/ZZ08BUK')
    const figure = card('Mileage trend').locator('.series-figure')
    await figure.locator('.fall').first().waitFor()
    expect(await figure.locator('.fall').allTextContents()).toEqual(['▼ 46,335 miles'])
    expect(await figure.locator('.series-unit').textContent()).toBe('Mileage, miles')
    expect(await figure.locator('.series-fall').textContent()).toBe(
      'Falls by 46,335 miles between 14 Mar 2017 and 15 Mar 2018',
    )
    const boxes = await card('MOT history')
      .locator('.strip-mark')
      .evaluateAll((marks) =>
        marks.map((mark) => {
          const { left, top, width } = mark.getBoundingClientRect()
          return { left, top, width, passed: mark.className.includes('tone-good') }
        }),
      )
    expect(boxes).toHaveLength(mot_history.length)
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1))
        expect(Math.hypot(one.left - other.left, one.top - other.top)).toBeGreaterThan(one.width * 0.8)
    const last = boxes.toSorted((a, b) => a.left - b.left).at(-1)
    expect(last?.passed, 'its last test was passed').toBe(true)
    expect(await card('In short').locator('.chip.tone-bad').textContent()).toBe('Major')
  })

  it('shows the day of the answer, what goes on beyond it, and an end as the end', async () => {
    const { research } = await shown('/funding/renewable%20energy?depth=full')
    const today = '2026-10-15'
    const projects = part('Projects')
    expect(await projects.locator('.today').textContent()).toBe('today')
    const running = research.projects.filter(({ end }: { end: string | null }) => end === null || end >= today)
    expect(running.length).toBeGreaterThan(0)
    expect(await projects.locator('.span-bar.is-running').count()).toBe(running.length)
    expect(await projects.locator('.span-ahead').count()).toBe(running.length)

    const grants = (await card('Grants').locator('table').textContent()) ?? ''
    expect([grants.includes('£32,750'), grants.includes('€12,000')], 'amounts in the currency beside them').toEqual([
      true,
      true,
    ])

    await shown('/director/Perrin%20Vasswood?depth=full')
    for (const list of [card('Appointments'), part('Failed companies')]) {
      const row = list.locator('.span-list li', { hasText: 'GRISTWOLD' })
      expect(await row.locator('.span-bar.is-over').count()).toBe(1)
      expect(await row.locator('.span-dates').textContent()).not.toContain('today')
    }
    const dates = part('Failed companies').locator('.span-list li', { hasText: 'GRISTWOLD' }).locator('.span-dates')
    expect(await dates.textContent()).toBe('30 Jan 2017 – 18 Nov 2025')
  })

  it('draws a tender up to its deadline, and tells open ones from those that are over', async () => {
    const { tenders } = await shown('/tenders?sector=cleaning')
    const rows = card('Tenders').locator('.span-list > li')
    expect(await rows.count()).toBe(tenders.length)
    for (const [i, { status, deadline, awarded_on: awarded }] of tenders.entries()) {
      const row = rows.nth(i)
      const classes = (await row.locator('.span-bar').getAttribute('class')) ?? ''
      expect([i, status, classes.includes('is-running')]).toEqual([i, status, status === 'open'])
      expect(await row.locator('.span-due').count()).toBe(deadline === null ? 0 : 1)
      if (awarded !== null) expect(await row.locator('.span-dates').textContent()).toContain('awarded on')
    }
  })
})

import { describe, expect, it } from 'vitest'
import { chromiumPath } from './chromium.ts'
import { served } from './served.ts'

describe.skipIf(chromiumPath === null)('the console', () => {
  const here = served()

  it('lists every look-up of the catalogue, finds them by what they answer, and asks nobody else', async () => {
    const { page, go, complaints, strangers } = await here.visit()
    await go()
    const { endpoints } = (await here.service.send('/catalogue')).body.data
    expect(await page.locator('.pick-group a').count()).toBe(endpoints.length)
    await page.getByRole('combobox', { name: 'What do you want to know?' }).fill('odometer')
    expect(await page.locator('.pick-group a:visible .pick-title').allTextContents()).toEqual(['Vehicle history'])
    expect(await page.getByText(`1 of ${endpoints.length}`).isVisible()).toBe(true)
    await page.getByText('Sample data').first().waitFor()
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] })
  })

  it('gets a key, tells the price before the call, and the balance after it', async () => {
    const { page, go, send, complaints } = await here.visit()
    await go('environment')
    expect(await page.locator('.cost').textContent()).toContain('You need a key first')
    await page.getByRole('banner').getByRole('button', { name: 'Get a free key' }).click()
    const dialogue = page.getByRole('dialog', { name: 'Your key' })
    const shown = await dialogue.getByRole('textbox', { name: /^The key/ }).inputValue()
    expect(shown).toMatch(/^domesday_live_/)
    expect((await here.service.send('/account', { key: shown })).body.data.balance).toBe(200)
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: /Full/ }).check()
    expect(await page.locator('.cost').textContent()).toBe('This costs 24 credits. You have 200; 176 will be left.')
    await send()
    expect(await page.locator('.charge').textContent()).toContain('24 credits charged · 176 left')
    expect(await page.getByRole('banner').getByRole('button', { name: '176 credits' }).isVisible()).toBe(true)
    expect((await here.service.send('/account', { key: shown })).body.data.balance).toBe(176)
    await page.getByRole('button', { name: '176 credits' }).click()
    await dialogue.getByRole('cell', { name: 'environment, full' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('keeps the address and the view of who has gone on before the answer came, and gives the look-up up', async () => {
    const key = await here.service.key(100)
    const { page, go, complaints } = await here.visit({}, key)
    await go('/energy/WA11UH?depth=full')
    const asked = Promise.withResolvers<void>(),
      held = Promise.withResolvers<void>()
    await page.route('**/api/v1/energy/**', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue().catch(() => {})
    })
    await page.getByRole('button', { name: /^Look up for/ }).click()
    await asked.promise
    await go('vehicle')
    held.resolve()
    await page.getByText('You have 100; 94 will be left.').waitFor()
    expect((await here.service.send('/account', { key })).body.data).toMatchObject({ balance: 100, held: 0 })
    expect([new URL(page.url()).hash, await page.locator('.result').count(), complaints]).toEqual(['#vehicle', 0, []])
  })

  it.each([
    ['/entity/99000025?depth=full', 'Distress score', 'distress_score'],
    ['/environment/WA11UH', 'Risk score', 'risk_score'],
    ['/vehicle/ZZ08BUK', 'Health score', 'health_assessment'],
    ['/transport/NW19HZ', 'Connectivity score', 'connectivity'],
    ['/energy/WA11UH', 'ESG score', 'esg_assessment'],
    ['/market/WA11UH?sector=software', 'Market opportunity', 'market_opportunity'],
  ])('draws %s with its score, rating and factors', async (address, title, at) => {
    const { page, go, send, complaints } = here.reader
    await go(address)
    await send()
    const { score, rating, factors, signals = factors } = (await here.service.send(`/api/v1${address}`)).body.data[at]
    const card = page.locator('.card.is-score', { has: page.getByRole('heading', { name: title, exact: true }) })
    const words = rating.toLowerCase().replaceAll('_', ' ')
    expect(await card.getByRole('img', { name: `Score ${score} of 100, ${words}` }).isVisible()).toBe(true)
    expect((await card.locator('.rating').textContent())?.toLowerCase()).toBe(words)
    expect(await card.locator('.factor').count()).toBe(signals.length)
    await card.locator('.factor summary').first().click()
    expect(await card.getByText(signals[0].detail, { exact: true }).isVisible()).toBe(true)
    expect(complaints).toEqual([])
  })

  it('draws the factors of a report beside its verdict, which a what-if leaves alone', async () => {
    const { page, go, send, complaints } = here.reader
    await go('/report/entity/99000025')
    await send()
    const { signals, red_flags: flags } = (await here.service.send('/api/v1/report/entity/99000025')).body.data
    const card = page.locator('.card.is-score')
    expect(await card.locator('.factor').count()).toBe(signals.length)
    expect(await card.locator('.factor-number b').allTextContents()).toEqual(
      signals.map(({ contribution }: { contribution: number }) => String(contribution)),
    )
    expect(await page.getByRole('heading', { name: 'Signals' }).count()).toBe(0)
    expect(
      await page
        .locator('.card', { has: page.getByRole('heading', { name: 'Red flags' }) })
        .locator('.flag')
        .count(),
    ).toBe(flags.length)
    await go('/report/entity/99000066')
    await send()
    await card.getByText('What if the weights were different?').click()
    await card.getByRole('slider', { name: 'Insolvency history' }).fill('100')
    expect(await card.locator('.verdict-word').textContent()).toBe('Verdict as answeredProceed with caution')
    expect(complaints).toEqual([])
  })

  it('draws factors as long as the points that they add, all of one height', async () => {
    const { page, go, send } = here.reader
    await go('/environment/WA11UH')
    await send()
    const { factors } = (await here.service.send('/api/v1/environment/WA11UH')).body.data.risk_score
    const bars = await page
      .locator('.factor')
      .evaluateAll((all) =>
        all.map((factor) =>
          ['.factor-fill', '.factor-track'].map((part) =>
            ['width', 'height'].map((size) => Number(factor.querySelector(part)?.getAttribute(size) ?? 0)),
          ),
        ),
      )
    const points = (await page.locator('.factor-number').allTextContents()).map((label) =>
      label.split(' of ').map(Number),
    )
    expect(points.map(([adds]) => adds)).toEqual(
      factors.map(({ risk_contribution: adds }: { risk_contribution: number }) => adds),
    )
    const [fill, track] = bars[0]!
    for (const [i, [adds, most]] of points.entries()) {
      expect(bars[i]![0]![0]! / fill![0]!).toBeCloseTo(adds! / points[0]![0]!, 3)
      expect(bars[i]![1]![0]! / track![0]!).toBeCloseTo(most! / points[0]![1]!, 3)
      expect(bars[i]![1]![1]).toBe(track![1])
    }
  })

  it('shows each gap where it stands and in a list, with its reason', async () => {
    const { page, go, send } = here.reader
    await go('/location/GY11WR?depth=full')
    await send()
    const { missing } = (await here.service.send('/api/v1/location/GY11WR?depth=full')).body._meta
    expect(await page.locator('.card.is-unknown').count()).toBeGreaterThan(3)
    const rows = page.locator('.gaps tbody tr')
    const sections = (await rows.locator('td:last-child').allTextContents()).flatMap((words) => words.split(', '))
    expect(sections).toHaveLength(missing.length)
    const whys = new Set(missing.map(({ source, reason }: { source: string; reason: string }) => `${source} ${reason}`))
    expect(await rows.count(), 'a row for each source and reason').toBe(whys.size)
    expect(await page.locator('.gap-note').textContent()).toContain(`${whys.size} gaps`)
    expect(await rows.first().textContent()).toContain('does not cover this place')
    expect(await page.locator('.charge').textContent()).toContain('Not charged')
  })

  it('lists every source with its time and its line', async () => {
    const { page, go, send } = here.reader
    await go('/property/WA11UH?depth=full')
    await send()
    const {
      sources,
      attribution,
      as_of: asOf,
    } = (await here.service.send('/api/v1/property/WA11UH?depth=full')).body._meta
    expect(await page.locator('.answer-head').textContent()).toContain('As at 15 Oct 2026, 10:00 BST.')
    const panel = page.locator('.panel.sources')
    expect(await panel.locator('tbody tr').count()).toBe(sources.length)
    const text = await panel.textContent()
    for (const line of attribution) expect(text).toContain(line)
    expect(
      (
        await panel.locator('time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
      ).toSorted(),
    ).toEqual(Object.values(asOf).toSorted())
    // On a telephone the line stays wide enough to be read: a column of single words would be taller than the screen.
    await page.setViewportSize({ width: 380, height: 820 })
    const heights = await panel
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(Math.max(...heights)).toBeLessThan(200)
  })

  it('shows another score under other weights, marked as what-if, and comes back', async () => {
    const { page, go, send } = here.reader
    await go('/director/Perrin%20Vasswood')
    await send()
    const card = page.locator('.card.is-score'),
      score = card.locator('.dial-score'),
      mark = card.getByText('What-if', { exact: true })
    const added = async () =>
      Number(await card.locator('.factor', { hasText: 'Failed companies' }).locator('.factor-number b').textContent())
    const before = await added()
    expect([await score.textContent(), await mark.isVisible()]).toEqual(['37', false])
    await card.getByText('What if the weights were different?').click()
    await card.getByRole('slider', { name: 'Concurrent directorships' }).fill('90')
    expect(await mark.isVisible()).toBe(true)
    const tried = Number(await score.textContent())
    expect(tried).toBeLessThan(35)
    expect(await card.locator('.whatif-said').textContent()).toBe(
      `What if: ${tried}, ${tried < 20 ? 'low' : 'moderate'} risk. As answered: 37, high risk.`,
    )
    expect(await added()).toBeLessThan(before)
    await card.getByRole('button', { name: 'Back to the weights of the service' }).click()
    expect([await score.textContent(), await mark.isVisible()]).toEqual(['37', false])
  })

  it('draws mileage as a chart, tests as a timeline, mixes and bands as bars, distances as rings', async () => {
    const { page, go, send, complaints } = here.reader
    await go('/vehicle/ZZ08BUK')
    await send()
    await page.locator('.series canvas').waitFor()
    expect(await page.locator('.moment').count()).toBe(10)
    expect(await page.getByRole('img', { name: /^MOT history: 10 from/ }).count()).toBe(1)
    await go('/energy/WA11UH?depth=full')
    await send()
    expect(await page.getByRole('img', { name: /^Generation mix: Nuclear/ }).count()).toBe(1)
    expect(await page.getByRole('img', { name: /^Distribution: A 0 %, B 20 %/ }).count()).toBe(1)
    await go('/education/WA11UH')
    await send()
    expect(await page.getByRole('img', { name: /^Schools: \d+ within 3 km/ }).count()).toBe(1)
    expect(await page.locator('.map-mark').count()).toBe(
      (await here.service.send('/api/v1/education/WA11UH')).body.data.schools.length,
    )
    expect(complaints).toEqual([])
  })

  it('draws crimes where they were, as large as they are many, and says the same in words', async () => {
    const { page, go, send, complaints } = here.reader
    await go('/location/WA11UH?depth=full')
    await send()
    const {
      location: { coordinates: middle },
      crime: {
        newest_month: { places },
      },
    } = (await here.service.send('/api/v1/location/WA11UH?depth=full')).body.data
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Crime', exact: true }) })
    const marks = await card.locator('.map-mark circle').evaluateAll((circles) =>
      circles.map((circle) => ({
        x: Number(circle.getAttribute('cx')),
        y: Number(circle.getAttribute('cy')),
        r: Number(circle.getAttribute('r')),
        text: circle.textContent ?? '',
      })),
    )
    expect(marks).toHaveLength(places.length)
    for (const [i, { x, y, r, text }] of marks.entries()) {
      const {
        crimes,
        street,
        coordinates,
        commonest_category: category,
        distance_m: metres,
      } = places.find(
        (place: any) =>
          text.startsWith(`${place.street}, ${place.crimes} crime`) && text.endsWith(`, ${place.distance_m} m`),
      )
      expect(text).toBe(
        `${street}, ${crimes} ${crimes === 1 ? 'crime' : 'crimes'}, ${category.replaceAll('-', ' ')}, ${metres} m`,
      )
      expect(r ** 2 / marks[0]!.r ** 2, text).toBeCloseTo(crimes / places[0].crimes, 1)
      const bearing = Math.atan2(
        (coordinates.lng - middle.lng) * Math.cos((middle.lat * Math.PI) / 180),
        coordinates.lat - middle.lat,
      )
      if (metres > 100) expect(Math.cos(Math.atan2(x, -y) - bearing), text).toBeGreaterThan(0.99)
      expect(Math.hypot(x, y) * 10, `${i}`).toBeCloseTo(metres, -1)
    }
    expect(
      await card
        .getByRole('img', {
          name: `Places: 25 within 1 km, drawn by their number of crimes, ${places.at(-1).crimes} to ${places[0].crimes}, each in its direction, north at the top. The list beside it says the same.`,
        })
        .count(),
    ).toBe(1)
    const first = ((await card.locator('.place-list li').first().textContent()) ?? '').toLowerCase()
    for (const words of [
      places[0].street,
      `${places[0].crimes} crimes`,
      places[0].commonest_category.replaceAll('-', ' '),
      `${places[0].distance_m} m`,
    ])
      expect(first).toContain(words.toLowerCase())
    expect(await card.getByText('A point is not the scene of a crime').isVisible()).toBe(true)
    await card.getByText('As a table').click()
    expect(await card.locator('.wide tbody tr').count()).toBe(places.length)
    expect(complaints).toEqual([])
  })

  it('has the JSON and the same call in three languages one click away', async () => {
    const { page, go, send } = here.reader
    await go('/market/WA11UH?sector=data%20processing&depth=summary')
    await send()
    await page.getByRole('tab', { name: 'JSON' }).click()
    const shown = JSON.parse((await page.locator('.json-view pre').textContent()) ?? '')
    expect(shown.data).toEqual(
      (await here.service.send('/api/v1/market/WA11UH?sector=data%20processing&depth=summary')).body.data,
    )
    await page.getByRole('tab', { name: 'Code' }).click()
    const samples = await page.locator('.sample pre').allTextContents()
    expect(samples.length).toBe(3)
    for (const sample of samples)
      expect(sample).toContain(`${here.service.origin}/api/v1/market/WA11UH?sector=data%20processing&depth=summary`)
    expect(samples.join()).not.toContain(here.key)
    await page.getByLabel('Write my key into them').check()
    for (const sample of await page.locator('.sample pre').allTextContents()) expect(sample).toContain(here.key)
  })

  it('explains a failure, charges nothing, and offers what was meant', async () => {
    const { page, go, send } = here.reader
    await go('location')
    await page.getByLabel('Postcode').fill('ZZ9 9ZZ')
    await send()
    const problem = page.locator('.problem')
    expect(await problem.textContent()).toContain('Nothing was charged')
    expect(await problem.getByRole('link').getAttribute('href')).toBe('/errors/unknown_subject')
    await problem.getByRole('button', { name: 'WA11UH' }).click()
    await page.locator('.result').waitFor()
    expect(await page.locator('.subject').textContent()).toBe('WA1 1UH')
  })

  it('lets a reader choose whom a name means', async () => {
    const { page, go, send } = here.reader
    await go('entity')
    await page.getByRole('button', { name: 'A name that several have' }).click()
    await send()
    const problem = page.locator('.problem')
    expect(await problem.textContent()).toContain('Which one is meant?')
    const choice = problem.getByRole('button', { name: 'TRENWARDLE TRADING LTD' })
    expect(await choice.textContent()).toContain('99000915 · Active · since 21 Jun 2016 · 1 Stricklandgate Mill')
    await choice.click()
    await page.locator('.result').waitFor()
    expect(await page.getByLabel('Identifier').inputValue()).toBe('99000915')
  })

  it('puts a refused parameter beside its field', async () => {
    const { page, go, send } = here.reader
    await go('/location/WA11UH')
    await page.getByLabel('Radius').evaluate((input) => input.removeAttribute('max'))
    await page.getByLabel('Radius').fill('90000')
    await send()
    await expect.poll(() => page.getByLabel('Radius').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.fault:visible').textContent()).toContain('5000')
  })

  it('asks deeper from the answer itself', async () => {
    const { page, go, send } = here.reader
    await go('/location/WA11UH?depth=summary')
    await send()
    await page.getByRole('button', { name: 'Ask at full depth, 20 credits' }).click()
    await page.getByRole('heading', { name: 'Labour market' }).waitFor()
    expect(await page.locator('.unasked').count()).toBe(0)
    expect(new URL(page.url()).hash).toBe('#/location/WA11UH?depth=full')
  })
})

/**
 * The real service in live mode, asking a gateway that serves what the real upstreams once sent. Recordings are kept
 * outside the project: DOMESDAY_RECORDINGS names their folder.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeUpCredentials, recorded, recordings, runService, type RunningService } from '@domesday/tool-testing'
import { startReplay } from '../plugins/tools/gateway/replay.ts'
import type { OpenGateway } from '../core/contract/gateway.ts'
import { inspect } from '../core/service/configure.ts'
import { projectRoot } from '../core/registry/load.ts'
import { generous } from './service/generous.ts'

const dir = recordings()

describe.skipIf(dir === null)('recorded subjects come out as they were recorded', () => {
  let gateway: OpenGateway, service: RunningService
  beforeAll(async () => {
    const { plugins } = await inspect(`${projectRoot}/config`, {})
    gateway = await startReplay({ dirs: [dir!], loose: true, sources: plugins.sources })
    service = await runService({
      mode: 'live',
      gateway: gateway.origin,
      env: madeUpCredentials(plugins.sources),
      // Nobody is charged for a recording.
      configure: (config) => {
        generous(config)
        appendFileSync(
          join(config, 'service.yaml'),
          'licences: { fca-register: held, planning-applications: accepted, postcodes-io.northern-ireland: held }\n',
        )
      },
      now: () => Date.parse('2026-09-30T12:00:00Z'),
    })
  })
  afterAll(async () => {
    await service.close()
    await gateway.close()
  })
  const look = async (path: string) => {
    const { status, body } = await service.send(`/api/v1${path}`)
    expect([status, body.detail]).toEqual([200, undefined])
    expect(body._meta.sandbox).toBeUndefined()
    return body
  }

  it('WA1 1UH: where it is', async () => {
    const { result } = recorded('postcodes-io', 'lookup-WA1-1UH.json')
    const { data } = await look('/location/WA11UH?depth=summary')
    expect(data.location).toEqual({
      postcode: result.postcode,
      coordinates: { lat: result.latitude, lng: result.longitude },
      nation: result.country,
      region: result.region,
      constituency: result.parliamentary_constituency_2024,
      admin: {
        ward: result.admin_ward,
        local_authority: result.admin_district,
        county: null,
        parish: result.parish,
        police_force_area: result.pfa,
      },
      lsoa: result.lsoa21,
      msoa: result.msoa21,
      codes: {
        local_authority: result.codes.admin_district,
        ward: result.codes.admin_ward,
        constituency: result.codes.parliamentary_constituency_2024,
        lsoa: result.codes.lsoa21,
        msoa: result.codes.msoa21,
      },
    })
  })

  it('WA1 1UH: its crime, month by month as recorded', async () => {
    const rows = recorded('police-uk', 'crimes-street-all-crime-WA1-1UH-2026-07-cut.json') as readonly {
      category: string
    }[]
    const { data } = await look('/location/WA11UH?radius_m=1609')
    // One month is recorded; each of the twelve is answered by it.
    expect(data.crime.total_crimes).toBe(12 * rows.length)
    for (const category of new Set(rows.map((row) => row.category)))
      expect(data.crime.by_category[category]).toBe(12 * rows.filter((row) => row.category === category).length)
    expect(data.crime.months[0]).toBe(recorded('police-uk', 'crime-last-updated.json').date.slice(0, 7))
  })

  it('a postcode of an older shape, and one that ended', async () => {
    expect((await look('/location/CF243AA?depth=summary')).data.location).toMatchObject({
      nation: 'Wales',
      region: 'Wales',
      constituency: 'Cardiff East',
      codes: { local_authority: 'W06000015', lsoa: null },
    })
    const { status, body } = await service.send('/api/v1/location/AB10AA')
    expect([status, body.detail, body.suggestions]).toEqual([404, 'AB1 0AA was withdrawn in June 1996.', []])
  })

  it('BR8 7RE: a place outside the sample world, with the figures that are recorded at all', async () => {
    const { data } = await look('/location/BR87RE?depth=full')
    const {
      data: [period],
    } = recorded('carbon-intensity', 'intensity-2026-04-06T0930Z.json')
    expect(data.location.admin.local_authority).toBe('Sevenoaks')
    // Its region was not recorded: Great Britain stands in, and says so.
    expect(data.environment.carbon_intensity).toMatchObject({
      scope: 'national',
      region: null,
      index: period.intensity.index,
      intensity_gco2_kwh: period.intensity.actual,
    })
  })

  it('EA12HLK: its tests, one by one', async () => {
    const wire = recorded('dvsa-mot-history', 'vehicle-EA12HLK.json')
    const { data, _meta } = await look('/vehicle/ea12hlk')
    expect(data.vehicle).toMatchObject({
      registration: 'EA12HLK',
      make: wire.make,
      fuel_type: wire.fuelType,
      first_used: wire.firstUsedDate,
    })
    expect(data.mot_history).toHaveLength(Math.min(10, wire.motTests.length))
    for (const [i, shown] of data.mot_history.entries()) {
      const test = wire.motTests.toSorted((a: any, b: any) => (a.completedDate < b.completedDate ? 1 : -1))[i]
      const of = (...kinds: readonly string[]) =>
        test.defects.filter(({ type }: { type: string }) => kinds.includes(type)).length
      expect(shown).toMatchObject({
        date: test.completedDate.slice(0, 10),
        result: test.testResult,
        expiry: test.expiryDate,
        mileage: Number(test.odometerValue),
      })
      expect([shown.advisories.length, shown.failures.length]).toEqual([
        of('ADVISORY', 'MINOR'),
        of('MAJOR', 'DANGEROUS', 'FAIL'),
      ])
    }
    const passed = wire.motTests.filter((test: any) => test.testResult === 'PASSED').length
    expect(data.mot_summary).toEqual({
      tests: wire.motTests.length,
      passed,
      failed: wire.motTests.length - passed,
      pass_rate_pct: Math.round((1000 * passed) / wire.motTests.length) / 10,
    })
    expect(data.mileage_trend).toEqual([
      ...new Map(
        wire.motTests
          .toReversed()
          .map((test: any) => [
            test.completedDate.slice(0, 10),
            { date: test.completedDate.slice(0, 10), mileage: Number(test.odometerValue) },
          ]),
      ).values(),
    ])
    expect(_meta.sources).toContain('dvsa-mot-history')
  })

  it.each(['0101300000', '0201100021', '2924297099', '6911100090'])(
    '%s: its duties, preferences, quotas and measures',
    async (code) => {
      const { data, included } = recorded(
        'trade-tariff',
        `commodity-${code}-uk${code === '6911100090' ? '-filter-AD' : ''}.json`,
      )
      const answer = (await look(`/trade/${code}`)).data
      expect(answer.commodity).toMatchObject({
        code,
        description: expect.stringContaining(data.attributes.description),
      })
      expect(answer.measures_count).toBe(
        data.relationships.import_measures.data.length + data.relationships.export_measures.data.length,
      )

      const of = (one: any, name: string) =>
        included.find(
          ({ type, id }: any) => type === one.relationships[name].data?.type && id === one.relationships[name].data?.id,
        )
      const measures = data.relationships.import_measures.data
        .map(({ id }: any) => included.find((one: any) => one.type === 'measure' && one.id === id))
        .map((measure: any) => ({
          kind: of(measure, 'measure_type').id,
          area: of(measure, 'geographical_area').id,
          country: of(measure, 'geographical_area').attributes.description,
          rate: of(measure, 'duty_expression')?.attributes.base,
          order: of(measure, 'order_number'),
        }))
      const everywhere = measures
        .filter(({ kind, area }: any) => kind === '103' && area === '1011')
        .map(({ rate }: any) => rate)
      expect(answer.duties.rate.split(' or ').toSorted()).toEqual([...new Set(everywhere)].toSorted())
      const vat = measures.filter(({ kind }: any) => kind === '305').map(({ rate }: any) => rate)
      expect(answer.duties.vat?.split(' or ').toSorted() ?? []).toEqual([...new Set(vat)].toSorted())
      expect(answer.preferential_rates.map(({ area, country, rate }: any) => `${area} ${country} ${rate}`)).toEqual(
        [
          ...new Set(
            measures
              .filter(({ kind }: any) => kind === '142' || kind === '145')
              .map(({ area, country, rate }: any) => `${area} ${country} ${rate}`),
          ),
        ].toSorted(),
      )
      // A quota by licence has a 4 for its third digit, and no definition.
      const open = measures.filter(
        ({ order }: any) => order && (order.id[2] === '4' || of(order, 'definition')?.attributes.status === 'Open'),
      )
      expect(answer.quotas).toBe(new Set(open.map(({ order }: any) => order.id)).size)
    },
  )

  it('construction: the laws of the feed, with the total of its facets', async () => {
    const feed = recorded('legislation-gov-uk', 'title-construction.xml') as string
    const { data } = await look('/legal/construction')
    const facets = [...feed.matchAll(/<leg:facetType [^>]*value="(\d+)"/g)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    )
    expect(data.total_legislation).toBe(facets)
    expect(data.legislation[0].url).toMatch(/^https:\/\/www\.legislation\.gov\.uk\//)
  })

  it.each([
    ['00445790', 'company-profile-00445790-2026.json', 'company-officers-00445790-2026.json'],
    ['07798925', 'company-profile-07798925.json', 'company-officers-07798925.json'],
  ])('company %s: its profile and officers', async (number, profileFile, officersFile) => {
    const profile = recorded('companies-house', profileFile),
      officers = recorded('companies-house', officersFile)
    const { data } = await look(`/entity/${number}`)
    expect(data.entity).toMatchObject({
      company_number: number,
      name: profile.company_name,
      status: profile.company_status,
      type: profile.type,
      incorporated: profile.date_of_creation,
      sic_codes: profile.sic_codes ?? [],
      registered_office: {
        postcode: profile.registered_office_address.postal_code,
        locality: profile.registered_office_address.locality,
      },
      previous_names: (profile.previous_company_names ?? []).map((one: any) => ({
        name: one.name,
        from: one.effective_from,
        until: one.ceased_on,
      })),
      accounts: {
        last_made_up_to: profile.accounts.last_accounts.made_up_to,
        next_due: profile.accounts.next_accounts.due_on,
        overdue: profile.accounts.overdue,
        last_type: profile.accounts.last_accounts.type,
      },
      confirmation_statement: {
        last_made_up_to: profile.confirmation_statement.last_made_up_to,
        next_due: profile.confirmation_statement.next_due,
        overdue: profile.confirmation_statement.overdue,
      },
    })
    expect([data.officers.length, data.officers_total]).toEqual([officers.items.length, officers.total_results])
    for (const officer of officers.items) {
      expect(
        data.officers.find(
          ({ officer_id: id }: any) => officer.links.officer.appointments === `/officers/${id}/appointments`,
        ),
      ).toMatchObject({
        name: officer.name,
        role: officer.officer_role,
        appointed_on: officer.appointed_on,
        resigned_on: officer.resigned_on ?? null,
        born: officer.date_of_birth
          ? `${officer.date_of_birth.year}-${String(officer.date_of_birth.month).padStart(2, '0')}`
          : null,
        nationality: officer.nationality ?? null,
        country_of_residence: officer.country_of_residence ?? null,
        occupation: officer.occupation ?? null,
      })
    }
    const serving = officers.items.filter(
      ({ resigned_on: resigned }: { resigned_on?: string }) => resigned === undefined,
    )
    expect(
      data.officers
        .filter(({ is_active: active }: { is_active: boolean }) => active)
        .map(({ name, role }: { name: string; role: string }) => [name, role])
        .toSorted(),
    ).toEqual(
      serving.map((officer: { name: string; officer_role: string }) => [officer.name, officer.officer_role]).toSorted(),
    )
    const parts = data.distress_score.signals.map(
      ({ contribution }: { contribution: number | null }) => contribution ?? 0,
    )
    expect(parts.reduce((sum: number, part: number) => sum + part, 0)).toBe(data.distress_score.score)
  })

  it('an officer by id: every appointment', async () => {
    const { name, items } = recorded('companies-house', 'officer-appointments-allan-david-horley.json')
    const { data } = await look('/director/BUzLMub_QilQ_HNnIUxLkZrs5KM')
    expect(data.director).toMatchObject({
      name,
      officer_id: 'BUzLMub_QilQ_HNnIUxLkZrs5KM',
      total_appointments: items.length,
    })
    expect(
      data.appointments
        .map((row: { company_name: string; company_status: string }) => [row.company_name, row.company_status])
        .toSorted(),
    ).toEqual(
      items
        .map(({ appointed_to: to }: { appointed_to: { company_name: string; company_status: string } }) => [
          to.company_name,
          to.company_status,
        ])
        .toSorted(),
    )
  })
})

describe.skipIf(dir === null)('what was recorded', () => {
  it('of each source is compared with what that source makes of it', () => {
    const compared = (id: string): boolean => {
      const home = join(projectRoot, 'plugins/sources', id)
      const named = new RegExp(`(recorded\\('|recordings\\(\\)!, ')${id}['/]`)
      return readdirSync(home).some(
        (file) => file.endsWith('.test.ts') && named.test(readFileSync(join(home, file), 'utf8')),
      )
    }
    const sources = readdirSync(dir!, { withFileTypes: true })
      .filter((each) => each.isDirectory() && existsSync(join(projectRoot, 'plugins/sources', each.name)))
      .map(({ name }) => name)
    expect(sources.length).toBeGreaterThan(40)
    expect(sources.filter((id) => !compared(id))).toEqual([])
  })
})

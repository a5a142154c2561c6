import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import type { Operation, Tools } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { numberMatch } from '@domesday/vocabulary-companies'
import { fund, gtr, isActive, organisations, partners, research, search, researchBySubject } from './index.ts'
import { dayOf, projectOf, type WireProject } from './project.ts'
import { researchFrom, sharesOf } from './research.ts'

let gateway: OpenSource
beforeAll(async () => {
  gateway = await openSource(gtr)
})
afterAll(() => gateway.close())

const researchOf = (name: string, formerNames: readonly string[] = []) =>
  gateway.ask(research, { name, formerNames: formerNames.map((former) => ({ name: former })) })

describe('the research of a company', () => {
  it('is united over its records, latest first, with its own part in each', async () => {
    const { total, led, awards, complete } = await researchOf('CAIRNVELLA SYSTEMS LIMITED')
    expect([total, led, complete]).toEqual([4, 3, true])
    expect(awards.map(({ project, role, awarded }) => [project.reference, role, awarded])).toEqual([
      ['99010602', 'lead', 74_860],
      ['99010417', 'lead', 268_450],
      ['EP/Z990031/1', 'partner', null],
      ['99008871', 'lead', 196_500],
    ])
    expect(awards[1]).toMatchObject({
      others: ['Lothmere Institute of Engineering'],
      project: {
        title: 'In-line torque sensing for electric drivetrains',
        funder: 'Innovate UK',
        category: 'Collaborative R&D',
        start: '2025-04-01',
        end: '2027-03-31',
        url: 'https://gtr.ukri.org/projects?ref=99010417',
      },
    })
  })

  it('adds up what was awarded to itself, never the fund of a project that others share', async () => {
    const { awarded, priced, funders } = await researchOf('Cairnvella Systems Ltd.')
    expect([awarded, priced]).toEqual([539_810, 3])
    expect(funders).toEqual({ 'Innovate UK': 3, EPSRC: 1 })
    expect(await researchOf('QUILLMARSH PRECISION LIMITED')).toMatchObject({ total: 2, led: 1, awarded: 0, priced: 0 })
  })

  it('is not what was begun before it was formed, which is said', async () => {
    if (research.how.kind !== 'run') throw new TypeError('not a run')
    const ask = (operation: Operation<any, any>, input: unknown) => gateway.ask(operation, input)
    const asked = { name: 'CAIRNVELLA SYSTEMS LIMITED', formerNames: [], since: '2025-01-01' }
    const found: any = await research.how.run(asked, { ask } as unknown as Tools)
    expect(found.value.total).toBe(2)
    expect(found.parts).toEqual([
      { why: '2 projects of before it was formed or bore the name may belong to another of its name', known: 0.5 },
    ])
  })

  it('tells what runs on a day', async () => {
    const { states } = await researchOf('CAIRNVELLA SYSTEMS LIMITED')
    expect(states.filter((state) => isActive(state, '2026-10-15'))).toHaveLength(3)
  })

  it('is found under a former name, and none under a name that no record has', async () => {
    expect((await researchOf('NEWNAME LTD', ['QUILLMARSH PRECISION LIMITED'])).total).toBe(2)
    expect(await researchOf('QUILLMARSH LIMITED')).toEqual({
      total: 0,
      led: 0,
      awards: [],
      possible: [],
      states: [],
      awarded: 0,
      priced: 0,
      funders: {},
      complete: true,
    })
    expect((await researchOf('&')).total).toBe(0)
  })

  it('has all partners where they are asked for', async () => {
    expect((await gateway.ask(partners, '9A000003-0000-4000-8000-000000000003')).map(({ name }) => name)).toEqual([
      'Lothmere Institute of Engineering',
      'Cairnvella Systems Limited',
      'Quillmarsh Precision Ltd',
    ])
  })
})

describe('research on a subject', () => {
  it('holds every word in title or abstract', async () => {
    const { total_projects, projects } = await gateway.ask(researchBySubject, 'renewable energy')
    expect(total_projects).toBe(3)
    expect(projects.map(({ funder }) => funder)).toEqual(['Innovate UK', 'ESRC', 'NERC'])
  })

  it('is none for words that nothing holds, and for no words', async () => {
    expect(await gateway.ask(researchBySubject, 'submarine opera')).toEqual({ total_projects: 0, projects: [] })
    expect(await gateway.ask(researchBySubject, '** and ??')).toEqual({ total_projects: 0, projects: [] })
  })

  it('never contains an unintended operator', () => {
    const { path } = search.how as unknown as { readonly path: (query: string) => readonly [string, object] }
    expect(path('wind AND (solar OR "tide") -gas')).toEqual([
      '/projects',
      { q: 'wind AND solar AND tide AND gas', f: ['pro.t', 'pro.a'], s: 100 },
    ])
  })
})

it('lists are marked as unconfirmed, a fund is not', () => {
  const marked = [...gtr.operations.values()]
    .filter(({ confidence }) => confidence === 'unconfirmed')
    .map(({ id }) => id)
  expect(marked).toEqual(['organisations', 'projects_of', 'partners', 'search', 'research', 'subject'])
})

describe('an answer', () => {
  it('without results differs from an error', () => {
    const { none } = organisations.how as unknown as { readonly none: (reply: object) => unknown }
    expect(none({ status: 404, body: 'Page requested exceeds maximum available: 0' })).toEqual([])
    expect(none({ status: 404, body: '<html>' })).toBeUndefined()
    expect(none({ status: 400, body: 'Page size cannot be less than 10' })).toBeUndefined()
  })

  it('of an unknown fund has no amount', async () => {
    expect(await gateway.ask(fund, 'nothing')).toEqual({ amount: null })
    expect(await gateway.ask(fund, '9C000005-0000-4000-8000-000000000005')).toEqual({ amount: null })
  })

  it('has days in the time of the United Kingdom', () => {
    expect([
      dayOf(1_405_292_400_000),
      dayOf(1_390_000_000_000),
      dayOf('2013-04-01'),
      dayOf(null),
      dayOf(Infinity),
    ]).toEqual(['2014-07-14', '2014-01-17', '2013-04-01', null, null])
  })

  it('leaves out the one project of twelve without an id, and says so', () => {
    const project = Array.from({ length: 12 }, (_, i) =>
      i === 5 ? { title: 'No id' } : { id: `p${i}`, participantValues: { participant: [] } },
    )
    const { value, parts } = readInPart(search, { totalSize: 12, project })
    expect([value.total, value.projects.length]).toEqual([12, 11])
    expect(parts).toContain('1 of 12 rows could not be read')
    expect(readBody(search, { totalSize: 1, project: { id: 'p', participantValues: null } }).projects).toHaveLength(1)
    expect(() => readBody(search, { text: 'Sorry' })).toThrow('totalSize')
  })

  it('may say hardly anything, or one thing where several could stand', () => {
    expect(projectOf({ id: 'p', participantValues: null })).toEqual({
      id: 'p',
      title: null,
      reference: null,
      funder: null,
      category: null,
      status: null,
      start: null,
      end: null,
      leads: [],
      participants: [],
      fund: null,
      url: 'https://gtr.ukri.org/projects?ref=p',
    })
    const single: WireProject = {
      id: 'p',
      links: { link: [{ rel: 'LEAD_ORG', href: 'https://gtr.ukri.org:443/gtr/api/organisations/A' }] },
      participantValues: {
        participant: [{ organisationId: 'A', organisationName: 'X', role: 'LEAD_PARTICIPANT', grantOffer: '1,000.50' }],
      },
    }
    const [share] = sharesOf(['A'], [projectOf(single)!], () => numberMatch)
    expect(share).toMatchObject({ role: 'lead', awarded: 1_000.5, others: [], fund: null })
    expect(researchFrom({ own: [share!], possible: [] }, new Map(), false)).toMatchObject({
      total: 1,
      led: 1,
      awarded: 1_000.5,
      priced: 1,
      complete: false,
    })
  })
})

describe.skipIf(recordings() === null)('recorded answers', () => {
  it('reads a project and its fund', () => {
    expect(projectOf({ ...recorded('gtr', 'gtr2-project-CCP4-trimmed.json'), id: '4F79' })).toMatchObject({
      title: 'CCP4 Grant Renewal 2014-2019',
      reference: 'BB/L007010/1',
      funder: 'BBSRC',
      category: 'Research Grant',
      status: 'Closed',
      fund: '2379',
    })
    expect(readBody(fund, recorded('gtr', 'gtr2-fund-CCP4.json'))).toEqual({ amount: 339_104 })
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listenOnLoopback, openSource, sampleDay, type OpenSource } from '@domesday/tool-testing'
import { byNumber, gazette, notices, type Asked } from './index.ts'
import { stored } from './store.ts'

const site = 'https://www.thegazette.co.uk'
interface Row {
  readonly id: string
  readonly code: string
  readonly published: string
  readonly title: string
  readonly text: string
}
const row = (id: string, code: string, published: string, title: string, text = title): Row => ({
  id,
  code,
  published,
  title,
  text,
})
const rows = [
  row(
    '1',
    '2450',
    '2026-09-24',
    'VELLMARK TIMBER LIMITED',
    'VELLMARK TIMBER LIMITED (Company Number 99000777) A petition',
  ),
  row(
    '2',
    '2461',
    '2026-06-10',
    'Dismissal',
    'In the matter of Vellmark Timber Ltd and in the matter of the Act. Jo Soap, 1 Yard Lane',
  ),
  row('3', '2452', '2026-07-01', 'VELLMARK TIMBER LIMITED', 'VELLMARK TIMBER LIMITED (Company Number 99000778)'),
  row('4', '2441', '2018-02-01', 'NEW VELLMARK TIMBER LIMITED', 'New Vellmark Timber Limited. Resolution'),
  row('5', '2503', '2026-08-01', 'VELLMARK TIMBER LIMITED', 'Vellmark Timber Limited, a person'),
  row('6', '2443', '2016-12-30', 'VELLMARK TIMBER LIMITED', 'VELLMARK TIMBER LIMITED (Company Number 99000777) old'),
]
const vellmark: Asked = {
  number: '99000777',
  name: 'VELLMARK TIMBER LIMITED',
  formerNames: [],
  from: '2017-01-01',
}

/** The service with notices that a test can change, and that can refuse calls. */
const serve = async (held: Row[]) => {
  const asked: { readonly query: URLSearchParams; readonly accept: string | undefined }[] = []
  const state = { refuses: false }
  const { origin, close } = await listenOnLoopback(({ target, headers }) => {
    const query = new URL(target, site).searchParams
    asked.push({ query, accept: headers['accept'] })
    if (state.refuses) return Promise.resolve({ status: 503, headers: {}, body: '<html>busy</html>' })
    const sought = (query.get('text') ?? '').replaceAll('"', '').toLowerCase()
    const hits = held.filter(
      ({ text, published }) =>
        text.toLowerCase().replace(' ltd', ' limited').includes(sought) &&
        published >= (query.get('start-publish-date') ?? '') &&
        published <= (query.get('end-publish-date') ?? '9999'),
    )
    const entry = hits.map(({ id, code, published, title, text }) => ({
      id: `${site}/id/notice/${id}`,
      'f:notice-code': code,
      title,
      published: `${published}T00:00:00`,
      content: `<p>${text}</p>`,
    }))
    return Promise.resolve({
      status: 200,
      headers: {},
      body: JSON.stringify({ 'f:total': String(hits.length), entry }),
    })
  })
  return { origin, asked, state, close }
}

const open: { close(): Promise<void> }[] = []
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  for (const one of open) await one.close()
})
const opened = async (
  held: Row[],
  harvested: boolean,
  day = () => sampleDay,
): Promise<OpenSource & Omit<Awaited<ReturnType<typeof serve>>, 'close'>> => {
  const { close, ...service } = await serve(held)
  const source = await openSource(gazette, { gateway: service.origin, harvested, day })
  open.push(source, { close })
  return { ...source, ...service }
}

describe('what was harvested', () => {
  /** A harvest asks for each month of ten years: tests that change nothing have one. */
  let once: Awaited<ReturnType<typeof opened>>
  beforeAll(async () => {
    once = await opened([...rows], true)
  })

  it('gives the same notices as the search of the service', async () => {
    const live = await (await opened([...rows], false)).ask(notices, vellmark)
    const stored = await once.ask(notices, vellmark)
    expect(live.notices.map(({ notice_id, matched_by }) => [notice_id, matched_by])).toEqual([
      ['1', 'number'],
      ['2', 'name'],
    ])
    expect(stored.notices).toEqual(live.notices)
    expect(live.reach).toEqual({ from: '2017-01-01', stored_to: null, asked_live: true })
    expect(stored.reach).toEqual({ from: '2017-01-01', stored_to: '2026-10-15T09:00:00.000Z', asked_live: true })
  })

  it('is asked first, and the service for what came since', async () => {
    const held = [...rows]
    const { ask, asked } = await opened(held, true)
    // No page is asked with an Accept header, which the service answers with a 500.
    expect(asked.filter(({ accept }) => accept !== undefined)).toEqual([])
    expect(asked.every(({ query }) => query.get('categorycode') === '24')).toBe(true)
    asked.length = 0
    held.push(
      row('7', '2452', '2026-10-15', vellmark.name, 'VELLMARK TIMBER LIMITED (Company Number 99000777) An order'),
    )
    expect((await ask(notices, vellmark)).notices.map(({ notice_id }) => notice_id)).toEqual(['7', '1', '2'])
    expect(asked.map(({ query }) => [query.get('text'), query.get('start-publish-date')])).toEqual([
      ['"99000777"', '2026-10-15'],
      ['"VELLMARK TIMBER LIMITED"', '2026-10-15'],
    ])
    expect((await ask(byNumber, vellmark)).notices.map(({ notice_id }) => notice_id)).toEqual(['7', '1'])
  })

  it('keeps no notice about a person, and of a company’s no more than tells which it is', async () => {
    const { ask } = once
    const { entries } = await ask(stored, { number: '99000777', name: 'Vellmark Timber', from: '2017-01-01' })
    expect(entries.map(({ id }) => id).toSorted()).toEqual(['1', '2', '4'])
    expect(entries.find(({ id }) => id === '1')).toMatchObject({ title: '', text: '' })
  })

  it('is used alone for three days if the service cannot be asked, and says so', async () => {
    let days = 0
    const day = () => new Date(sampleDay.getTime() + days * 86_400_000)
    const { ask, state } = await opened([...rows], true, day)
    state.refuses = true
    const found = await ask(notices, vellmark)
    expect(found.notices.map(({ notice_id }) => notice_id)).toEqual(['1', '2'])
    expect(found.reach).toMatchObject({ asked_live: false, stored_to: '2026-10-15T09:00:00.000Z' })
    days = 3.1
    await expect(ask(byNumber, vellmark)).rejects.toMatchObject({ reason: 'upstream_failed' })
  })
})

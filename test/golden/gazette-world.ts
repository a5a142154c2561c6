/** The Gazette's feed over notices of a case, as the service writes it. */
import { json, type Answer } from '../../plugins/tools/gateway/server.ts'
import type { Asked } from './wire.ts'

/** A notice: its code, its day, and what it says of the company where that matters. */
export interface Notice {
  readonly code: string
  readonly on: string
  /** After the company's name and number, which stand at the start unless `unnumbered` or `whole` says otherwise. */
  readonly says?: string
  /** It prints the name alone. */
  readonly unnumbered?: true
  /** The whole text in its place. */
  readonly whole?: string
  readonly title?: string
  /** The Gazette took it back. */
  readonly withdrawn?: true
}
interface Placed extends Notice {
  readonly name: string
  readonly number: string
}

/** The Gazette's own words for a code, as its feed carries them. */
const terms: Readonly<Record<string, string>> = {
  2401: 'Moratoria',
  2402: 'Moratoria',
  2403: 'Re-use of a Prohibited Name',
  2410: 'Appointment of Administrators',
  2431: 'Resolution for Winding-up',
  2432: 'Appointment of Liquidators',
  2441: 'Resolution for Winding-up',
  2442: 'Meetings of Creditors',
  2443: 'Appointment of Liquidators',
  2450: 'Petitions to Wind Up (Companies)',
  2452: 'Winding-Up Orders',
  2454: 'Appointment of Liquidators',
  2461: 'Dismissal of Winding-up Petition',
  2462: 'Substituted Service of Petition',
}

const site = 'https://www.thegazette.co.uk'
const textOf = ({ whole, name, number, unnumbered, says = '' }: Placed): string =>
  whole ?? `In the Matter of ${name}${unnumbered ? '' : ` (Company Number ${number})`} ${says}`.trim()

const entry = (notice: Placed, i: number) => {
  const id = `99${notice.on.replaceAll('-', '').slice(2)}${i}`
  return {
    id: `${site}/id/notice/${id}`,
    'f:status': notice.withdrawn ? 'withdrawn' : 'published',
    'f:notice-code': notice.code,
    title: `${notice.title ?? notice.name} `,
    link: [{ '@href': `${site}/id/notice/${id}`, '@rel': 'self' }, { '@href': `${site}/notice/${id}` }],
    author: { name: 'tso' },
    updated: `${notice.on}T00:00:00Z`,
    published: `${notice.on}T00:00:00`,
    category: { '@term': terms[notice.code] ?? 'Other corporate insolvency notices' },
    content: `<div><p>${textOf(notice)}</p></div>`,
  }
}

/** What the search finds of them, newest first. */
export const notices = (all: readonly Placed[], { query }: Asked): Answer => {
  const sought = (query.get('text') ?? '').replaceAll('"', '').toUpperCase()
  const hits = all
    .filter((notice) => `${notice.title ?? notice.name} ${textOf(notice)}`.toUpperCase().includes(sought))
    .toSorted((a, b) => b.on.localeCompare(a.on))
    .map(entry)
  return json(200, {
    id: `${site}/insolvency/notice/data.feed`,
    title: 'Search Result',
    updated: '2026-10-15T09:00:00.000Z',
    'openSearch:Query': { '@role': 'request' },
    'f:page-number': '1',
    'f:page-size': '100',
    'f:page-start': '1',
    'f:page-stop': '1',
    'f:total': String(hits.length),
    'f:facets': null,
    link: [{ '@href': `${site}/insolvency/notice/data.json`, '@rel': 'self', '@type': 'application/json' }],
    ...(hits.length > 0 && { entry: hits.length === 1 ? hits[0] : hits }),
  })
}

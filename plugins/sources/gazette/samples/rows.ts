/** The notice feed over the sample insolvency notices. Companies and practitioners are invented. */
import type { SampleAnswer } from '@domesday/vocabulary-samples'

interface Row {
  readonly id: string
  readonly code: string
  readonly type: string
  readonly company: string
  readonly published: string
  readonly text: string
}

const tallowmere = 'TALLOWMERE HOMES LIMITED'
const rows: readonly Row[] = [
  {
    id: '9900451',
    code: '2450',
    type: 'Petitions to Wind Up (Companies)',
    company: 'SHALEBOURNE ENGINEERING LTD',
    published: '2026-09-23T00:00:00',
    text: 'In the Matter of SHALEBOURNE ENGINEERING LTD (Company Number 99000388) A Petition to wind up the above-named company presented on 11 September 2026 by PARKGATE FORGINGS LLP, claiming to be a creditor, will be heard on 11 November 2026&#133;',
  },
  {
    id: '9900447',
    code: '2403',
    type: 'Re-use of a Prohibited Name',
    company: 'MORROWDALE FIXINGS AND FASTENINGS LIMITED',
    published: '2026-07-10T00:00:00',
    text: 'MORROWDALE FIXINGS AND FASTENINGS LIMITED (Company Number 99000248) Rule 22.4. Notice to the creditors of an insolvent company of the re-use of a prohibited name. The business was acquired on 1 July 2026 by MORROWDALE FIXINGS LIMITED&#133;',
  },
  {
    id: '9900431',
    code: '2461',
    type: 'Dismissal of Winding-up Petition',
    company: 'WINDLESTRAW GATES LTD',
    published: '2026-06-17T00:00:00',
    text: 'In the Matter of WINDLESTRAW GATES LTD (Company Number 99000396) The petition of PARKGATE FORGINGS LLP presented on 6 April 2026 was dismissed on 10 June 2026&#133;',
  },
  {
    id: '9900420',
    code: '2450',
    type: 'Petitions to Wind Up (Companies)',
    company: 'WINDLESTRAW GATES LTD',
    published: '2026-04-22T00:00:00',
    text: 'In the Matter of WINDLESTRAW GATES LTD (Company Number 99000396) A Petition to wind up the above-named company presented on 6 April 2026 by PARKGATE FORGINGS LLP, claiming to be a creditor, will be heard on 10 June 2026&#133;',
  },
  {
    id: '9900412',
    code: '2410',
    type: 'Appointment of Administrators',
    company: 'HALLAFORTH RETAIL LIMITED',
    published: '2026-08-07T00:00:00',
    text: 'HALLAFORTH RETAIL LIMITED (Company Number 99000090) Nature of Business: Retail sale in non-specialised stores. Registered office: 12 Leighton Row, London, NW1 9HZ. Date of Appointment: 3 August 2026.',
  },
  {
    id: '9900338',
    code: '2446',
    type: 'Notices to Creditors',
    company: tallowmere,
    published: '2026-05-21T00:00:00',
    text: 'TALLOWMERE HOMES LIMITED (Company Number 99000033) Registered office: 3 Leighton Row, London, NW1 9HZ. Notice is hereby given that creditors of the Company are required to send in their claims by 30 June 2026&#133;',
  },
  {
    id: '9900336',
    code: '2443',
    type: 'Appointment of Liquidators',
    company: tallowmere,
    published: '2026-05-20T00:00:00',
    text: 'Name of Company: TALLOWMERE HOMES LIMITED Company Number: 99000033 Nature of Business: Development of building projects. Type of Liquidation: Creditors Voluntary Liquidation&#133;',
  },
  {
    id: '9900335',
    code: '2441',
    type: 'Resolutions for Winding-up',
    company: tallowmere,
    published: '2026-05-20T00:00:00',
    text: 'TALLOWMERE HOMES LIMITED (Company Number 99000033) At a General Meeting of the Company, duly convened and held on 14 May 2026, the following resolutions were duly passed&#133;',
  },
  {
    id: '9900301',
    code: '2442',
    type: 'Meetings of Creditors',
    company: tallowmere,
    published: '2026-05-01T00:00:00',
    text: 'TALLOWMERE HOMES LIMITED (Company Number 99000033) Notice is hereby given that a virtual meeting of the creditors of the Company is to be held on 14 May 2026&#133;',
  },
]

const site = 'https://www.thegazette.co.uk'
const entry = ({ id, code, type, company, published, text }: Row, sought: string): object => ({
  id: `${site}/id/notice/${id}`,
  'f:status': 'published',
  'f:notice-code': code,
  title: `${company} `,
  link: [
    { '@href': `${site}/id/notice/${id}`, '@rel': 'self' },
    { '@href': `${site}/notice/${id}` },
    {
      '@href': `${site}/notice/${id}/data.jsonld`,
      '@rel': 'alternate',
      '@title': 'JSON-LD',
      '@type': 'application/json',
    },
  ],
  author: { name: 'tso' },
  updated: `${published}Z`,
  published,
  category: { '@term': type },
  content: `<div><p>${sought === '' ? text : text.replaceAll(sought, `<em class="highlight">${sought}</em>`)}</p></div>`,
})

export const answer: SampleAnswer = ({ method, path, query, headers }) => {
  if (method !== 'GET' || path !== '/insolvency/notice/data.json') return null
  // As upstream.
  if (headers['accept'] !== undefined)
    return { status: 500, type: 'text/html', text: '<html><body>Internal Server Error</body></html>' }
  const sought = (query.get('text') ?? '').replaceAll('"', '').toUpperCase()
  const from = query.get('start-publish-date') ?? '',
    to = query.get('end-publish-date') ?? '9999',
    size = Number(query.get('results-page-size') ?? 10),
    page = Number(query.get('results-page') ?? 1)
  const hits = rows.filter(
    ({ text, published }) =>
      text.toUpperCase().includes(sought) && published.slice(0, 10) >= from && published.slice(0, 10) <= to,
  )
  const entries = hits.slice((page - 1) * size, page * size).map((row) => entry(row, sought))
  return {
    json: {
      id: `${site}/insolvency/notice/data.feed`,
      title: 'Search Result',
      updated: '2026-10-15T09:00:00.000Z',
      'openSearch:Query': { '@role': 'request' },
      'f:page-number': String(page),
      'f:page-size': String(size),
      'f:page-start': '1',
      'f:page-stop': '1',
      'f:total': String(hits.length),
      'f:facets': null,
      link: [{ '@href': `${site}/insolvency/notice/data.json`, '@rel': 'self', '@type': 'application/json' }],
      // One result is not in a list; without results the member is absent.
      ...(entries.length > 0 && { entry: entries.length === 1 ? entries[0] : entries }),
    },
  }
}

/** Accounts of invented companies, written by hand for tests: only what a test is about differs. */
import type { XmlElement } from '@domesday/core'
import { readAs } from '@domesday/client-formats'
import { readAccounts } from './figures.ts'
import type { Filed } from './filed.ts'

const spaces = [
  ['', 'http://www.w3.org/1999/xhtml'],
  ['ix', 'http://www.xbrl.org/2013/inlineXBRL'],
  ['ixt', 'http://www.xbrl.org/inlineXBRL/transformation/2011-07-31'],
  ['xbrli', 'http://www.xbrl.org/2003/instance'],
  ['xbrldi', 'http://xbrl.org/2006/xbrldi'],
  ['core', 'http://xbrl.frc.org.uk/fr/2014-09-01/core'],
  ['bus', 'http://xbrl.frc.org.uk/cd/2014-09-01/business'],
]
  .map(([prefix, space]) => `xmlns${prefix === '' ? '' : `:${prefix}`}="${space}"`)
  .join(' ')

export type Members = Readonly<Record<string, string>>
const segment = (members: Members): string => {
  const all = Object.entries(members).map(
    ([dimension, member]) =>
      `<xbrldi:explicitMember dimension="core:${dimension}">core:${member}</xbrldi:explicitMember>`,
  )
  return all.length === 0 ? '' : `<xbrli:segment>${all.join('')}</xbrli:segment>`
}

/** A context of a day, or of a period as `2025-01-01/2025-12-31`. */
export const context = (id: string, dates: string, members: Members = {}): string => {
  const [first, last] = dates.split('/')
  const period =
    last === undefined
      ? `<xbrli:instant>${first}</xbrli:instant>`
      : `<xbrli:startDate>${first}</xbrli:startDate><xbrli:endDate>${last}</xbrli:endDate>`
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">99000991</xbrli:identifier>${segment(members)}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`
}

/** The contexts of a year to the end of 2025: `now`, `then`, `year`, `before`. */
export const contexts = [
  context('now', '2025-12-31'),
  context('then', '2024-12-31'),
  context('year', '2025-01-01/2025-12-31'),
  context('before', '2024-01-01/2024-12-31'),
].join('')

export const unit = (id: string, measure: string): string =>
  `<xbrli:unit id="${id}"><xbrli:measure>${measure}</xbrli:measure></xbrli:unit>`

/** A number, `more` are further attributes. */
export const amount = (name: string, on: string, text: string, more = ''): string =>
  `<ix:nonFraction name="core:${name}" contextRef="${on}" unitRef="u" ${more}>${text}</ix:nonFraction>`
export const note = (name: string, on: string, text: string, more = ''): string =>
  `<ix:nonNumeric name="bus:${name}" contextRef="${on}" ${more}>${text}</ix:nonNumeric>`

export const balanceSheet = note('BalanceSheetDate', 'now', '31 December 2025')

export interface Page {
  /** What the page shows. */
  readonly body: string
  readonly hidden?: string
  readonly contexts?: string
  readonly units?: string
}
export const page = ({
  body,
  hidden = '',
  contexts: given = contexts,
  units = unit('u', 'iso4217:GBP'),
}: Page): string =>
  `<?xml version="1.0"?><html ${spaces}><head><title>Accounts</title></head><body><div style="display:none"><ix:header><ix:hidden>${hidden}</ix:hidden><ix:resources>${given}${units}</ix:resources></ix:header></div>${body}</body></html>`

export const filed = async (document: string): Promise<Filed | null> =>
  readAccounts((await readAs('tree', document)) as XmlElement)

/** What a page states beside the day of its balance sheet. */
export const filedOn = async (given: Partial<Page>): Promise<Filed> =>
  (await filed(page({ ...given, body: `${balanceSheet}${given.body ?? ''}` })))!

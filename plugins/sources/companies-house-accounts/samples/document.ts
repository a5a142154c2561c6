/** Writes accounts as pages with marked figures: XHTML with inline XBRL, as accounting programs write it. */

/** In pounds; what a small company leaves out is absent. */
export interface Year {
  readonly fixed: number
  readonly stock?: number
  readonly debtors: number
  readonly cash: number
  readonly within: number
  readonly after?: number
  readonly staff: number
  readonly turnover?: number
  readonly profit?: number
}
export interface Sheet {
  readonly number: string
  readonly standard: string
  readonly audit: string
  /** The year of the balance sheet first, then the one beside it. */
  readonly years: readonly (readonly [day: string, year: Year])[]
}

type Period = 'at' | 'over' | 'within' | 'after'
type Row = readonly [label: string, name: string, period: Period, value: (year: Year) => number | undefined]

const currentOf = ({ stock = 0, debtors, cash }: Year): number => stock + debtors + cash
const lessCurrent = (year: Year): number => year.fixed + currentOf(year) - year.within

const rows: readonly Row[] = [
  ['Turnover', 'core:TurnoverRevenue', 'over', ({ turnover }) => turnover],
  ['Profit or loss for the year', 'core:ProfitLoss', 'over', ({ profit }) => profit],
  ['Fixed assets', 'core:FixedAssets', 'at', ({ fixed }) => fixed],
  ['Stocks', 'core:TotalInventories', 'at', ({ stock }) => stock],
  ['Debtors', 'core:Debtors', 'at', ({ debtors }) => debtors],
  ['Cash at bank and in hand', 'core:CashBankOnHand', 'at', ({ cash }) => cash],
  ['Current assets', 'core:CurrentAssets', 'at', currentOf],
  ['Creditors: amounts falling due within one year', 'core:Creditors', 'within', ({ within }) => within],
  ['Net current assets', 'core:NetCurrentAssetsLiabilities', 'at', (year) => currentOf(year) - year.within],
  ['Total assets less current liabilities', 'core:TotalAssetsLessCurrentLiabilities', 'at', lessCurrent],
  ['Creditors: amounts falling due after more than one year', 'core:Creditors', 'after', ({ after }) => after],
  ['Net assets', 'core:NetAssetsLiabilities', 'at', (year) => lessCurrent(year) - (year.after ?? 0)],
  ['Average number of employees', 'core:AverageNumberEmployeesDuringPeriod', 'over', ({ staff }) => staff],
]

/** The first day of the year that ends on a day. */
const startOf = (day: string): string => {
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(4)]
  const before = rest === '-02-29' ? `${year - 1}-02-28` : `${year - 1}${rest}`
  return new Date(Date.parse(before) + 86_400_000).toISOString().slice(0, 10)
}

const entity = (number: string): string =>
  `<xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">${number}</xbrli:identifier>`
const members = {
  within: ['core:MaturitiesOrExpirationPeriodsDimension', 'core:WithinOneYear'],
  after: ['core:MaturitiesOrExpirationPeriodsDimension', 'core:AfterOneYear'],
} as const
const context = (
  id: string,
  number: string,
  [from, to]: readonly [string | null, string],
  member?: readonly [string, string],
): string => {
  const period =
    from === null
      ? `<xbrli:instant>${to}</xbrli:instant>`
      : `<xbrli:startDate>${from}</xbrli:startDate><xbrli:endDate>${to}</xbrli:endDate>`
  const segment =
    member === undefined
      ? ''
      : `<xbrli:segment><xbrldi:explicitMember dimension="${member[0]}">${member[1]}</xbrldi:explicitMember></xbrli:segment>`
  return `<xbrli:context id="${id}">${entity(number)}${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`
}

const contextsOf = (number: string, day: string, year: number): readonly string[] => [
  context(`at${year}`, number, [null, day]),
  context(`within${year}`, number, [null, day], members.within),
  context(`after${year}`, number, [null, day], members.after),
  context(`over${year}`, number, [startOf(day), day]),
]

const cell = (name: string, context: string, value: number | undefined): string => {
  if (value === undefined) return '<td></td>'
  const [unit, sign] = [name.endsWith('Period') ? 'pure' : 'GBP', value < 0 ? ' sign="-"' : '']
  const figure = `<ix:nonFraction name="${name}" contextRef="${context}" unitRef="${unit}" decimals="0" format="ixt2:numdotdecimal"${sign}>${Math.abs(value).toLocaleString('en-GB')}</ix:nonFraction>`
  return `<td>${value < 0 ? `(${figure})` : figure}</td>`
}

const namespaces = [
  'xmlns="http://www.w3.org/1999/xhtml"',
  'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"',
  'xmlns:ixt2="http://www.xbrl.org/inlineXBRL/transformation/2011-07-31"',
  'xmlns:xbrli="http://www.xbrl.org/2003/instance"',
  'xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
  'xmlns:link="http://www.xbrl.org/2003/linkbase"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
  'xmlns:core="http://xbrl.frc.org.uk/fr/2024-01-01/core"',
  'xmlns:bus="http://xbrl.frc.org.uk/cd/2024-01-01/business"',
].join(' ')

const header = ({ number, standard, audit, years }: Sheet): string => {
  const [[day] = ['']] = years
  const over = [startOf(day), day] as const
  const chosen = [
    ['standard', 'bus:AccountingStandardsDimension', `bus:${standard}`],
    ['audit', 'bus:AccountsStatusDimension', `bus:${audit}`],
  ] as const
  const contexts = [
    ...years.flatMap(([day], at) => contextsOf(number, day, at)),
    ...chosen.map(([id, dimension, member]) => context(id, number, over, [dimension, member])),
  ]
  return `<div style="display:none"><ix:header><ix:hidden>
<ix:nonNumeric name="bus:UKCompaniesHouseRegisteredNumber" contextRef="over0">${number}</ix:nonNumeric>
<ix:nonNumeric name="bus:StartDateForPeriodCoveredByReport" contextRef="over0">${over[0]}</ix:nonNumeric>
<ix:nonNumeric name="bus:EndDateForPeriodCoveredByReport" contextRef="over0">${day}</ix:nonNumeric>
<ix:nonNumeric name="bus:BalanceSheetDate" contextRef="at0">${day}</ix:nonNumeric>
<ix:nonNumeric name="bus:EntityDormantTruefalse" contextRef="over0">false</ix:nonNumeric>
<ix:nonNumeric name="bus:AccountingStandardsApplied" contextRef="standard"></ix:nonNumeric>
<ix:nonNumeric name="bus:AccountsStatusAuditedOrUnaudited" contextRef="audit"></ix:nonNumeric>
</ix:hidden><ix:references><link:schemaRef xlink:type="simple" xlink:href="https://xbrl.frc.org.uk/FRS-102/2024-01-01/FRS-102-2024-01-01.xsd"/></ix:references>
<ix:resources>${contexts.join('\n')}
<xbrli:unit id="GBP"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit>
<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>`
}

export const documentOf = (sheet: Sheet): string => {
  const lines = rows
    .filter(([, , , value]) => sheet.years.some(([, year]) => value(year) !== undefined))
    .map(
      ([label, name, period, value]) =>
        `<tr><td>${label}</td>${sheet.years.map(([, year], at) => cell(name, `${period}${at}`, value(year))).join('')}</tr>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<html ${namespaces}><head><title>Accounts</title></head><body>${header(sheet)}
<h1>Balance sheet</h1><table><tr><td></td>${sheet.years.map(([day]) => `<td>${day}</td>`).join('')}</tr>
${lines.join('\n')}
</table></body></html>
`
}

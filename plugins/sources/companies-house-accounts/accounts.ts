/** A company's accounts over the years, from as few documents as hold them. */
import {
  choice,
  date,
  list,
  listed,
  number,
  object,
  orNull,
  partly,
  rounded,
  spelledOut,
  spoken,
  text,
  type Of,
  type Partly,
  type Shape,
} from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'
import { companiesHouseAccounts, document, type Document } from './document.ts'
import { doubtFields, figureFields, statedFields, type Figures, type Filed } from './filed.ts'

const yearsAtMost = 5

/** A set of accounts among the filings of a company. */
export interface Listed {
  readonly madeUpTo: string
  /** Of its document. */
  readonly id: string
  /** Of the filing, as its page names it. */
  readonly filing: string | null
}
export interface AskedAccounts {
  readonly number: string
  /** Newest first; of several for one day the one that counts is first. */
  readonly documents: readonly Listed[]
}

const origins = ['own', 'later'] as const
const yearFields = object({
  made_up_to: date('Day of the balance sheet'),
  ...figureFields,
  current_ratio: orNull(number('Current assets by what it owes within a year')),
  period_start: orNull(date('First day of the period')),
  stated_in: choice(origins, 'Its own accounts, or those of a later year, which repeat it beside their own'),
  ...statedFields,
  ...doubtFields,
  url: orNull(text({ description: 'The document on the register', format: 'uri' })),
})
export interface AccountsYear extends Of<typeof yearFields> {}

const unreadReasons = ['scan', 'untagged', 'other_company', 'failed'] as const
const accountsFields = object(
  {
    years: list(yearFields, 'Newest first, five at most'),
    unread: list(
      object({
        made_up_to: date(),
        why: choice(
          unreadReasons,
          'scan: filed on paper or as pictures; untagged: marks no figure; other_company: it names another number; failed: could not be read',
        ),
      }),
      'Documents that gave no figures; a scan only where no later accounts repeat those of its year',
    ),
  },
  { title: 'Accounts' },
)
export interface Accounts extends Of<typeof accountsFields> {}
export const accountsShape: Shape<Accounts> = accountsFields

type Why = (typeof unreadReasons)[number]
type Read = Listed & ({ readonly filed: Filed } | { readonly why: Why })

/** Whether two spellings mean one company: filers leave out zeros. */
const isOf = (filed: Filed, number: string): boolean =>
  filed.company_number === null || (companyNumber(filed.company_number) ?? filed.company_number) === number

const readAs = (listed: Listed, { form, filed }: Document, number: string): Read => {
  if (filed === null) return { ...listed, why: form === 'scan' ? 'scan' : 'untagged' }
  return isOf(filed, number) ? { ...listed, filed } : { ...listed, why: 'other_company' }
}

const inRatio = new Set(['current_assets', 'creditors_within_one_year'])
const ratioOf = (
  { current_assets: assets, creditors_within_one_year: owed }: Figures,
  contradicting: readonly string[],
): number | null =>
  assets === null || owed === null || owed <= 0 || contradicting.some((name) => inRatio.has(name))
    ? null
    : rounded(assets / owed, 2)

/** Days by which a document and the register differ about a day that both mean. */
const daysOff = 7
const meant = (on: string, documents: readonly Listed[]): string =>
  documents.find(({ madeUpTo }) => Math.abs(Date.parse(madeUpTo) - Date.parse(on)) <= daysOff * 86_400_000)?.madeUpTo ??
  on

const pageOf = (number: string, filing: string | null): string | null =>
  filing === null
    ? null
    : `https://find-and-update.company-information.service.gov.uk/company/${number}/filing-history/${filing}/document`

const yearsOf = (
  { filed, filing }: Listed & { readonly filed: Filed },
  { number, documents }: AskedAccounts,
): readonly AccountsYear[] => {
  const { years, balance_sheet, company_number: _, name: __, period_start: ___, ...stated } = filed
  return years.map(({ on, from, figures, ...doubt }) => {
    const isOwn = on === balance_sheet
    return {
      made_up_to: meant(on, documents),
      ...figures,
      current_ratio: ratioOf(figures, doubt.contradicting),
      period_start: from,
      stated_in: isOwn ? 'own' : 'later',
      // What a document says of itself it does not say of the accounts of the year before.
      ...(isOwn ? stated : { ...nothingStated, currency: stated.currency }),
      ...doubt,
      url: pageOf(number, filing),
    }
  })
}
const nothingStated = {
  dormant: null,
  audited: null,
  exemption: null,
  standard: null,
}

/** Each day once; a company's own accounts before those that repeat their figures. */
const merged = (read: readonly Read[], asked: AskedAccounts): readonly AccountsYear[] => {
  const all = read.flatMap((one) => ('filed' in one ? yearsOf(one, asked) : []))
  const byDay = new Map(all.toSorted(laterFirst).map((year) => [year.made_up_to, year]))
  return [...byDay.values()].toSorted((a, b) => b.made_up_to.localeCompare(a.made_up_to, 'en')).slice(0, yearsAtMost)
}
const laterFirst = (a: AccountsYear, b: AccountsYear): number =>
  origins.indexOf(b.stated_in) - origins.indexOf(a.stated_in)

const words: Readonly<Record<Why, string>> = {
  scan: 'were filed as a scan, which holds no figures as data',
  untagged: 'mark no figures as data',
  other_company: 'name another company’s number',
  failed: 'could not be read',
}
const accountsTo = (days: readonly { readonly made_up_to: string }[]): string =>
  `the accounts to ${listed(days.map(({ made_up_to: day }) => spoken(day)))}`

/** What is not known of the years, by reason. */
const gapsOf = ({ years, unread }: Accounts): readonly string[] => [
  ...[...Map.groupBy(unread, ({ why }) => why)].map(([why, of]) => `${accountsTo(of)} ${words[why]}`),
  ...years
    .filter(({ contradicting }) => contradicting.length > 0)
    .map((year) => {
      const names = listed(year.contradicting.map((name) => spelledOut(name)))
      return `${accountsTo([year])} state ${names} more than once, differently: the first is shown`
    }),
]

/**
 * Each document states its year and the one before, so that every second is read, and the others only where a year is
 * still lacking.
 */
export const accounts = companiesHouseAccounts.run(
  'accounts',
  async (asked: AskedAccounts, { ask }): Promise<Accounts | Partly<Accounts>> => {
    const newest = asked.documents
      .filter(({ madeUpTo }, at, all) => all.findIndex((one) => one.madeUpTo === madeUpTo) === at)
      .slice(0, yearsAtMost)
    const faults = new Map<string, unknown>()
    const readEach = (of: readonly Listed[]): Promise<readonly Read[]> =>
      Promise.all(
        of.map((one) =>
          ask(document, one.id).then(
            (found) => readAs(one, found, asked.number),
            (fault: unknown): Read => {
              faults.set(one.id, fault)
              return { ...one, why: 'failed' }
            },
          ),
        ),
      )
    const lacking = (read: readonly Read[]): readonly Listed[] => {
      const known = new Set(merged(read, asked).map(({ made_up_to: day }) => day))
      return newest.filter(({ madeUpTo }) => !known.has(madeUpTo))
    }
    const everySecond = await readEach(newest.filter((_, at) => at % 2 === 0))
    // Without the newest the others say little, and why it failed, and when to ask again, is not lost.
    const [latest] = newest
    if (latest !== undefined && faults.has(latest.id)) throw faults.get(latest.id)
    const others = lacking(everySecond).length > 0 ? newest.filter((_, at) => at % 2 === 1) : []
    const read = [...everySecond, ...(await readEach(others))]
    const open = new Set(lacking(read).map(({ id }) => id))
    // A scan is told where nothing else has its year, anything else that gave no figures always.
    const unread = read
      .flatMap((one) => ('why' in one ? [one] : []))
      .filter(({ id, why }) => why !== 'scan' || open.has(id))
      .map(({ madeUpTo, why }) => ({ made_up_to: madeUpTo, why }))
      .toSorted((a, b) => b.made_up_to.localeCompare(a.made_up_to, 'en'))
    const known = { years: merged(read, asked), unread }
    const gaps = gapsOf(known)
    return gaps.length === 0 ? known : partly(known, gaps.join('; '), 1 - unread.length / newest.length)
  },
  { digest: accountsShape },
)

import {
  date,
  day,
  drawn,
  integer,
  list,
  numeric,
  object,
  orNull,
  sent,
  spoken,
  stated,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import { companiesHouse, idIn, isNotFound, pageSent } from './register.ts'

const filingFields = drawn(
  object({
    date: orNull(date('When it was filed')),
    // GAZ1 is the first strike-off notice.
    type: orNull(text('The form, such as AA (accounts) or CS01')),
    category: orNull(text('accounts, confirmation-statement, officers, mortgage, gazette …')),
    description: text('What was filed, in words'),
  }),
  'events',
  { on: 'date', title: 'description', kind: 'category', more: ['category', 'type'] },
)
/** A document filed at the register, or by the registrar. */
export interface Filing extends Of<typeof filingFields> {}
const filingShape: Shape<Filing> = filingFields

const filingsFields = object({
  total: integer('All that were filed'),
  newest: list(filingShape, 'The ten newest'),
  // They show whether accounts used to be late.
  accounts: list(object({ filed: date(), madeUpTo: date() }), 'By filing day, newest first'),
  documents: list(
    object({
      filed: date(),
      madeUpTo: date(),
      id: text('Of the document'),
      filing: orNull(text('Id of the filing')),
    }),
    'Accounts with a document, by the day to which they are made up and then by filing day, newest first',
  ),
  // Notices, suspensions, liquidators, administrators.
  warnings: list(filingShape, 'Gazette, strike-off and insolvency filings, the twenty newest'),
})
export interface Filings extends Of<typeof filingsFields> {}
const filingsShape: Shape<Filings> = filingsFields

const { text: words, must, often, any, scalar } = sent
/** The contents of a filing, and of each resolution in one. */
const contentSent = {
  type: often(words),
  description: often(words),
  description_values: any,
  ...sent.unread('original_description', 'receive_date', 'subcategory', 'document_id'),
}
/**
 * Held against the register's schema: a filing has a day and a category, which tells the accounts and the warnings
 * among the hundred. Its schema requires a type and a description as well, but a filing without them is one.
 */
const filingsWire = wire({
  ...pageSent,
  total_count: scalar,
  items: must([
    {
      ...contentSent,
      category: must(words),
      date: must(words),
      action_date: scalar,
      resolutions: [{ ...contentSent, category: words }],
      links: { self: words, document_metadata: words },
      ...sent.unread('annotations', 'associated_filings', 'barcode', 'pages', 'paper_filed', 'transaction_id'),
    },
  ]),
  filing_history_status: sent.ignored,
})
type WireFiling = Sent<typeof filingsWire>['items'][number]
type WireContent = NonNullable<WireFiling['resolutions']>[number]

const valuesOf = ({ description_values: values }: Pick<WireContent, 'description_values'>) =>
  (values ?? {}) as Readonly<Record<string, unknown>>

/** Removes the end of a key if it only names the values: `termination-director-company-with-name-termination-date`. */
const withoutValues = (key: string, values: Readonly<Record<string, unknown>>): string => {
  const named = new Set(Object.keys(values).flatMap((name) => name.split('_')))
  const at = key.lastIndexOf('-with-')
  const tail = at < 0 ? [] : key.slice(at + '-with-'.length).split('-')
  return tail.length > 0 && tail.every((word) => named.has(word)) ? key.slice(0, at).replace(/-company$/, '') : key
}

/**
 * Describes a filing. The register sends a key (`accounts-with-accounts-type-small`) and values; its sentences are in a
 * separate code list. We show the key and the values. Older entries have the whole text in the value `description`.
 */
const describe = (content: WireContent): string => {
  const values = valuesOf(content)
  const key = stated(content.description),
    whole = stated(values['description'])
  if (whole !== null && (key === null || key === 'legacy' || key === 'resolution' || key === 'miscellaneous'))
    return whole
  const words = key === null ? (stated(content.type) ?? 'Filing') : withoutValues(key, values).replaceAll('-', ' ')
  const stating = Object.entries(values).flatMap(([name, value]) => {
    const text = typeof value === 'object' ? null : stated(value)
    return text === null ? [] : [`${name.replaceAll('_', ' ')} ${day(text) === text ? spoken(text) : text}`]
  })
  return words.charAt(0).toUpperCase() + words.slice(1) + (stating.length > 0 ? ` (${stating.join(', ')})` : '')
}

const readFiling = (wire: WireFiling): Filing => ({
  date: day(wire.date),
  type: stated(wire.type),
  category: stated(wire.category),
  description: [wire, ...(wire.resolutions ?? [])].map(describe).join('. '),
})

// A resolution to wind up is filed as a `resolution` that contains one of category `liquidation`.
const isWarning = ({
  category,
  resolutions,
}: Pick<WireFiling, 'resolutions'> & Pick<WireContent, 'category'>): boolean =>
  category === 'gazette' ||
  category === 'dissolution' ||
  category === 'insolvency' ||
  category === 'liquidation' ||
  (resolutions ?? []).some(isWarning)

const madeUpTo = (wire: WireFiling): string | null => day(valuesOf(wire)['made_up_date']) ?? day(wire.action_date)

/** Accounts, and accounts that correct others; those of a parent are filed beside them under a form of their own. */
const accountsForms: ReadonlySet<string> = new Set(['AA', 'AAMD'])
const documentOf = (wire: WireFiling): Filings['documents'] => {
  const type = stated(wire.type) ?? '',
    filed = day(wire.date),
    upTo = madeUpTo(wire),
    id = idIn(wire.links?.document_metadata, 'document')
  return accountsForms.has(type) && filed !== null && upTo !== null && id !== null
    ? [{ filed, madeUpTo: upTo, id, filing: idIn(wire.links?.self, 'filing-history') }]
    : []
}
const latestFirst = (a: Filings['documents'][number], b: Filings['documents'][number]): number =>
  b.madeUpTo.localeCompare(a.madeUpTo, 'en') || b.filed.localeCompare(a.filed, 'en')

const pageSize = 100,
  mostWarnings = 20
/** Categories that show a company's condition: accounts, and everything that can be a warning. */
const telling = 'accounts,dissolution,gazette,insolvency,liquidation,resolution'

/** The hundred newest filings, of some categories or of all. */
const newestFilings = companiesHouse.get('newest-filings', {
  wire: filingsWire,
  path: ({ number, category }: { readonly number: string; readonly category?: string }) => [
    `/company/${encodeURIComponent(number)}/filing-history`,
    { category, items_per_page: pageSize },
  ],
  digest: filingsShape,
  version: 2,
  read: ({ items, total_count: total }) => {
    const sorted = items.toSorted((a, b) => (day(b.date) ?? '').localeCompare(day(a.date) ?? '', 'en'))
    return {
      total: Math.max(numeric(total) ?? 0, sorted.length),
      newest: sorted.slice(0, 10).map(readFiling),
      accounts: sorted
        .flatMap((wire) => {
          const filed = day(wire.date),
            upTo = madeUpTo(wire)
          return wire.type === 'AA' && filed !== null && upTo !== null ? [{ filed, madeUpTo: upTo }] : []
        })
        .slice(0, 10),
      documents: sorted.flatMap(documentOf).toSorted(latestFirst).slice(0, 10),
      warnings: sorted.filter(isWarning).slice(0, mostWarnings).map(readFiling),
    }
  },
  none: (reply): Filings | undefined =>
    isNotFound(reply) ? { total: 0, newest: [], accounts: [], documents: [], warnings: [] } : undefined,
})

/** The filing history, newest first; empty for an unknown number. */
export const filings = companiesHouse.run(
  'filings',
  async (number: string, { ask }) => {
    const all = await ask(newestFilings, { number })
    if (all.total <= pageSize) return all
    // A company that buys back its shares files a hundred documents in a few months, so its accounts are not among the
    // newest.
    const { accounts, documents, warnings } = await ask(newestFilings, { number, category: telling })
    // Add the warnings among the newest filings: the register's filter does not support every category.
    const known = new Map([...all.warnings, ...warnings].map((one) => [JSON.stringify(one), one]))
    return {
      ...all,
      accounts,
      documents,
      warnings: [...known.values()]
        .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '', 'en'))
        .slice(0, mostWarnings),
    }
  },
  { digest: filingsShape, version: 2 },
)

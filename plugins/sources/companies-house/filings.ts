import { day, numeric, spoken, stated } from '@domesday/core'
import { companiesHouse, isNotFound, itemsOf, type Page } from './register.ts'

/** A document filed at, or by, the registrar. */
export interface Filing {
  readonly date: string | null
  /** The form: `AA` (accounts), `CS01`, `GAZ1` (first strike-off notice), `LIQ14` … */
  readonly type: string | null
  readonly category: string | null
  readonly description: string
}
export interface Filings {
  readonly total: number
  /** The ten newest. */
  readonly newest: readonly Filing[]
  /** Accounts by the day they were filed, newest first: what shows whether they used to be late. */
  readonly accounts: readonly { readonly filed: string; readonly madeUpTo: string }[]
  /**
   * Gazette, strike-off and insolvency filings, the twenty newest: notices, what suspends them, liquidators,
   * administrators.
   */
  readonly warnings: readonly Filing[]
}

interface WireFiling {
  readonly date?: string | null
  readonly type?: string | null
  readonly category?: string | null
  readonly description?: string | null
  readonly action_date?: string | number | null
  readonly description_values?: Readonly<Record<string, unknown>> | null
  /** What a filing of several resolutions holds. */
  readonly resolutions?: readonly WireFiling[] | null
}

/**
 * A key without its tail where that only names the values: `termination-director-company-with-name-termination-date`.
 */
const withoutValues = (key: string, values: Readonly<Record<string, unknown>>): string => {
  const named = new Set(Object.keys(values).flatMap((name) => name.split('_')))
  const at = key.lastIndexOf('-with-')
  const tail = at < 0 ? [] : key.slice(at + '-with-'.length).split('-')
  return tail.length > 0 && tail.every((word) => named.has(word)) ? key.slice(0, at).replace(/-company$/, '') : key
}

/**
 * The register sends a key (`accounts-with-accounts-type-small`) and values; its own sentences are a code list apart.
 * The key reads well enough with the values behind it. Older entries hold the whole text as the value `description`.
 */
const describe = ({ description, description_values, type }: WireFiling): string => {
  const values = description_values ?? {}
  const key = stated(description),
    whole = stated(values['description'])
  if (whole !== null && (key === null || key === 'legacy' || key === 'resolution' || key === 'miscellaneous'))
    return whole
  const words = key === null ? (stated(type) ?? 'Filing') : withoutValues(key, values).replaceAll('-', ' ')
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

// A resolution to wind up is filed as a `resolution` that holds one of category `liquidation`.
const isWarning = ({ category, resolutions }: WireFiling): boolean =>
  category === 'gazette' ||
  category === 'dissolution' ||
  category === 'insolvency' ||
  category === 'liquidation' ||
  (resolutions ?? []).some(isWarning)

const pageSize = 100,
  mostWarnings = 20
/** What tells how a company fares: its accounts, and what can hold a warning. */
const telling = 'accounts,dissolution,gazette,insolvency,liquidation,resolution'

/** The hundred newest, of some categories or of all. */
const newestFilings = companiesHouse.get('newest-filings', {
  path: ({ number, category }: { readonly number: string; readonly category?: string }) => [
    `/company/${encodeURIComponent(number)}/filing-history`,
    { category, items_per_page: pageSize },
  ],
  read: (page: Page<WireFiling>): Filings => {
    const sorted = itemsOf(page).toSorted((a, b) => (day(b.date) ?? '').localeCompare(day(a.date) ?? ''))
    return {
      total: Math.max(numeric(page.total_count) ?? 0, sorted.length),
      newest: sorted.slice(0, 10).map(readFiling),
      accounts: sorted
        .flatMap((wire) => {
          const filed = day(wire.date),
            madeUpTo = day(wire.description_values?.['made_up_date']) ?? day(wire.action_date)
          return wire.type === 'AA' && filed !== null && madeUpTo !== null ? [{ filed, madeUpTo }] : []
        })
        .slice(0, 10),
      warnings: sorted.filter(isWarning).slice(0, mostWarnings).map(readFiling),
    }
  },
  none: (reply): Filings | undefined =>
    isNotFound(reply) ? { total: 0, newest: [], accounts: [], warnings: [] } : undefined,
})

/** The filing history, newest first; an empty one for a number that the register does not know. */
export const filings = companiesHouse.run('filings', async (number: string, { ask }): Promise<Filings> => {
  const all = await ask(newestFilings, { number })
  if (all.total <= pageSize) return all
  // A company that buys back its shares files a hundred papers in a few months: its accounts lie behind them.
  const { accounts, warnings } = await ask(newestFilings, { number, category: telling })
  // What is among the newest counts in any case: not every category is on the register's own list of those to filter
  // by.
  const known = new Map([...all.warnings, ...warnings].map((one) => [JSON.stringify(one), one]))
  return {
    ...all,
    accounts,
    warnings: [...known.values()].toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '')).slice(0, mostWarnings),
  }
})

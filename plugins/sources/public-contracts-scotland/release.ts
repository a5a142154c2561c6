/** Releases as the portal writes them (OCDS 1.1, profile of the European Union), and the processes that they add up to. */
import { day, many, numeric, stated } from '@domesday/core'
import { matchOf, plainName, type Notice, type Supplier } from './notice.ts'

/** The source and its portal. Where a notice does not say where the work is done, it is in the nation whose portal this is. */
const source = 'public-contracts-scotland'
const site = 'https://www.publiccontractsscotland.gov.uk'
export const nation = 'Scotland'

export interface Award {
  readonly id: string
  readonly value: number | null
  readonly currency: string | null
  readonly date: string | null
  readonly suppliers: readonly Supplier[]
}

/** One procurement, from all its releases so far. Null and `[]` are "not said". */
export interface Process {
  readonly ocid: string
  readonly ocids: readonly string[]
  /** The newest notice, its page and its day. */
  readonly notice: string
  readonly url: string
  readonly at: string
  readonly title: string | null
  readonly description: string | null
  readonly buyer: string | null
  /** active, complete, cancelled, unsuccessful, withdrawn. */
  readonly stage: string | null
  readonly estimate: Money | null
  readonly published: string
  readonly deadline: string | null
  readonly regions: readonly string[]
  readonly cpv: readonly string[]
  readonly awards: readonly Award[]
  /** What it is looked up by: numbers and plain names of suppliers, and the month of the newest notice, YYYY-MM. */
  readonly companies: readonly string[]
  readonly suppliers: readonly string[]
  readonly month: string
}
interface Money { readonly amount: number; readonly currency: string | null }

type One<T> = T | readonly T[] | null
interface Value { readonly amount?: unknown; readonly currency?: string }
interface Code { readonly scheme?: string; readonly id?: string }
interface Classified { readonly classification?: Code; readonly additionalClassifications?: One<Code> }
interface Item extends Classified { readonly deliveryAddresses?: One<{ readonly region?: string }> }
interface Party {
  readonly id?: string; readonly name?: string; readonly roles?: One<string>
  readonly identifier?: Code; readonly additionalIdentifiers?: One<Code>
}
interface Paper { readonly id?: string; readonly documentType?: string; readonly url?: string }
interface Awarded {
  readonly id?: unknown; readonly status?: string; readonly date?: string; readonly value?: Value
  readonly suppliers?: One<{ readonly id?: string; readonly name?: string }>; readonly documents?: One<Paper>
}
interface Signed { readonly awardID?: unknown; readonly status?: string; readonly dateSigned?: string; readonly value?: Value }
export interface Release {
  readonly ocid?: string; readonly id?: string; readonly date?: string; readonly tag?: One<string>
  readonly buyer?: { readonly name?: string }
  readonly parties?: One<Party>
  readonly links?: One<{ readonly rel?: string; readonly href?: string }>
  readonly tender?: Classified & {
    readonly title?: string; readonly description?: string; readonly status?: string; readonly value?: Value; readonly documents?: One<Paper>
    readonly items?: One<Item>; readonly lots?: One<{ readonly value?: Value }>; readonly tenderPeriod?: { readonly endDate?: string }
  }
  readonly awards?: One<Awarded>
  readonly contracts?: One<Signed>
}

/** Placeholders of 0, 0.01 and 1 are not values. */
const money = (value: Value | undefined): Money | null => {
  const amount = numeric(value?.amount)
  return amount !== null && amount > 1 ? { amount, currency: stated(value?.currency) } : null
}
const sum = (values: readonly (Money | null)[]): Money | null =>
  values.reduce((total, one) => total && one ? { ...total, amount: total.amount + one.amount } : total ?? one, null)

// ITL codes, once NUTS: the letter after UK (or TL) is the region.
const letters: Readonly<Record<string, string>> = {
  C: 'North East', D: 'North West', E: 'Yorkshire and the Humber', F: 'East Midlands', G: 'West Midlands', H: 'East of England',
  I: 'London', J: 'South East', K: 'South West', L: 'Wales', M: 'Scotland', N: 'Northern Ireland',
}
const regionOf = (code: string | undefined): string | null => letters[/^(?:UK|TL)([C-N])/.exec(code ?? '')?.[1] ?? ''] ?? null

const distinct = (values: readonly (string | null | undefined)[]): readonly string[] => [...new Set(values.flatMap((value) => value || []))]
const codesOf = ({ classification, additionalClassifications }: Classified): readonly (Code | undefined)[] => [classification, ...many(additionalClassifications)]

/** Suppliers mostly have no number. Leading zeros are sometimes missing. */
const numberOf = (party: Party | undefined): string | null => {
  const raw = [party?.identifier, ...many(party?.additionalIdentifiers)].find((code) => code?.scheme === 'GB-COH')?.id
  const [, prefix = '', digits] = /^([A-Z]{0,2})(\d{1,8})$/.exec(stated(raw)?.replace(/\s/g, '').toUpperCase() ?? '') ?? []
  return digits === undefined ? null : prefix + digits.padStart(8 - prefix.length, '0')
}

const awardsOf = ({ awards, contracts, parties, date, tag }: Release): readonly Award[] => {
  // Ids such as org-1 hold within one release only: a supplier is told by its name from then on.
  const known = new Map(many(parties).map((party) => [party.id, party]))
  const signed = many(contracts).filter(({ status }) => status !== 'cancelled')
  const made = many(awards).filter(({ status }) => status !== 'cancelled' && status !== 'unsuccessful')
  const released = many(tag).some((word) => word === 'award' || word === 'contract') ? day(date) : null
  return made.flatMap((award): readonly Award[] => {
    const id = stated(award.id)
    if (id === null) return []
    const its = signed.filter(({ awardID }) => stated(awardID) === id)
    const value = money(award.value) ?? sum(its.map((contract) => money(contract.value)))
    const suppliers = many(award.suppliers).flatMap((supplier) => {
      const party = known.get(supplier.id), name = stated(supplier.name) ?? stated(party?.name)
      return name === null ? [] : [{ name, company: numberOf(party) }]
    })
    const decided = day(award.date) ?? its.map(({ dateSigned }) => day(dateSigned)).find((signing) => signing !== null) ?? released
    return [{ id, value: value?.amount ?? null, currency: value?.currency ?? null, date: decided, suppliers }]
  })
}

const indexed = (said: Omit<Process, 'companies' | 'suppliers' | 'month'>): Process => {
  const suppliers = said.awards.flatMap((award) => award.suppliers)
  return {
    ...said,
    companies: distinct(suppliers.map(({ company }) => company)),
    suppliers: distinct(suppliers.map(({ name }) => plainName(name))),
    month: said.at.slice(0, 7),
  }
}

/** What one release says. Null for plans, which offer nothing to tender for yet, and for what has no OCID or day. */
export const processOf = (release: Release): Process | null => {
  const { ocid, tag, tender = {} } = release
  const at = day(release.date), awards = awardsOf(release)
  if (!ocid || at === null || many(tag).every((word) => word.startsWith('planning')) || (tender.status === 'planned' && awards.length === 0)) return null
  const items = many(tender.items)
  const paper = [...many(release.awards).flatMap((award) => many(award.documents)), ...many(tender.documents)]
    .find(({ documentType, url }) => documentType?.endsWith('Notice') && url?.startsWith('https://'))
  const serial = ocid.replace(/^ocds-[a-z0-9]{6}-0*/, '')
  const elsewhere = many(release.links).filter(({ rel }) => rel === 'canonical').map(({ href }) => /ocds-[a-z0-9]{6}-[\w-]+/.exec(href ?? '')?.[0])
  return indexed({
    ocid,
    ocids: distinct([ocid, ...elsewhere]),
    notice: stated(paper?.id) ?? serial,
    url: stated(paper?.url) ?? `${site}/Search/Search_Switch.aspx?ID=${encodeURIComponent(serial)}`,
    at,
    title: stated(tender.title),
    description: stated(tender.description)?.slice(0, 600) ?? null,
    buyer: stated(release.buyer?.name) ?? stated(many(release.parties).find(({ roles }) => many(roles).includes('buyer'))?.name),
    stage: stated(tender.status),
    estimate: money(tender.value) ?? sum(many(tender.lots).map((lot) => money(lot.value))),
    published: at,
    deadline: day(tender.tenderPeriod?.endDate),
    regions: distinct(items.flatMap((item) => many(item.deliveryAddresses).map(({ region }) => regionOf(region)))),
    cpv: distinct([tender, ...items].flatMap(codesOf).map((code) => code?.scheme === 'CPV' ? code.id : null)),
    awards,
  })
}

/** Two states of one process as one: the later says what is so, where it says anything. Releases bear days only; of one day the award is the later. */
export const merged = (one: Process, other: Process): Process => {
  const isLater = one.at === other.at ? one.awards.length > other.awards.length : one.at > other.at
  const [old, next] = isLater ? [other, one] : [one, other]
  const longer = <T>(was: readonly T[], is: readonly T[]): readonly T[] => is.length > 0 ? is : was
  return indexed({
    ...next,
    ocids: distinct([...next.ocids, ...old.ocids]),
    title: next.title ?? old.title,
    description: next.description ?? old.description,
    buyer: next.buyer ?? old.buyer,
    stage: next.stage ?? old.stage,
    estimate: next.estimate ?? old.estimate,
    published: old.published,
    deadline: next.deadline ?? old.deadline,
    regions: longer(old.regions, next.regions),
    cpv: longer(old.cpv, next.cpv),
    awards: [...new Map([...old.awards, ...next.awards].map((award) => [award.id, award])).values()],
  })
}

const statusOf = ({ awards, stage, deadline }: Process, on: string | null): Notice['status'] => awards.length > 0 || stage === 'complete' ? 'awarded'
  : (stage === 'active' || (stage === null && deadline !== null)) && (deadline === null || on === null || deadline >= on) ? 'open' : 'closed'

/** The process as a notice, with the awards given: all of them, or those to one supplier. */
export const noticeOf = (process: Process, on: string | null, awards = process.awards): Notice => {
  const { ocids, notice, url, title, buyer, estimate, published, deadline, regions, cpv } = process
  const won = sum(awards.map(({ value, currency }) => value === null ? null : { amount: value, currency }))
  const suppliers = new Map(awards.flatMap((award) => award.suppliers).map((supplier) => [supplier.company ?? plainName(supplier.name), supplier]))
  return {
    source,
    id: notice,
    ocids,
    match: matchOf(buyer, title ?? ''),
    title: title ?? '',
    buyer,
    status: statusOf(process, on),
    value: (won ?? estimate)?.amount ?? null,
    awardedValue: won?.amount ?? null,
    currency: (won ?? estimate)?.currency ?? null,
    published,
    deadline,
    awarded: awards.flatMap(({ date }) => date ?? []).toSorted().at(-1) ?? null,
    regions: regions.length > 0 ? regions : [nation],
    cpv,
    suppliers: [...suppliers.values()],
    url,
  }
}

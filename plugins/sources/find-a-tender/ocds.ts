/** Releases as the service writes them (OCDS 1.1), and the processes that they add up to. */
import { day, many, numeric, stated } from '@domesday/core'
import { matchOf, plainName, type Notice, type Supplier } from './notice.ts'

export interface Award {
  readonly id: string
  readonly value: number | null
  readonly currency: string | null
  readonly date: string | null
  readonly suppliers: readonly Supplier[]
}

/** One procurement, from all its releases so far. An amendment states only what it changes: null and `[]` are "not said". */
export interface Process {
  readonly ocid: string
  /** The newest notice. */
  readonly notice: string
  /** When that was released, ISO time. */
  readonly at: string
  readonly ocids: readonly string[]
  readonly title: string | null
  readonly description: string | null
  readonly buyer: string | null
  /** planned, active, complete, cancelled, unsuccessful, withdrawn. */
  readonly stage: string | null
  readonly estimate: { readonly amount: number; readonly currency: string | null } | null
  readonly published: string | null
  readonly deadline: string | null
  readonly regions: readonly string[]
  readonly cpv: readonly string[]
  /** What the classification codes mean. */
  readonly subjects: readonly string[]
  readonly awards: readonly Award[]
  /** What it is looked up by: numbers and plain names of suppliers, and the month of the newest notice, YYYY-MM. */
  readonly companies: readonly string[]
  readonly suppliers: readonly string[]
  readonly month: string
}

type One<T> = T | readonly T[] | null
interface Value { readonly amount?: unknown; readonly currency?: string }
interface Code { readonly scheme?: string; readonly id?: string; readonly description?: string }
interface Classified { readonly classification?: Code; readonly additionalClassifications?: One<Code> }
interface Item extends Classified { readonly deliveryAddresses?: One<{ readonly region?: string }> }
interface Party {
  readonly id?: string; readonly name?: string; readonly roles?: One<string>
  readonly identifier?: Code; readonly additionalIdentifiers?: One<Code>
}
interface Tender extends Classified {
  readonly title?: string; readonly description?: string; readonly status?: string; readonly value?: Value
  readonly items?: One<Item>; readonly lots?: One<{ readonly value?: Value }>; readonly tenderPeriod?: { readonly endDate?: string }
}
interface Awarded {
  readonly id?: unknown; readonly status?: string; readonly date?: string; readonly value?: Value
  readonly suppliers?: One<{ readonly id?: string; readonly name?: string }>; readonly items?: One<Item>
}
interface Signed { readonly awardID?: unknown; readonly status?: string; readonly dateSigned?: string; readonly value?: Value }
export interface Release {
  readonly ocid?: string; readonly id?: string; readonly date?: string; readonly tag?: One<string>
  readonly buyer?: { readonly name?: string }
  readonly parties?: One<Party>
  readonly links?: One<{ readonly rel?: string; readonly href?: string }>
  readonly tender?: Tender
  readonly awards?: One<Awarded>
  readonly contracts?: One<Signed>
}

type Money = NonNullable<Process['estimate']>
/** Placeholders of 0 and 1 are not values. Without VAT, where both are given. */
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

/** Leading zeros are sometimes missing. */
const companyNumber = (raw: unknown): string | null => {
  const [, prefix = '', digits] = /^([A-Z]{0,2})(\d{1,8}[A-Z]?)$/.exec(stated(raw)?.replace(/\s/g, '').toUpperCase() ?? '') ?? []
  return digits === undefined ? null : prefix + digits.padStart(8 - prefix.length, '0')
}

const numberOf = (party: Party | undefined): string | null => {
  const codes = [party?.identifier, ...many(party?.additionalIdentifiers)]
  const raw = codes.find((code) => code?.scheme === 'GB-COH' && stated(code.id))?.id ?? /^GB-COH-(.+)$/.exec(party?.id ?? '')?.[1]
  return companyNumber(raw)
}

const awardsOf = ({ awards, contracts, parties, date, tag }: Release): readonly Award[] => {
  const known = new Map(many(parties).map((party) => [party.id, party]))
  const signed = many(contracts).filter(({ status }) => status !== 'cancelled')
  const made = many(awards).filter(({ status }) => status !== 'cancelled' && status !== 'unsuccessful')
  const released = many(tag).some((word) => word === 'award' || word === 'contract') ? day(date) : null
  // A contract may come after its award, in a release without it.
  const ids = distinct([...made.map(({ id }) => stated(id)), ...signed.map(({ awardID }) => stated(awardID))])
  return ids.map((id) => {
    const award = made.find((one) => stated(one.id) === id)
    const its = signed.filter(({ awardID }) => stated(awardID) === id)
    const value = money(award?.value) ?? sum(its.map((contract) => money(contract.value)))
    return {
      id,
      value: value?.amount ?? null,
      currency: value?.currency ?? null,
      date: day(award?.date) ?? its.map(({ dateSigned }) => day(dateSigned)).find((signing) => signing !== null) ?? (award ? released : null),
      suppliers: many(award?.suppliers).flatMap((supplier) => {
        const party = known.get(supplier.id)
        const name = stated(supplier.name) ?? stated(party?.name)
        return name === null ? [] : [{ name, company: numberOf(party ?? { ...(supplier.id !== undefined && { id: supplier.id }) }) }]
      }),
    }
  })
}

type Said = Omit<Process, 'companies' | 'suppliers' | 'month'>
const indexed = (said: Said): Process => {
  const suppliers = said.awards.flatMap((award) => award.suppliers)
  return {
    ...said,
    companies: distinct(suppliers.map(({ company }) => company)),
    suppliers: distinct(suppliers.map(({ name }) => plainName(name))),
    month: said.at.slice(0, 7),
  }
}

const cut = (text: string | null, length: number): string | null => text && text.length > length ? text.slice(0, length) : text

/** What one release says. Null for plans and market engagement, which offer nothing to tender for yet, and for what has no OCID. */
export const processOf = (release: Release): Process | null => {
  const { ocid, id, date, tag, tender = {} } = release
  const awards = awardsOf(release)
  if (!ocid || !id || !date || many(tag).every((word) => word.startsWith('planning')) || (tender.status === 'planned' && awards.length === 0)) return null
  const items = [...many(tender.items), ...many(release.awards).flatMap((award) => many(award.items))]
  const codes = [tender, ...items].flatMap(codesOf).filter((code) => code?.scheme === 'CPV')
  const elsewhere = many(release.links).filter(({ rel }) => rel === 'canonical').map(({ href }) => /ocds-[a-z0-9]{6}-[\w-]+/.exec(href ?? '')?.[0])
  return indexed({
    ocid,
    notice: id,
    at: date,
    ocids: distinct([ocid, ...elsewhere]),
    title: stated(tender.title),
    description: cut(stated(tender.description), 600),
    buyer: stated(release.buyer?.name) ?? stated(many(release.parties).find(({ roles }) => many(roles).includes('buyer'))?.name),
    stage: stated(tender.status),
    estimate: money(tender.value) ?? sum(many(tender.lots).map((lot) => money(lot.value))),
    published: day(date),
    deadline: day(tender.tenderPeriod?.endDate),
    regions: distinct(items.flatMap((item) => many(item.deliveryAddresses).map(({ region }) => regionOf(region)))),
    cpv: distinct(codes.map((code) => code?.id)),
    subjects: distinct(codes.map((code) => stated(code?.description))).slice(0, 10),
    awards,
  })
}

const amended = (old: Award, next: Award): Award => ({
  id: next.id,
  value: next.value ?? old.value,
  currency: next.value === null ? old.currency : next.currency,
  date: old.date ?? next.date,
  suppliers: next.suppliers.length > 0 ? next.suppliers : old.suppliers,
})

/** Two states of one process as one: the later says what is so, where it says anything. */
export const merged = (one: Process, other: Process): Process => {
  const [old, next] = Date.parse(other.at) < Date.parse(one.at) ? [other, one] : [one, other]
  const before = new Map(old.awards.map((award) => [award.id, award]))
  const changed = new Map(next.awards.map((award) => [award.id, before.has(award.id) ? amended(before.get(award.id)!, award) : award]))
  const longer = <T>(was: readonly T[], is: readonly T[]): readonly T[] => is.length > 0 ? is : was
  return indexed({
    ocid: next.ocid,
    notice: next.notice,
    at: next.at,
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
    subjects: longer(old.subjects, next.subjects),
    awards: [...new Map([...before, ...changed]).values()],
  })
}

const statusOf = ({ awards, stage, deadline }: Process, on: string | null): Notice['status'] => awards.length > 0 || stage === 'complete' ? 'awarded'
  : stage === 'active' && (deadline === null || on === null || deadline >= on) ? 'open' : 'closed'

/** The process as a notice, with the awards given: all of them, or those to one supplier. */
export const noticeOf = (process: Process, on: string | null, awards = process.awards): Notice => {
  const { ocids, notice, title, buyer, estimate, published, deadline, regions, cpv } = process
  const won = sum(awards.map(({ value, currency }) => value === null ? null : { amount: value, currency }))
  const suppliers = new Map(awards.flatMap((award) => award.suppliers).map((supplier) => [supplier.company ?? plainName(supplier.name), supplier]))
  return {
    source: 'find-a-tender',
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
    awarded: awards.map(({ date }) => date).filter((date) => date !== null).toSorted().at(-1) ?? null,
    regions,
    cpv,
    suppliers: [...suppliers.values()],
    url: `https://www.find-tender.service.gov.uk/Notice/${encodeURIComponent(notice)}`,
  }
}

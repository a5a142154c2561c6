/** Reads releases of OCDS 1.1 with the European Union's profile. */
import { day, distinct, many, numeric, stated } from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'
import type { Supplier } from './notice.ts'

type One<T> = T | readonly T[] | null
interface Value {
  readonly amount?: unknown
  readonly currency?: string
}
export interface Code {
  readonly scheme?: string
  readonly id?: string
  readonly description?: string
}
interface Classified {
  readonly classification?: Code
  readonly additionalClassifications?: One<Code>
}
export interface Item extends Classified {
  readonly deliveryAddresses?: One<{ readonly region?: string }>
}
interface Party {
  readonly id?: string
  readonly name?: string
  readonly roles?: One<string>
  readonly identifier?: Code
  readonly additionalIdentifiers?: One<Code>
}
export interface Paper {
  readonly id?: string
  readonly documentType?: string
  readonly url?: string
}
interface Tender extends Classified {
  readonly title?: string
  readonly description?: string
  readonly status?: string
  readonly value?: Value
  readonly documents?: One<Paper>
  readonly items?: One<Item>
  readonly lots?: One<{ readonly value?: Value }>
  readonly tenderPeriod?: { readonly endDate?: string }
}
interface Awarded {
  readonly id?: unknown
  readonly status?: string
  readonly date?: string
  readonly value?: Value
  readonly items?: One<Item>
  readonly suppliers?: One<{ readonly id?: string; readonly name?: string }>
  readonly documents?: One<Paper>
}
interface Signed {
  readonly awardID?: unknown
  readonly status?: string
  readonly dateSigned?: string
  readonly value?: Value
}
export interface Release {
  readonly ocid?: string
  readonly id?: string
  readonly date?: string
  readonly tag?: One<string>
  readonly buyer?: { readonly name?: string }
  readonly parties?: One<Party>
  readonly links?: One<{ readonly rel?: string; readonly href?: string }>
  readonly tender?: Tender
  readonly awards?: One<Awarded>
  readonly contracts?: One<Signed>
}

export interface Money {
  readonly amount: number
  readonly currency: string | null
}

/** The amount, without VAT if both are stated. Placeholders of 0, 0.01 and 1 are no values. */
export const money = (value: Value | undefined): Money | null => {
  const amount = numeric(value?.amount)
  return amount !== null && amount > 1 ? { amount, currency: stated(value?.currency) } : null
}
export const sum = (values: readonly (Money | null)[]): Money | null =>
  values.reduce(
    (total, value) => (total && value ? { ...total, amount: total.amount + value.amount } : (total ?? value)),
    null,
  )

// ITL codes, formerly NUTS: the letter after UK (or TL) is the region.
const letters: Readonly<Record<string, string>> = {
  C: 'North East',
  D: 'North West',
  E: 'Yorkshire and the Humber',
  F: 'East Midlands',
  G: 'West Midlands',
  H: 'East of England',
  I: 'London',
  J: 'South East',
  K: 'South West',
  L: 'Wales',
  M: 'Scotland',
  N: 'Northern Ireland',
}
const regionOf = (code: string | undefined): string | null =>
  letters[/^(?:UK|TL)([C-N])/.exec(code ?? '')?.[1] ?? ''] ?? null
export const regionsOf = (items: readonly Item[]): readonly string[] =>
  distinct(items.flatMap((item) => many(item.deliveryAddresses).map(({ region }) => regionOf(region))))

/** The classification codes (CPV) of a tender and its items. */
export const codesOf = (classified: readonly Classified[]): readonly Code[] =>
  classified
    .flatMap(({ classification, additionalClassifications }) => [classification, ...many(additionalClassifications)])
    .filter((code): code is Code => code?.scheme === 'CPV')

/** The OCIDs of a release: its own, and those of other portals. */
export const ocidsOf = ({ ocid, links }: Release): readonly string[] =>
  distinct([
    ocid,
    ...many(links).map(({ rel, href }) =>
      rel === 'canonical' ? /ocds-[a-z0-9]{6}-[\w-]+/.exec(href ?? '')?.[0] : null,
    ),
  ])

const numberOf = (party: Party): string | null => {
  const codes = [party.identifier, ...many(party.additionalIdentifiers)]
  return companyNumber(
    codes.find((code) => code?.scheme === 'GB-COH' && stated(code.id))?.id ?? /^GB-COH-.+$/.exec(party.id ?? '')?.[0],
  )
}

export interface Award {
  readonly id: string
  readonly value: number | null
  readonly currency: string | null
  readonly date: string | null
  readonly suppliers: readonly Supplier[]
}

const isVoid = ({ status }: Awarded): boolean => status === 'cancelled' || status === 'unsuccessful'

/** The ids of awards that a release cancels; an earlier release may have made them. */
export const voidIn = ({ awards }: Release): readonly string[] =>
  distinct(
    many(awards)
      .filter(isVoid)
      .map(({ id }) => stated(id)),
  )

export const awardsOf = ({ awards, contracts, parties, date, tag }: Release): readonly Award[] => {
  // Ids such as org-1 are valid within one release only: identify a supplier by its name afterwards.
  const partiesById = new Map(many(parties).map((party) => [party.id, party]))
  const signed = many(contracts).filter(({ status }) => status !== 'cancelled')
  const made = many(awards).filter((award) => !isVoid(award))
  const released = many(tag).some((word) => word === 'award' || word === 'contract') ? day(date) : null
  // A contract may be in a later release without its award.
  const ids = distinct([...made.map(({ id }) => stated(id)), ...signed.map(({ awardID }) => stated(awardID))])
  return ids.map((id) => {
    const award = made.find((candidate) => stated(candidate.id) === id)
    const its = signed.filter(({ awardID }) => stated(awardID) === id)
    const value = money(award?.value) ?? sum(its.map((contract) => money(contract.value)))
    return {
      id,
      value: value?.amount ?? null,
      currency: value?.currency ?? null,
      date:
        day(award?.date) ??
        its.map(({ dateSigned }) => day(dateSigned)).find((signing) => signing !== null) ??
        (award ? released : null),
      suppliers: many(award?.suppliers).flatMap((supplier) => {
        const party = partiesById.get(supplier.id)
        const name = stated(supplier.name) ?? stated(party?.name)
        return name === null
          ? []
          : [{ name, company: numberOf(party ?? { ...(supplier.id !== undefined && { id: supplier.id }) }) }]
      }),
    }
  })
}

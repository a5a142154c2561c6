/** Reads releases of OCDS 1.1 with the European Union's profile. */
import { day, distinct, many, stated } from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'
import { money, sums, type Money } from './money.ts'
import type { Supplier } from './notice.ts'
import type { Release } from './release-wire.ts'

type Tender = NonNullable<Release['tender']>
export type Item = NonNullable<Tender['items']>[number]
type Party = NonNullable<Release['parties']>[number]
type Awarded = NonNullable<Release['awards']>[number]
type Code = NonNullable<Tender['classification']>

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
const regionOf = (code: string | null | undefined): string | null =>
  letters[/^(?:UK|TL)([C-N])/.exec(code ?? '')?.[1] ?? ''] ?? null
export const regionsOf = (items: readonly Item[]): readonly string[] =>
  distinct(items.flatMap((item) => many(item.deliveryAddresses).map(({ region }) => regionOf(region))))

/** The classification codes (CPV) of a tender and its items. */
interface Classified extends Pick<Item, 'classification' | 'additionalClassifications'> {}
export const codesOf = (some: readonly Classified[]): readonly Code[] =>
  some
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

const numberOf = ({ id, identifier, additionalIdentifiers }: Party): string | null => {
  const codes = [identifier, ...many(additionalIdentifiers)]
  return companyNumber(
    codes.find((code) => code?.scheme === 'GB-COH' && stated(code.id))?.id ?? /^GB-COH-.+$/.exec(id ?? '')?.[0],
  )
}

const isOff = ({ status }: { readonly status?: string | null }): boolean =>
  status === 'cancelled' || status === 'unsuccessful' || status === 'withdrawn'
/** The lots that were not given up. */
export const lotsOf = (tender: Tender) => many(tender.lots).filter((lot) => !isOff(lot))
/** What is bought: all that is not of a lot that was given up. */
export const itemsOf = ({ tender, awards }: Pick<Release, 'tender' | 'awards'>): readonly Item[] => {
  const off = new Set(many(tender?.lots).flatMap((lot) => (isOff(lot) ? lot.id : [])))
  return [...many(tender?.items), ...many(awards).flatMap((award) => many(award.items))].filter(
    ({ relatedLot }) => !relatedLot || !off.has(relatedLot),
  )
}
export const isFramework = (tender: Tender): boolean =>
  [tender, ...lotsOf(tender)].some(({ techniques }) => techniques?.hasFrameworkAgreement === true)

export interface Award {
  readonly id: string
  /** In each currency; of a framework the most that may be spent under it. */
  readonly worth: readonly Money[]
  readonly date: string | null
  /** The lots that it is about, if they are stated. */
  readonly lots: readonly string[]
  readonly suppliers: readonly Supplier[]
}

/** The ids of awards that a release cancels; an earlier release may have made them. */
export const voidIn = ({ awards }: Release): readonly string[] =>
  distinct(
    many(awards)
      .filter(isOff)
      .map(({ id }) => stated(id)),
  )

/**
 * What was awarded. An award that is pending, as in a notice of an intended direct award, is none before its contract
 * is signed; nor is a contract that is pending.
 */
export const awardsOf = (
  release: Release,
): { readonly made: readonly Award[]; readonly intended: readonly Award[] } => {
  const { awards, contracts, parties, date, tag } = release
  // Ids such as org-1 are valid within one release only: identify a supplier by its name afterwards.
  const partiesById = new Map(many(parties).map((party) => [party.id, party]))
  const agreed = many(contracts).filter((contract) => !isOff(contract))
  const signed = new Set(agreed.flatMap(({ status, awardID }) => (status === 'pending' ? [] : (stated(awardID) ?? []))))
  const standing = many(awards).filter((award) => !isOff(award))
  const released = many(tag).some((word) => word === 'award' || word === 'contract') ? day(date) : null
  const isMade = (award: Awarded): boolean => award.status !== 'pending' || signed.has(stated(award.id) ?? '')
  const awardOf = (id: string): Award => {
    const award = standing.find((candidate) => stated(candidate.id) === id)
    const its = agreed.filter(({ awardID }) => stated(awardID) === id)
    const own = money(award?.value)
    return {
      id,
      worth: own ? [own] : sums(its.map((contract) => money(contract.value))),
      date:
        day(award?.date) ??
        its.map(({ dateSigned }) => day(dateSigned)).find((signing) => signing !== null) ??
        (award ? released : null),
      lots: distinct(many(award?.relatedLots).map(stated)),
      suppliers: many(award?.suppliers).flatMap(({ id, name }) => {
        const party = partiesById.get(id)
        const called = stated(name) ?? stated(party?.name)
        return called === null ? [] : [{ name: called, company: numberOf(party ?? { id: id ?? null }) }]
      }),
    }
  }
  const idsOf = (some: readonly Awarded[]): readonly string[] => distinct(some.map(({ id }) => stated(id)))
  return {
    // A contract may be in a later release without its award.
    made: distinct([...idsOf(standing.filter(isMade)), ...signed]).map(awardOf),
    intended: idsOf(standing.filter((award) => !isMade(award))).map((id) => ({ ...awardOf(id), date: null })),
  }
}

/** A grant in the 360Giving standard with GrantNav's additions, and the stored part of it. */
import { day, distinct, numeric, sent, stated, wire, type Sent } from '@domesday/core'
import { companyNumber, plainName } from '@domesday/vocabulary-companies'

export interface Grant {
  readonly id: string
  readonly title: string | null
  readonly programme: string | null
  readonly amount: number | null
  readonly currency: string | null
  readonly awarded: string | null
  readonly funder: Organisation | null
  /** Null for grants to people, which are not stored. */
  readonly recipient: Organisation | null
}
/** A funder that publishes under several ids has only one here. */
export interface Organisation {
  readonly id: string | null
  readonly name: string
}

/** A grant with its lookup keys. */
export interface Row extends Grant {
  readonly description: string | null
  /** Recipients' Companies House numbers, eight characters. */
  readonly companies: readonly string[]
  /** Recipients' names in the form used for comparison. */
  readonly recipients: readonly string[]
}

const { text, scalar, must, often, unread } = sent
const body = { id: text, name: text } as const
/**
 * Held against the 360Giving standard: it requires an id, title, description, currency, amount, day and funder of each
 * grant. A grant without one of them is still one, but for its id. `additional_data` is what the export adds.
 */
export const grantWire = wire({
  id: must(text),
  title: often(text),
  description: often(text),
  currency: often(text),
  amountAwarded: often(scalar),
  awardDate: often(text),
  grantProgramme: [{ title: text, ...unread('code', 'url', 'description') }],
  fundingOrganization: often([body]),
  recipientOrganization: often([
    {
      ...body,
      companyNumber: scalar,
      ...unread('charityNumber', 'postalCode', 'streetAddress', 'addressLocality', 'addressCountry', 'url', 'location'),
    },
  ]),
  ...unread('recipientIndividual', 'amountDisbursed', 'amountAppliedFor', 'plannedDates', 'beneficiaryLocation'),
  ...unread('regrantType', 'dateModified', 'dataSource', 'fundingType', 'url', 'Grant Programme', 'Open Call?'),
  additional_data: often({
    fundingOrganizationCanonical: body,
    recipientOrganizationCanonical: body,
    GNCanonicalFundingOrgId: text,
    GNCanonicalFundingOrgName: text,
    recipientOrgInfos: [
      {
        name: text,
        companyNumber: scalar,
        orgIDs: [text],
        ...unread('id', 'active', 'charityNumber', 'dateModified', 'dateRegistered', 'dateRemoved', 'latestIncome'),
        ...unread('latestIncomeDate', 'linked_orgs', 'organisationType', 'organisationTypePrimary', 'postalCode'),
        ...unread('source', 'url'),
      },
    ],
    ...unread('recipientDistrictGeoCode', 'recipientDistrictName', 'recipientLocation', 'recipientRegionName'),
    ...unread('recipientWardName', 'recipientWardNameGeoCode', 'locationLookup'),
  }),
})
export interface WireGrant extends Sent<typeof grantWire> {}
interface Body {
  readonly id?: string | null
  readonly name?: string | null
}

const registered = (id: string | null | undefined): string | null =>
  id?.startsWith('GB-COH-') ? companyNumber(id) : null

/** Windows-1252 characters for the bytes 0x80 to 0x9f; above, a byte is its own code point. */
const signs = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const byteOf = (character: string): number =>
  signs.includes(character) ? 0x80 + signs.indexOf(character) : character.charCodeAt(0)
const utf8 = new TextDecoder()
/**
 * UTF-8 signs, accented letters and punctuation that were decoded as Windows-1252 somewhere on the way: `Â£`, `Ã©`,
 * `â€™`.
 */
const misread = new RegExp(`Â[\u00a0-\u00bf]|(?:Ã|â€)[${signs}\u00a0-\u00bf]`, 'g')
const mended = (text: string | null): string | null =>
  text?.replace(misread, (run) => utf8.decode(Uint8Array.from(run, byteOf))) ?? null
const nameOf = ({ name }: Body): string | null => mended(stated(name))

const organisation = (...of: readonly (Body | null | undefined)[]): Organisation | null => {
  const name = of.map((body) => (body ? nameOf(body) : null)).find((one) => one !== null)
  return name === undefined || name === null
    ? null
    : { id: of.map((body) => stated(body?.id)).find((id) => id !== null) ?? null, name }
}

/**
 * Throws where a recipient has no name, which the standard requires, and where the export did not add the one name of
 * the funder: it would count twice.
 */
const check = ({ recipientOrganization, additional_data: added }: WireGrant): void => {
  if ((recipientOrganization ?? []).some(({ name }) => stated(name) === null))
    throw new TypeError('there is no recipientOrganization.name in it')
  const { id, name } = added?.fundingOrganizationCanonical ?? {}
  if (added && !added.GNCanonicalFundingOrgId && !(id && name))
    throw new TypeError('there is no fundingOrganizationCanonical in it')
}

/** Enough text for the search; it is not shown. */
const longest = 400

export const rowOf = (wire: WireGrant): Row => {
  check(wire)
  const added = wire.additional_data ?? {}
  const recipients = wire.recipientOrganization ?? [],
    infos = added.recipientOrgInfos ?? []
  const canonical = { id: added.GNCanonicalFundingOrgId ?? null, name: added.GNCanonicalFundingOrgName ?? null }
  return {
    id: wire.id,
    title: mended(stated(wire.title)),
    description: mended(stated(wire.description))?.slice(0, longest) ?? null,
    programme: mended(stated(wire.grantProgramme?.[0]?.title)),
    amount: numeric(wire.amountAwarded),
    currency: stated(wire.currency)?.toUpperCase() ?? null,
    awarded: day(wire.awardDate),
    funder: organisation(added.fundingOrganizationCanonical, canonical, wire.fundingOrganization?.[0]),
    recipient: recipients.length === 0 ? null : organisation(recipients[0], added.recipientOrganizationCanonical),
    companies: distinct([
      ...recipients.flatMap((one) => [registered(one.id), companyNumber(one.companyNumber)]),
      ...infos.flatMap((one) => [companyNumber(one.companyNumber), ...(one.orgIDs ?? []).map(registered)]),
    ]),
    recipients: distinct([...recipients, ...infos].map((one) => plainName(nameOf(one) ?? ''))),
  }
}

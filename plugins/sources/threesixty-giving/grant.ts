/** A grant in the 360Giving standard with GrantNav's additions, and the stored part of it. */
import { day, distinct, many, numeric, present, stated } from '@domesday/core'
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

type One<T> = T | readonly T[] | null
interface Body {
  readonly id?: string
  readonly name?: string
  readonly companyNumber?: unknown
}
export interface WireGrant {
  readonly id?: string
  readonly title?: string
  readonly description?: string
  readonly currency?: string
  readonly amountAwarded?: unknown
  readonly awardDate?: string
  readonly grantProgramme?: One<{ readonly title?: string }>
  readonly fundingOrganization?: One<Body>
  readonly recipientOrganization?: One<Body>
  readonly recipientIndividual?: unknown
  readonly additional_data?: {
    readonly fundingOrganizationCanonical?: Body
    readonly recipientOrganizationCanonical?: Body
    readonly GNCanonicalFundingOrgId?: string
    readonly GNCanonicalFundingOrgName?: string
    readonly recipientOrgInfos?: One<{
      readonly name?: string
      readonly companyNumber?: unknown
      readonly orgIDs?: One<string>
    }>
  } | null
}

const registered = (id: string | undefined): string | null => (id?.startsWith('GB-COH-') ? companyNumber(id) : null)

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
const nameOf = ({ name }: { readonly name?: string }): string | null => mended(stated(name))

const organisation = (...of: readonly (Body | undefined)[]): Organisation | null => {
  const name = of.map((body) => (body ? nameOf(body) : null)).find((one) => one !== null)
  return name === undefined || name === null
    ? null
    : { id: of.map((body) => stated(body?.id)).find((id) => id !== null) ?? null, name }
}

/**
 * Throws where a grant lacks what all have in the export: who got it, an organisation or a person, and its funder under
 * the name and id that the export added.
 */
export const checkGrant = ({ recipientOrganization, recipientIndividual, additional_data: added }: WireGrant): void => {
  if (recipientIndividual === undefined)
    for (const { name } of many(present(recipientOrganization, 'recipientOrganization')))
      present(name, 'recipientOrganization.name')
  if (!added || added.GNCanonicalFundingOrgId !== undefined) return
  const { id, name } = present(added.fundingOrganizationCanonical, 'fundingOrganizationCanonical')
  present(id, 'fundingOrganizationCanonical.id')
  present(name, 'fundingOrganizationCanonical.name')
}

/** Enough text for the search; it is not shown. */
const longest = 400

export const rowOf = (wire: WireGrant): Row | null => {
  const id = stated(wire.id)
  if (id === null) return null
  const { additional_data: added } = wire
  const funders = many(wire.fundingOrganization),
    recipients = many(wire.recipientOrganization),
    infos = many(added?.recipientOrgInfos)
  const [canonicalId, canonicalName] = [added?.GNCanonicalFundingOrgId, added?.GNCanonicalFundingOrgName]
  const canonical = { ...(canonicalId && { id: canonicalId }), ...(canonicalName && { name: canonicalName }) }
  return {
    id,
    title: mended(stated(wire.title)),
    description: mended(stated(wire.description))?.slice(0, longest) ?? null,
    programme: mended(stated(many(wire.grantProgramme)[0]?.title)),
    amount: numeric(wire.amountAwarded),
    currency: stated(wire.currency)?.toUpperCase() ?? null,
    awarded: day(wire.awardDate),
    funder: organisation(added?.fundingOrganizationCanonical, canonical, funders[0]),
    recipient: recipients.length === 0 ? null : organisation(recipients[0], added?.recipientOrganizationCanonical),
    companies: distinct([
      ...recipients.flatMap((one) => [registered(one.id), companyNumber(one.companyNumber)]),
      ...infos.flatMap((one) => [companyNumber(one.companyNumber), ...many(one.orgIDs).map(registered)]),
    ]),
    recipients: distinct([...recipients, ...infos].map((one) => plainName(nameOf(one) ?? ''))),
  }
}

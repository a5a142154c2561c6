/** What the register holds of a limited partnership, and of what its partners put in. */
import {
  list,
  number,
  numeric,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import { addressShape, code, readAddress, type WireAddress } from './register.ts'

const partnershipFields = object(
  {
    term: orNull(
      text({
        description: 'For how long it is agreed; private funds need not say',
        'x-words': {
          'by-agreement': 'By agreement',
          'until-dissolution': 'Until dissolution',
          none: 'No set term',
        },
      }),
    ),
    principal_place_of_business: orNull(addressShape),
  },
  'What only a limited partnership states; null of all else',
)
type Partnership = Of<typeof partnershipFields>
export const partnershipShape: Shape<Partnership | null> = orNull(partnershipFields)

/**
 * The operator’s own page shows the service address of a limited partnership as its principal place of business, and
 * that of no other kind. Its terms and subtypes are those of company-profile-delta-consumer of February 2026.
 */
export const readPartnership = (wire: {
  readonly type: string
  readonly term?: string | null
  readonly service_address?: WireAddress | null
}): Partnership | null =>
  wire.type === 'limited-partnership'
    ? { term: code(wire.term), principal_place_of_business: readAddress(wire.service_address) }
    : null

/** Null of most companies. */
export const subtypeShape: Shape<string | null> = orNull(
  text({
    description:
      'Where the type has some. A limited partnership that has not yet given the register what the law now requires of it has none, or private-fund-limited-partnership',
    'x-words': {
      'community-interest-company': 'Community interest company',
      lp: 'Limited partnership',
      slp: 'Scottish limited partnership',
      pflp: 'Private fund limited partnership',
      spflp: 'Scottish private fund limited partnership',
      'private-fund-limited-partnership': 'Private fund limited partnership',
    },
  }),
)

const contributionFields = object(
  {
    amount: orNull(number({ description: 'As filed', unit: 'currency' })),
    currency: orNull(text('Code of the currency, such as GBP')),
    kinds: list(
      text({
        'x-words': {
          money: 'Money',
          'land-or-property': 'Land or property',
          shares: 'Shares',
          'services-or-goods': 'Services or goods',
          'any-other-asset': 'Any other asset',
        },
      }),
    ),
  },
  'What a limited partner put in, as filed; null of all else, and of partners in private funds',
)
type Contribution = Of<typeof contributionFields>
export const contributionShape: Shape<Contribution | null> = orNull(contributionFields)

/** Held against company-appointments.api.ch.gov.uk and officer-delta-processor of June 2026, which require none. */
export const contributionSent = {
  contribution_currency_type: sent.text,
  contribution_currency_value: sent.scalar,
  contribution_sub_types: [{ sub_type: sent.text }],
} as const
const contributionWire = wire(contributionSent)

export const readContribution = ({
  contribution_currency_type: currency,
  contribution_currency_value: value,
  contribution_sub_types: kinds,
}: Sent<typeof contributionWire>): Contribution | null => {
  const read = {
    amount: numeric(value),
    currency: stated(currency),
    kinds: (kinds ?? []).flatMap(({ sub_type: kind }) => stated(kind) ?? []),
  }
  return read.amount === null && read.currency === null && read.kinds.length === 0 ? null : read
}

/** The register of companies: the source, and the wire formats that its resources share. */
import {
  list,
  numeric,
  object,
  orNull,
  sent,
  source,
  stated,
  subject,
  text,
  wire,
  type Of,
  type Reply,
  type Sent,
  type Shape,
} from '@domesday/core'

export const companiesHouse = source({
  id: 'companies-house',
  title: 'Companies House',
  home: import.meta.dirname,
  licence: 'LicenseRef-Companies-House-public-register',
  attribution: 'Contains public register information from Companies House, which places no restrictions on its re-use',
  charging: 'free',
  mayKeep: 'unlimited',
  terms: {
    words:
      'Companies House “impose[s] no rules or requirements on how the information on the public register is used”. Filed documents stay their authors’, and what is said of persons is personal data.',
    url: 'https://www.gov.uk/government/publications/companies-house-accreditation-to-information-fair-traders-scheme/public-task-copyright-and-crown-copyright',
  },
  coverage:
    'Companies of the whole United Kingdom, dissolved ones too, with officers, owners, filings, charges, insolvency and disqualifications',
  auth: [{ basic: 'API_KEY' }],
  signup: 'https://developer.company-information.service.gov.uk/',
  slow: untilReset,
})

/**
 * Seconds to wait. Over the limit every call is a 429 until the window ends. `Retry-After` is not guaranteed; the end
 * is in epoch seconds, so compare it with the answer's own date.
 */
function untilReset({ status, headers }: Reply): number | null {
  const reset = Number(headers['x-ratelimit-reset']),
    sent = Date.parse(headers['date'] ?? '')
  return status === 429 && reset > 0 && !Number.isNaN(sent) ? Math.max(1, Math.ceil(reset - sent / 1000)) : null
}

/** The register's own 404 has a message or no body. An HTML page comes from a server in between and is an error. */
export const isNotFound = ({ status, body }: Reply): boolean => status === 404 && !/^\s*</.test(body)

/** A code of the register, such as a status. The register sends the string `null` for none. */
export const code = (raw: unknown): string | null => (raw === 'null' ? null : stated(raw))

/** A page of a list. The counts come from another store than the items, and may lag behind. */
export const pageSent = {
  total_results: sent.scalar,
  ...sent.unread(
    'active_count',
    'ceased_count',
    'etag',
    'inactive_count',
    'items_per_page',
    'kind',
    'links',
    'page_number',
    'resigned_count',
    'start_index',
    'total_count',
  ),
}

/**
 * What a whole list says of those who left: where the register counts some and no entry states a day, the days are
 * unknown, and who is in office with them. The counts come from another store, so this is no other document.
 */
export const leftWithoutDay = (
  counts: { readonly total_results?: unknown; readonly resigned_count?: unknown; readonly ceased_count?: unknown },
  items: readonly { readonly resigned_on?: unknown; readonly ceased_on?: unknown; readonly ceased?: unknown }[],
): string | null => {
  const left = numeric(counts.resigned_count ?? counts.ceased_count) ?? 0
  const isWhole = items.length >= (numeric(counts.total_results) ?? Infinity)
  const has = items.some(({ resigned_on, ceased_on, ceased }) => resigned_on != null || ceased_on != null || ceased)
  return isWhole && left > 0 && !has ? `the register counts ${left} who left, and no entry says who` : null
}

export const addressSent = {
  care_of: sent.text,
  care_of_name: sent.ignored,
  po_box: sent.text,
  premises: sent.text,
  address_line_1: sent.text,
  address_line_2: sent.text,
  locality: sent.text,
  region: sent.text,
  postal_code: sent.text,
  country: sent.text,
}
const addressWire = wire(addressSent)
export interface WireAddress extends Sent<typeof addressWire> {}

export const addressFields = {
  lines: list(text(), { title: 'Street', description: 'Premises and street' }),
  locality: orNull(text('Post town')),
  region: orNull(text('County or region')),
  postcode: subject('postcode', orNull(text('In capitals'))),
  country: orNull(text('As filed')),
}
const address = object(addressFields)
/** An address as filed. `country` is free text; a missing part is null. */
export interface PostalAddress extends Of<typeof address> {}
export const addressShape: Shape<PostalAddress> = address

/** Null if nothing is stated: some records have an empty object or blanks. */
export const readAddress = (wire: WireAddress | null | undefined): PostalAddress | null => {
  const premises = stated(wire?.premises),
    street = stated(wire?.address_line_1),
    careOf = stated(wire?.care_of),
    box = stated(wire?.po_box)
  // Officers' addresses and search results have the premises apart from the street; registered offices have them in the
  // street.
  const joint = premises !== null && /^[\d\s-]+[a-z]?$/i.test(premises) ? ' ' : ', '
  const lines = [
    careOf && `c/o ${careOf}`,
    box && `PO Box ${box}`,
    [premises, street].filter(Boolean).join(joint) || null,
    stated(wire?.address_line_2),
  ]
  const address = {
    lines: lines.filter((line) => line !== null),
    locality: stated(wire?.locality),
    region: stated(wire?.region),
    country: stated(wire?.country),
    postcode: stated(wire?.postal_code)?.toUpperCase() ?? null,
  }
  return address.lines.length > 0 || Object.values(address).some((part) => typeof part === 'string') ? address : null
}

/** `YYYY-MM`; the day is never published. */
export const born = orNull(text('Month of birth, YYYY-MM'))

export const birthSent = { month: sent.scalar, year: sent.scalar }
const birthWire = wire(birthSent)
export interface WireBirth extends Sent<typeof birthWire> {}

/** Month of birth as `YYYY-MM`; the day is never published. A disqualification has the whole date as a string. */
export const readBirth = (wire: WireBirth | string | null | undefined): string | null => {
  const sent = typeof wire === 'string' ? wire : `${String(wire?.year)}-${String(wire?.month).padStart(2, '0')}`
  return /^\d{4}-(0[1-9]|1[0-2])/.exec(sent)?.[0] ?? null
}

/** The id in a link such as `/officers/{id}/appointments`; it occurs nowhere else. */
export const idIn = (link: unknown, after: string): string | null =>
  typeof link === 'string' ? (new RegExp(`/${after}/([^/?#]+)`).exec(link)?.[1] ?? null) : null

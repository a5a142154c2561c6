import { day, need, present, quantity, source, stated, type Node, type Some } from '@domesday/core'

export const dvlaVes = source({
  id: 'dvla-ves',
  title: 'DVLA Vehicle Enquiry Service',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from the Driver and Vehicle Licensing Agency licensed under the Open Government Licence v3.0',
  mayKeep: '30d',
  terms: {
    words:
      'DVLA’s terms name no charge and forbid no sale: one key for each organisation, and its duties of data protection where data are combined to identify somebody. How long an answer may be kept is not said: thirty days are our limit.',
    url: 'https://register-for-ves.driver-vehicle-licensing.api.gov.uk/terms-and-conditions',
  },
  coverage:
    'Vehicles registered in the United Kingdom, with their tax and MOT status of today; not the older ones of Northern Ireland, nor military ones',
  auth: [{ header: 'x-api-key', secret: 'API_KEY' }],
  signup: 'https://developer-portal.driver-vehicle-licensing.api.gov.uk',
})

/** A vehicle on the register. Codes are the agency's; null if the record omits them. */
export interface Registration {
  readonly registration: string
  readonly make: string | null
  readonly colour: string | null
  readonly fuel: string | null
  /** Taxed, Untaxed, SORN or Not Taxed for on Road Use. */
  readonly taxStatus: string | null
  readonly taxDue: string | null
  /** Valid, Not valid, No details held by DVLA or No results returned. */
  readonly motStatus: string | null
  readonly motExpiry: string | null
  readonly yearMade: number | null
  /** Grams per km; 0 for a motorcycle means unknown. */
  readonly co2: number | null
  readonly markedForExport: boolean | null
  /** When the registration certificate was last issued: usually at a change of keeper. */
  readonly certificateIssued: string | null
}

type Wire = Readonly<Record<string, unknown>>

/** By registration, in capitals without blanks. Uses POST: a registration must not be in a URL. */
export const enquiry = dvlaVes.get('enquiry', {
  path: () => '/vehicle-enquiry/v1/vehicles',
  post: (registration: string) => ({ json: { registrationNumber: registration } }),
  read: (wire: Wire): Registration => ({
    registration: present(stated(wire['registrationNumber']) ?? undefined, 'registrationNumber'),
    make: stated(wire['make']),
    colour: stated(wire['colour']),
    fuel: stated(wire['fuelType']),
    taxStatus: stated(wire['taxStatus']),
    taxDue: day(wire['taxDueDate']),
    motStatus: stated(wire['motStatus']),
    motExpiry: day(wire['motExpiryDate']),
    yearMade: quantity(wire['yearOfManufacture']),
    co2: quantity(wire['co2Emissions']),
    markedForExport: typeof wire['markedForExport'] === 'boolean' ? wire['markedForExport'] : null,
    certificateIssued: day(wire['dateOfLastV5CIssued']),
  }),
  // Unknown, or in a format that this agency never issued.
  none: ({ status }) => (status === 404 || status === 400 ? null : undefined),
})

/**
 * The register's record of a vehicle. Needs only the registration, so that other registers can be asked at the same
 * time.
 */
export const registrationOf = (asked: Node<{ readonly registration: string }>): Node<Some<Registration>> =>
  need(enquiry, { asked }, ({ asked }) => asked.registration)

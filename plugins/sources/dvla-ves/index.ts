import {
  date,
  day,
  flag,
  integer,
  need,
  object,
  orNull,
  present,
  quantity,
  source,
  stated,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'

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

const registrationFields = object({
  registration: text('Without blanks'),
  make: orNull(text('As the agency holds it')),
  colour: orNull(text('Main colour, in capitals')),
  fuel_type: orNull(text('In capitals')),
  tax_status: orNull(
    text({
      description: 'Taxed, Untaxed, SORN or Not Taxed for on Road Use',
      tones: { good: ['Taxed'], fair: ['SORN', 'Not Taxed for on Road Use'], bad: ['Untaxed'] },
    }),
  ),
  tax_due: orNull(date('When tax is next due')),
  mot_status: orNull(
    text({
      description: 'Valid, Not valid, No details held by DVLA or No results returned',
      tones: { good: ['Valid'], bad: ['Not valid'] },
    }),
  ),
  mot_expiry: orNull(date('Until when the MOT certificate holds')),
  year_of_manufacture: orNull(integer('Calendar year')),
  co2_g_km: orNull(
    integer({ description: 'Emissions of carbon dioxide; 0 of a motorcycle means nothing', unit: 'g/km' }),
  ),
  marked_for_export: orNull(flag('Said to have left, or to be leaving, the country')),
  certificate_issued: orNull(
    date('When the registration certificate (V5C) was last issued: mostly a change of keeper'),
  ),
})
/** A vehicle on the register. Codes are the agency's; null if the record omits them. */
export interface Registration extends Of<typeof registrationFields> {}
const registrationShape: Shape<Registration> = registrationFields

type Wire = Readonly<Record<string, unknown>>

/** By registration, in capitals without blanks. Uses POST: a registration must not be in a URL. */
export const enquiry = dvlaVes.get('enquiry', {
  path: () => '/vehicle-enquiry/v1/vehicles',
  post: (registration: string) => ({ json: { registrationNumber: registration } }),
  digest: registrationShape,
  read: (wire: Wire) => ({
    registration: present(stated(wire['registrationNumber']) ?? undefined, 'registrationNumber'),
    make: stated(wire['make']),
    colour: stated(wire['colour']),
    fuel_type: stated(wire['fuelType']),
    tax_status: stated(wire['taxStatus']),
    tax_due: day(wire['taxDueDate']),
    mot_status: stated(wire['motStatus']),
    mot_expiry: day(wire['motExpiryDate']),
    year_of_manufacture: quantity(wire['yearOfManufacture']),
    co2_g_km: quantity(wire['co2Emissions']),
    marked_for_export: typeof wire['markedForExport'] === 'boolean' ? wire['markedForExport'] : null,
    certificate_issued: day(wire['dateOfLastV5CIssued']),
  }),
  // Unknown, or in a format that this agency never issued.
  none: ({ status }) => (status === 404 || status === 400 ? null : undefined),
})

/**
 * The register's record of a vehicle. Needs only the registration, so that other registers can be asked at the same
 * time.
 */
export const registrationOf = (asked: Node<{ readonly registration: string }>): Shown<Registration> =>
  need(enquiry, asked, ({ registration }) => registration)

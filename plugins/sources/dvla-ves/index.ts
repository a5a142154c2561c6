import {
  date,
  day,
  flag,
  integer,
  need,
  object,
  orNull,
  quantity,
  sent,
  source,
  stated,
  text,
  wire,
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
  first_registered: orNull(text('Month of first registration anywhere, YYYY-MM')),
  first_registered_uk: orNull(text('Month of first registration with the agency, YYYY-MM: later for an import')),
  engine_cc: orNull(integer({ description: 'Cylinder capacity; none of an electric vehicle', unit: 'cc' })),
  euro_status: orNull(text('Emission standard, as clean air zones ask for it: EURO 6')),
  real_driving_emissions: orNull(text('Step of the test of real driving emissions')),
  additional_tax_until: orNull(date('Until when the additional rate of tax for expensive cars is due')),
  type_approval: orNull(text('Category of the vehicle: M1 is a car')),
  wheelplan: orNull(text('Axles and body, as the agency puts it')),
  revenue_weight_kg: orNull(integer({ description: 'The weight that its tax goes by', unit: 'kg' })),
  automated: orNull(flag('Listed as a vehicle that can drive itself')),
})
/** A vehicle on the register. Codes are the agency's; null if the record omits them. */
export interface Registration extends Of<typeof registrationFields> {}
const registrationShape: Shape<Registration> = registrationFields

const { text: words, scalar, flag: yes } = sent
// Held against the agency's OpenAPI document, 1.2.0: only the registration is required.
const recordWire = wire({
  registrationNumber: sent.must(words),
  make: words,
  colour: words,
  fuelType: words,
  taxStatus: words,
  taxDueDate: words,
  artEndDate: words,
  motStatus: words,
  motExpiryDate: words,
  yearOfManufacture: scalar,
  monthOfFirstRegistration: words,
  monthOfFirstDvlaRegistration: words,
  co2Emissions: scalar,
  engineCapacity: scalar,
  euroStatus: words,
  realDrivingEmissions: scalar,
  markedForExport: yes,
  automatedVehicle: yes,
  typeApproval: words,
  wheelplan: words,
  revenueWeight: scalar,
  dateOfLastV5CIssued: words,
})

/** By registration, in capitals without blanks. Uses POST: a registration must not be in a URL. */
export const enquiry = dvlaVes.get('enquiry', {
  version: 2,
  wire: recordWire,
  path: () => '/vehicle-enquiry/v1/vehicles',
  post: (registration: string) => ({ json: { registrationNumber: registration } }),
  digest: registrationShape,
  read: (record) => ({
    registration: record.registrationNumber.replace(/\s/g, ''),
    make: stated(record.make),
    colour: stated(record.colour),
    fuel_type: stated(record.fuelType),
    tax_status: stated(record.taxStatus),
    tax_due: day(record.taxDueDate),
    mot_status: stated(record.motStatus),
    mot_expiry: day(record.motExpiryDate),
    year_of_manufacture: quantity(record.yearOfManufacture),
    co2_g_km: quantity(record.co2Emissions),
    marked_for_export: record.markedForExport ?? null,
    certificate_issued: day(record.dateOfLastV5CIssued),
    first_registered: stated(record.monthOfFirstRegistration),
    first_registered_uk: stated(record.monthOfFirstDvlaRegistration),
    engine_cc: quantity(record.engineCapacity),
    euro_status: stated(record.euroStatus),
    real_driving_emissions: stated(record.realDrivingEmissions),
    additional_tax_until: day(record.artEndDate),
    type_approval: stated(record.typeApproval),
    wheelplan: stated(record.wheelplan),
    // New cars are said to weigh 0.
    revenue_weight_kg: quantity(record.revenueWeight) || null,
    automated: record.automatedVehicle ?? null,
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

/** What the portals send: packages of releases of OCDS 1.1, with the profiles of the European Union and of 2023. */
import { sent, type Sent, wire } from '@domesday/core'

const { text, scalar, must, often, unread } = sent
// `often`: a page of five has it at least once, or has it under another name.
const value = { amount: often(scalar), amountGross: scalar, currency: text, ...unread('amountNet') }
const code = { scheme: often(text), id: often(text), description: text, ...unread('uri') }
const classified = { classification: code, additionalClassifications: [code] } as const
const address = {
  region: often(text),
  ...unread('country', 'countryName', 'locality', 'postalCode', 'streetAddress', 'description'),
} as const
const items = [
  {
    ...classified,
    deliveryAddresses: [address],
    relatedLot: text,
    ...unread('id', 'deliveryLocation', 'description', 'quantity', 'unit'),
  },
] as const
const documents = [
  {
    id: must(text),
    documentType: often(text),
    url: often(text),
    ...unread('noticeType', 'format', 'title', 'description', 'datePublished', 'dateModified', 'language'),
  },
] as const
const techniques = {
  hasFrameworkAgreement: sent.flag,
  ...unread('frameworkAgreement', 'hasElectronicAuction', 'electronicAuction', 'hasDynamicPurchasingSystem'),
} as const
const identifier = { ...code, ...unread('legalName') } as const

/**
 * Held against the schema of open contracting releases (OCDS 1.1), which requires the ids of a release and of what it
 * lists, its date and tag. Releases of Proactis' portals have no `id`. A release says what has changed: nothing else is
 * there each time.
 */
const release = {
  ocid: must(text),
  date: must(text),
  tag: must([text]),
  id: text,
  buyer: { name: often(text), ...unread('id', 'identifier', 'additionalIdentifiers', 'address', 'contactPoint') },
  parties: [
    {
      id: often(text),
      name: often(text),
      roles: [text],
      identifier,
      additionalIdentifiers: [identifier],
      ...unread('address', 'contactPoint', 'details'),
    },
  ],
  links: [{ rel: text, href: text }],
  tender: {
    title: often(text),
    description: often(text),
    status: often(text),
    value,
    ...classified,
    items,
    documents,
    techniques,
    lots: [
      {
        id: text,
        status: text,
        value,
        techniques,
        ...unread('title', 'description', 'contractPeriod', 'hasOptions', 'options', 'hasRenewal', 'renewal'),
        ...unread('awardCriteria', 'selectionCriteria', 'submissionTerms', 'secondStage', 'suitability'),
      },
    ],
    tenderPeriod: { endDate: text, ...unread('startDate', 'maxExtentDate', 'durationInDays') },
    ...unread('id', 'legalBasis', 'mainProcurementCategory', 'minValue', 'awardPeriod', 'enquiryPeriod', 'bidOpening'),
    ...unread('procurementMethod', 'procurementMethodDetails', 'submissionMethod', 'submissionMethodDetails'),
    ...unread('communication', 'contractTerms', 'coveredBy', 'crossBorderLaw', 'hasRecurrence', 'recurrence'),
    ...unread('lotDetails', 'otherRequirements', 'participationFees', 'reviewDetails', 'secondStage'),
    ...unread('selectionCriteria', 'submissionTerms', 'amendments', 'amendment', 'aboveThreshold', 'milestones'),
    ...unread('procuringEntity', 'procurementMethodRationale', 'additionalProcurementCategories', 'awardCriteria'),
    ...unread('awardCriteriaDetails', 'hasEnquiries', 'eligibilityCriteria', 'contractPeriod', 'numberOfTenderers'),
    ...unread('tenderers'),
  },
  awards: [
    {
      id: must(scalar),
      status: text,
      date: text,
      value,
      suppliers: [{ id: often(text), name: text }],
      items,
      documents,
      relatedLots: [text],
      ...unread('title', 'description', 'mainProcurementCategory', 'aboveThreshold', 'contractPeriod', 'milestones'),
      ...unread('amendments', 'amendment', 'hasOptions', 'hasRenewal', 'renewal', 'standstillPeriod'),
      ...unread('assessmentSummariesSent'),
    },
  ],
  contracts: [
    {
      awardID: must(scalar),
      status: text,
      dateSigned: text,
      value,
      ...unread('id', 'title', 'description', 'statusDetails', 'period', 'items', 'aboveThreshold', 'hasRenewal'),
      ...unread('renewal', 'documents', 'implementation', 'relatedProcesses', 'milestones', 'amendments', 'amendment'),
    },
  ],
  ...unread('initiationType', 'language', 'description', 'relatedProcesses', 'planning', 'bids'),
} as const
const releaseWire = wire(release)
export interface Release extends Sent<typeof releaseWire> {}

const head = unread('extensions', 'license', 'publicationPolicy')
/** A page of Find a Tender: the schema of packages requires the list, empty or not. */
export const pageOfReleases = wire({
  releases: must([release]),
  links: { next: text, ...unread('prev') },
  ...head,
  ...unread('uri', 'version', 'publishedDate', 'publisher'),
})

/** A month of Proactis' portals. Without notices it has no list, though the schema requires one. */
export const monthOfReleases = wire({
  releases: [release],
  uri: text,
  version: text,
  publishedDate: text,
  publisher: sent.any,
  ...head,
})

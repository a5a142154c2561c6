/** Accounts as they were filed: one document. */
import { choice, object, orNull, source, type Of, type Shape, type XmlElement } from '@domesday/core'
import { filedShape } from './filed.ts'
import { readAccounts } from './figures.ts'

export const companiesHouseAccounts = source({
  id: 'companies-house-accounts',
  title: 'Accounts filed at Companies House',
  home: import.meta.dirname,
  licence: 'LicenseRef-Companies-House-public-register',
  attribution: 'Contains figures from accounts filed at Companies House, which places no restrictions on their re-use',
  charging: 'free',
  mayKeep: 'unlimited',
  terms: {
    words:
      'Companies House “impose[s] no rules or requirements on how the information on the public register is used”. A filed document stays its author’s: its figures are read, and no more of it is kept or shown.',
    url: 'https://www.gov.uk/government/publications/companies-house-accreditation-to-information-fair-traders-scheme/public-task-copyright-and-crown-copyright',
  },
  coverage:
    'Figures of accounts filed as data by companies of the whole United Kingdom; those on paper, some two in five, are scans without figures',
  auth: [{ basic: 'API_KEY' }],
  secretsOf: 'companies-house',
  signup: 'https://developer.company-information.service.gov.uk/',
})

const forms = ['data', 'scan', 'untagged'] as const
const documentFields = object({
  form: choice(forms, 'data; scan: filed as pictures alone; untagged: a page that marks no figure'),
  filed: orNull(filedShape),
})
export interface Document extends Of<typeof documentFields> {}
const documentShape: Shape<Document> = documentFields

/**
 * The content of a document, by its id. The service answers 406 where it has no page with data; it redirects to signed
 * storage, which wants no key. Held against programs that read it. Figures are named by taxonomies of thousands of
 * names, of which each filer marks some: there is no member that every page has.
 */
export const document = companiesHouseAccounts.get('document', {
  path: (id: string) => `/document/${encodeURIComponent(id)}/content`,
  headers: { accept: 'application/xhtml+xml' },
  as: 'tree',
  digest: documentShape,
  read: (page: XmlElement): Document => {
    const filed = readAccounts(page)
    return filed === null ? { form: 'untagged', filed } : { form: 'data', filed }
  },
  none: ({ status }): Document | undefined => (status === 406 ? { form: 'scan', filed: null } : undefined),
})

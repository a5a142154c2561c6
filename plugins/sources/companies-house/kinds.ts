/** Names of the register's company types, by code. */
const kinds: Readonly<Record<string, string>> = {
  'private-unlimited': 'Private unlimited company',
  ltd: 'Private limited company',
  plc: 'Public limited company',
  'old-public-company': 'Old public company',
  'private-limited-guarant-nsc-limited-exemption':
    'Private limited company by guarantee without share capital, exempt from the word Limited',
  'limited-partnership': 'Limited partnership',
  'private-limited-guarant-nsc': 'Private limited company by guarantee without share capital',
  'converted-or-closed': 'Converted or closed company',
  'private-unlimited-nsc': 'Private unlimited company without share capital',
  'private-limited-shares-section-30-exemption': 'Private limited company, exempt from the word Limited',
  'protected-cell-company': 'Protected cell company',
  'assurance-company': 'Assurance company',
  'oversea-company': 'Overseas company',
  'eeig-establishment': 'Establishment of a European Economic Interest Grouping',
  eeig: 'European Economic Interest Grouping',
  ukeig: 'United Kingdom Economic Interest Grouping',
  'icvc-securities': 'Investment company with variable capital',
  'icvc-warrant': 'Investment company with variable capital',
  'icvc-umbrella': 'Investment company with variable capital',
  'investment-company-with-variable-capital': 'Investment company with variable capital',
  'registered-society-non-jurisdictional': 'Registered society',
  'industrial-and-provident-society': 'Industrial and provident society',
  'northern-ireland': 'Northern Ireland company',
  'northern-ireland-other': 'Credit union (Northern Ireland)',
  llp: 'Limited liability partnership',
  'royal-charter': 'Royal charter company',
  'unregistered-company': 'Unregistered company',
  other: 'Other kind of company',
  'european-public-limited-liability-company-se': 'European public limited liability company (SE)',
  'united-kingdom-societas': 'United Kingdom Societas',
  'uk-establishment': 'UK establishment of an overseas company',
  'scottish-partnership': 'Scottish qualifying partnership',
  'charitable-incorporated-organisation': 'Charitable incorporated organisation',
  'scottish-charitable-incorporated-organisation': 'Scottish charitable incorporated organisation',
  'further-education-or-sixth-form-college-corporation': 'Further education or sixth form college corporation',
  'registered-overseas-entity': 'Overseas entity',
}

/** Null for an unknown code. */
export const kindInWords = (type: string | null): string | null => (type === null ? null : (kinds[type] ?? null))

/**
 * Kinds that need a director who is a natural person: Companies Act 2006, sections 154 and 155. Held against the
 * registrar's enumerations, and against the kinds of which its service for officers takes a resignation.
 */
const directed: ReadonlySet<string> = new Set([
  'ltd',
  'plc',
  'old-public-company',
  'private-unlimited',
  'private-unlimited-nsc',
  'private-limited-guarant-nsc',
  'private-limited-guarant-nsc-limited-exemption',
  'private-limited-shares-section-30-exemption',
])
export const needsDirector = (type: string | null): boolean => type !== null && directed.has(type)

/** Whether accounts of the kind are always due: unlimited companies may be free of them. */
export const mustFile = (type: string | null): boolean => needsDirector(type) && !type!.startsWith('private-unlimited')

/** Where kinds file that have only an entry here. */
const filesWith: Readonly<Record<string, string>> = {
  'charitable-incorporated-organisation': 'the Charity Commission',
  'scottish-charitable-incorporated-organisation': 'the Scottish Charity Regulator',
  'registered-society-non-jurisdictional': 'the Mutuals Public Register of the Financial Conduct Authority',
  'industrial-and-provident-society': 'the Mutuals Public Register of the Financial Conduct Authority',
  'royal-charter': 'the Privy Council, and its regulator where it is a charity',
}
/** Null of kinds that file here, and of those not known. */
export const filesElsewhere = (type: string | null): string | null => (type === null ? null : (filesWith[type] ?? null))

/** Invented people and premises: each number gets others. */
import { hash, type Officer } from '../../plugins/sources/companies-house/samples/company.ts'

const forenames = [
  'Ferelith',
  'Osbert',
  'Zillah',
  'Caspian',
  'Thomasin',
  'Barnaby',
  'Ottilie',
  'Lorcan',
  'Petronel',
  'Ivo',
  'Sunniva',
  'Jocelin',
  'Merrin',
]
const surnames = [
  'Askelby',
  'Brundrith',
  'Cawthwell',
  'Dunnaker',
  'Eltringay',
  'Fossdyke-Pell',
  'Garrowhill',
  'Hexley',
  'Inskipton',
  'Kelmarsh',
  'Lathomby',
]

/** The so-manieth person of a company. */
export const people = (of: number, which: number): Omit<Officer, 'appointed'> & { readonly born: string } => {
  const forename = forenames[(of * 3 + which * 5) % forenames.length]!,
    surname = surnames[(of + which * 4) % surnames.length]!
  const name = `${forename} ${surname.toUpperCase()}`
  const born = `${1951 + ((of * 7 + which * 11) % 40)}-${String(1 + ((of + which * 5) % 12)).padStart(2, '0')}`
  return { id: hash(`${of} ${name}`, 'base64url'), name, born }
}

export const offices: readonly Readonly<Record<string, string>>[] = [
  {
    premises: '17',
    address_line_1: 'Tenterfield Court',
    locality: 'Kendal',
    region: 'Cumbria',
    postal_code: 'LA9 4QZ',
    country: 'England',
  },
  {
    premises: 'Unit 3',
    address_line_1: 'Saltergate Mews',
    locality: 'Chesterfield',
    region: 'Derbyshire',
    postal_code: 'S40 1UQ',
    country: 'England',
  },
  {
    premises: '208',
    address_line_1: 'Great Pulteney Road',
    locality: 'Bath',
    postal_code: 'BA1 5ZX',
    country: 'England',
  },
  { premises: '9', address_line_1: 'Castlegate Wharf', locality: 'York', postal_code: 'YO1 9ZU', country: 'England' },
  {
    premises: 'Tregarth House',
    address_line_1: '4 Quay Parade',
    locality: 'Truro',
    region: 'Cornwall',
    postal_code: 'TR1 2ZN',
    country: 'England',
  },
  {
    premises: '31',
    address_line_1: 'Foregate Street',
    locality: 'Worcester',
    postal_code: 'WR1 1ZQ',
    country: 'England',
  },
  {
    premises: '66',
    address_line_1: 'Denmark Lane',
    locality: 'Ipswich',
    region: 'Suffolk',
    postal_code: 'IP1 3ZY',
    country: 'England',
  },
]

/** GSS codes of areas, by which statistics are asked for. */
type Codes = Readonly<Record<string, string>>

const nations: Codes = {
  England: 'E92000001',
  Wales: 'W92000004',
  Scotland: 'S92000003',
  'Northern Ireland': 'N92000002',
}
const regions: Codes = {
  'North East': 'E12000001',
  'North West': 'E12000002',
  'Yorkshire and The Humber': 'E12000003',
  'East Midlands': 'E12000004',
  'West Midlands': 'E12000005',
  'East of England': 'E12000006',
  London: 'E12000007',
  'South East': 'E12000008',
  'South West': 'E12000009',
}

/** The code of a nation by its name; null for a place outside the United Kingdom. */
export const nationCode = (name: string): string | null => nations[name] ?? null
/** The code of a region by its name; only England has any. */
export const regionCode = (name: string): string | null => regions[name] ?? null

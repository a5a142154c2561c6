/** Water companies by the names that they go by. */

/** Each does the sewers of its region. The regulator of England rates the nine that lie wholly or mainly there. */
export const rated = [
  'Anglian Water',
  'Northumbrian Water',
  'Severn Trent Water',
  'South West Water',
  'Southern Water',
  'Thames Water',
  'United Utilities',
  'Wessex Water',
  'Yorkshire Water',
] as const

/** Those of Wales have overflows in England too. */
const names: readonly string[] = [...rated, 'Dŵr Cymru Welsh Water', 'Hafren Dyfrdwy']

/** Words that tell one company from another: `Dwr Cymru Cyfyngedig` and `DŴR CYMRU WELSH WATER` are one. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(limited|ltd|plc|cyfyngedig|utilities|water|services|welsh)\b/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim()

/** The usual name of a company. One that is not known keeps its own. */
export const usualName = (name: string): string => names.find((usual) => keyOf(usual) === keyOf(name)) ?? name

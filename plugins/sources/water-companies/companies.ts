/** Names of water companies. */

/** Sewerage companies. The regulator of England rates the nine that operate wholly or mainly there. */
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

/** The companies of Wales also have overflows in England. */
const names: readonly string[] = [...rated, 'Dŵr Cymru Welsh Water', 'Hafren Dyfrdwy']

/** The distinctive words of a name: `Dwr Cymru Cyfyngedig` and `DŴR CYMRU WELSH WATER` are the same company. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(limited|ltd|plc|cyfyngedig|utilities|water|services|welsh)\b/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim()

/** The usual name of a company. An unknown name is not changed. */
export const usualName = (name: string): string => names.find((usual) => keyOf(usual) === keyOf(name)) ?? name

/** Whether the register of tests and that of licences describe one vehicle. */
import { integer, list, table, text, unknown, type Of, object, type Unknown } from '@domesday/core'
import type { Registration } from '@domesday/source-dvla-ves'
import type { Vehicle } from '@domesday/source-dvsa-mot-history'
import { fuelAsWritten } from './identity.ts'

/** Settings: what registers may call by several names. */
export const likeness = {
  makes: list(list(text()), 'Families of makes, by the words of their names: one maker under several names'),
  converters: list(
    text(),
    'Makes that build on the vehicles of others: one register may name them, the other the base',
  ),
  fuels: table(list(text()), 'Families of fuels, by the words of the registers; a word may be in several'),
  years_apart: integer({ description: 'Years that differ by so many are of two vehicles', unit: 'years', minimum: 1 }),
}
const likenessShape = object(likeness)
type Likeness = Of<typeof likenessShape>

/** `unproven`: the words differ, and that proves nothing. Null: one of the two does not say. */
type Sign = 'agree' | 'unproven' | 'differ' | null
type Tested = Pick<Vehicle, 'make' | 'fuel_type' | 'first_used'>
type Licensed = Pick<
  Registration,
  'make' | 'fuel_type' | 'year_of_manufacture' | 'first_registered' | 'first_registered_uk'
>

const wordsOf = (make: string): readonly string[] => make.toUpperCase().match(/[A-Z0-9]+/g) ?? []
const bears = (make: string, name: string): boolean => {
  const words = wordsOf(make)
  return wordsOf(name).every((word) => words.includes(word))
}

const ofMakes = (a: string | null, b: string | null, { makes, converters }: Likeness): Sign => {
  if (a === null || b === null) return null
  if (wordsOf(a).some((word) => wordsOf(b).includes(word))) return 'agree'
  const familiesOf = (make: string) => makes.filter((names) => names.some((name) => bears(make, name)))
  const [ofA, ofB] = [familiesOf(a), familiesOf(b)]
  if (ofA.some((family) => ofB.includes(family))) return 'agree'
  const isConverted = converters.some((name) => bears(a, name) || bears(b, name))
  return isConverted || ofA.length === 0 || ofB.length === 0 ? 'unproven' : 'differ'
}

const ofFuels = (a: string | null, b: string | null, { fuels }: Likeness): Sign => {
  if (a === null || b === null) return null
  if (a.toUpperCase() === b.toUpperCase()) return 'agree'
  const familiesOf = (fuel: string) =>
    Object.keys(fuels).filter((family) => fuels[family]!.some((name) => name.toUpperCase() === fuel.toUpperCase()))
  const [ofA, ofB] = [familiesOf(a), familiesOf(b)]
  if (ofA.length === 0 || ofB.length === 0) return null
  return ofA.some((family) => ofB.includes(family)) ? 'agree' : 'differ'
}

const yearOf = (day: string | null): readonly number[] => (day === null ? [] : [Number(day.slice(0, 4))])
/** The years that the licensing record states: of manufacture, of registration anywhere, and of that here. */
const licensedYears = ({
  year_of_manufacture: made,
  first_registered: anywhere,
  first_registered_uk: here,
}: Licensed) => ({
  made: made === null ? [] : [made],
  registered: [...yearOf(anywhere), ...yearOf(here)],
})
const ofYears = ({ first_used: used }: Tested, licensed: Licensed, { years_apart: apart }: Likeness): Sign => {
  const { made, registered } = licensedYears(licensed)
  if (used === null || made.length + registered.length === 0) return null
  const [first] = yearOf(used) as [number]
  // It may have been made, or used abroad, long before: the last registration bounds the years, if one is stated.
  const latest = registered.length === 0 ? Infinity : Math.max(...registered)
  const gap = Math.max(Math.min(...made, ...registered) - first, first - latest, 0)
  return gap >= apart ? 'differ' : 'agree'
}

const signsOf = (tested: Tested, licensed: Licensed, own: Likeness) => ({
  make: ofMakes(tested.make, licensed.make, own),
  fuel: ofFuels(tested.fuel_type, licensed.fuel_type, own),
  years: ofYears(tested, licensed, own),
})

const fuelInWords = (fuel: string | null): string | null => fuelAsWritten(fuel)?.toLowerCase() ?? null
const yearInWords = (licensed: Licensed): string | null => {
  const { made, registered } = licensedYears(licensed)
  return [...made, ...registered].map(String)[0] ?? null
}
const described = (...words: readonly (string | null)[]): string => words.filter((word) => word !== null).join(', ')

export interface Both {
  readonly tested: Tested
  /** Null if there is no licence. */
  readonly licensed: Licensed | null
  readonly own: Likeness
}

/** Two signs are needed: a make or a fuel alone is often a slip of the pen, a conversion, or another name. */
export const twoVehicles = ({ tested, licensed, own }: Both): string | Unknown | null => {
  if (licensed === null) return null
  const { make, fuel, years } = signsOf(tested, licensed, own)
  if (make === 'agree' || make === 'unproven' || (fuel === 'agree' && years === 'agree')) return null
  if (make === 'differ' && (fuel === 'differ' || years === 'differ')) {
    const byTests = described(tested.make, fuelInWords(tested.fuel_type), tested.first_used?.slice(0, 4) ?? null)
    const byLicence = described(licensed.make, fuelInWords(licensed.fuel_type), yearInWords(licensed))
    return `The registers describe two vehicles: ${byTests} by its tests; ${byLicence} by DVLA. Check for a clone before you pay.`
  }
  const lacking = [make === null ? 'make' : null, fuel === null ? 'fuel' : null, years === null ? 'year' : null]
  return unknown(`the registers do not both state its ${described(...lacking)}, so that they cannot be compared`)
}

/** What differs, where that is no proof of two vehicles. Colours are no sign: vehicles are painted anew. */
export const differencesOf = (both: Both): string | null => {
  const { tested, licensed, own } = both
  if (licensed === null || typeof twoVehicles(both) === 'string') return null
  const { make, fuel, years } = signsOf(tested, licensed, own)
  const apart = [
    make === 'differ' || make === 'unproven' ? `${tested.make} by its tests, and ${licensed.make} by DVLA` : null,
    fuel === 'differ'
      ? `${fuelInWords(tested.fuel_type)} by its tests, and ${fuelInWords(licensed.fuel_type)} by DVLA`
      : null,
    years === 'differ'
      ? `first used in ${tested.first_used?.slice(0, 4)} by its tests, and of ${yearInWords(licensed)} by DVLA`
      : null,
  ].filter((one) => one !== null)
  return apart.length === 0 ? null : `The registers differ: it is ${apart.join('; ')}. Check the V5C.`
}

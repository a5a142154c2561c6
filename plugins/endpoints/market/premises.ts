/** The premises of a food trade, from food hygiene: a café's registered office says little of where it serves. */
import {
  atLeast,
  integer,
  list,
  listed,
  need,
  object,
  render,
  settled,
  table,
  text,
  type FactorReading,
  type Node,
  type Of,
  type Point,
  type Shown,
} from '@domesday/core'
import type { Sector } from '@domesday/source-companies-house'
import { foodAround, type FoodHygiene } from '@domesday/source-fsa-food-hygiene'

/** Settings: what a trade is called there. */
export const foodSettings = {
  food_radius_m: integer({
    description: 'Premises of a food trade are counted within this distance',
    unit: 'm',
    minimum: 100,
    maximum: 5000,
  }),
  food_trades: table(list(text()), 'Kinds of food premises, in the words of the register, by industry code'),
}
const foodSettingsShape = object(foodSettings)
interface FoodSettings extends Of<typeof foodSettingsShape> {}

const premisesFields = object({
  radius_m: integer({ description: 'Premises are counted within this distance', unit: 'm' }),
  kinds: list(text(), 'What is counted, in the words of the food hygiene register'),
  total: integer('Premises of these kinds, of chains and of firms registered elsewhere too'),
  premises_read: integer('Food premises of all kinds that were read: the nearest 5,000 if there are more'),
  all_premises: integer('Food premises of all kinds within the distance'),
})
export interface Premises extends Of<typeof premisesFields> {}

interface Trade {
  readonly sector: Sector | null
}
/** Kinds of premises, if all of a trade serve food; else none. */
export const kindsOf = ({ sector }: Trade, { food_trades: trades }: FoodSettings): readonly string[] => {
  const codes = sector?.sicCodes ?? []
  return codes.every((code) => trades[code] !== undefined) ? [...new Set(codes.flatMap((code) => trades[code]!))] : []
}

const countedIn = (
  { radius_m, total_nearby: all, counted, by_type: types }: FoodHygiene,
  kinds: readonly string[],
): Premises => ({
  radius_m,
  kinds,
  total: kinds.reduce((sum, kind) => sum + (types[kind] ?? 0), 0),
  premises_read: counted,
  all_premises: all,
})

/** Nothing is asked of another trade. */
export const premisesOf = (point: Node<Point>, trade: Node<Trade>, own: Node<FoodSettings>): Shown<Premises> => {
  const food = need(foodAround, { point, trade, own }, ({ point, trade, own }) =>
    kindsOf(trade, own).length === 0 ? null : { at: point, metres: own.food_radius_m },
  )
  return render(premisesFields, { food, trade, own }, ({ food, trade, own }) => countedIn(food, kindsOf(trade, own)))
}

export const premisesFinding = (
  query: string,
  { radius_m: metres, kinds, total, ...read }: Premises,
): FactorReading => {
  const detail = `${total.toLocaleString('en-GB')} food premises within ${metres.toLocaleString('en-GB')} m for “${query}” (${listed(kinds.map((kind) => kind.toLowerCase()))}); registered offices do not count`
  return read.premises_read < read.all_premises
    ? atLeast(total, `at least ${detail}: not all premises were read`)
    : settled(total, detail)
}

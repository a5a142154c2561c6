/** What accounts state, as they were filed. */
import { date, figure, flag, integer, list, object, orNull, text, type Of, type Shape } from '@domesday/core'

const money = (description: string): Shape<number | null> => orNull(figure('currency', description))
/** Null: not filed. Most small companies leave out turnover and profit. */
export const figureFields = {
  net_assets: money('All assets less all liabilities: shareholders’ funds. Negative where more is owed than owned'),
  current_assets: money('Cash, debtors and stock'),
  cash: money('At the bank and in hand'),
  creditors_within_one_year: money('What is owed and due within a year, a positive number'),
  turnover: money('Of the period; most small companies leave it out'),
  profit: money('Of the period, after tax; negative for a loss'),
  staff: orNull(integer('The average number of employees in the period')),
  debtors: money('What is owed to the company'),
  stock: money('Goods and work in progress'),
  fixed_assets: money('Of several kinds their total'),
  creditors_after_one_year: money('What is owed and due later, a positive number'),
  net_current_assets: money('Current assets less what is due within a year'),
  total_assets_less_current_liabilities: money('All assets less what is due within a year'),
  operating_profit: money('Of the period, before interest and tax'),
}
const figuresObject = object(figureFields, { title: 'Figures' })
/** Null: not filed. In the document’s currency, whole units of it. */
export interface Figures extends Of<typeof figuresObject> {}
const figuresShape: Shape<Figures> = figuresObject
export const figureNames = Object.keys(figureFields) as readonly (keyof Figures)[]

/** Of the figures of a year. */
export const doubtFields = {
  contradicting: list(text(), 'Names of figures for which the document states several values: the first is given'),
  withheld: list(text(), 'Names of figures that are impossible as they were filed, and left out'),
}
const yearObject = object({
  on: date('The day of the balance sheet'),
  from: orNull(date('The first day of the period that ends then')),
  figures: figuresShape,
  ...doubtFields,
})
export interface FiguresOfYear extends Of<typeof yearObject> {}

/** What a document says of itself and its figures. */
export const statedFields = {
  dormant: orNull(flag('Whether the company says that it was dormant')),
  audited: orNull(flag('Whether the accounts were audited, where they say so')),
  exemption: orNull(text('Why they were not audited, where they say so')),
  standard: orNull(text('By which standard they were made, such as FRS 102 or micro-entities')),
  currency: orNull(text('Of the figures, ISO 4217')),
}
const filedObject = object({
  company_number: orNull(text('As the document states it, eight characters')),
  name: orNull(text('As the document states it')),
  balance_sheet: date('The day of the balance sheet'),
  period_start: orNull(date('The first day of the period')),
  ...statedFields,
  years: list(yearObject, 'The current one, then the prior one where any figure of it was filed'),
})
/** What a document states. The first year is that of the balance sheet, even where only figures of the prior stand. */
export interface Filed extends Of<typeof filedObject> {}
export const filedShape: Shape<Filed> = filedObject

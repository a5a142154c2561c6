/** An operator's command: one declaration, from which its line of the shell and its path of the API are derived. */
import type { Shape } from '@domesday/core'
import { BillingError, type Actor, type Billing, type Books } from '@domesday/core/store'
import type { Field, Fields, Input } from '../fields.ts'
import { defaulted, InputRefused, line, notRequired, wholeNumber } from '../fields.ts'

/** What is shown, as JSON: one object. */
export type CommandAnswer = Readonly<Record<string, unknown>>

interface About<F extends Fields> {
  /** As typed, such as `keys create`. */
  readonly words: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Fields in braces are taken from it. */
  readonly path: string
  readonly fields: F
  /** The fields that stand without their names on a command line, in this order. */
  readonly arguments?: readonly (keyof F & string)[]
  /** The shape of what is shown; of each row of a list. */
  readonly answer: Shape<any>
}

/** Changes something, and notes who did. */
export interface Change<F extends Fields = Fields> extends About<F> {
  readonly kind: 'change'
  readonly status?: 201
  run(input: Input<F>, billing: Billing, by: Actor): Promise<CommandAnswer>
  /** What a person is told on the command line. */
  tell(answer: any): string
}

/** Shows one thing. */
export interface View<F extends Fields = Fields> extends About<F> {
  readonly kind: 'view'
  run(input: Input<F>, books: Books): Promise<CommandAnswer>
  tell(answer: any): string
}

export interface Page {
  readonly rows: readonly CommandAnswer[]
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
}

const pageFields = {
  limit: defaulted(wholeNumber('Rows of a page', { least: 1, most: 1_000 }), 100),
  cursor: notRequired(line('`next` of the page before', 100)) as Field<string | undefined>,
}
export type PageFields = typeof pageFields

/** Shows many things by pages. */
export interface List<F extends Fields = Fields> extends About<F> {
  readonly kind: 'list'
  run(input: Input<F & PageFields>, books: Books): Promise<Page>
  /** The columns that a person is shown on the command line, under their headings. */
  readonly columns: Readonly<Record<string, (row: any) => string>>
  /** What a person is told of an empty list. */
  readonly empty: string
}

export type OperatorCommand = Change<any> | View<any> | List<any>

export const change = <F extends Fields>(declared: Omit<Change<F>, 'kind'>): Change<F> => ({
  kind: 'change',
  ...declared,
})
export const view = <F extends Fields>(declared: Omit<View<F>, 'kind'>): View<F> => ({ kind: 'view', ...declared })
export const listing = <F extends Fields>(declared: Omit<List<F>, 'kind'>): List<F> => ({ kind: 'list', ...declared })

/** All fields of a command, those of pages too. */
export const fieldsOf = (command: OperatorCommand): Fields =>
  command.kind === 'list' ? { ...command.fields, ...pageFields } : command.fields

/** The names in braces. */
export const pathFields = ({ path }: Pick<OperatorCommand, 'path'>): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

export const dayIn = (time: string | null): string => time?.slice(0, 10) ?? '–'

/** A cursor that none of the pages has. */
export const strangeCursor = (): InputRefused =>
  new InputRefused({ parameter: 'cursor', detail: 'must be `next` of the page before' })

/** Throws `refusal` where there is no key with this id. */
export const mustBeKey = async ({ keys }: Pick<Books, 'keys'>, id: string, refusal: InputRefused): Promise<void> => {
  await keys.get(id).catch((error: unknown) => {
    throw error instanceof BillingError && error.code === 'unknown_key' ? refusal : error
  })
}

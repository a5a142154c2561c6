/** Types of values in an answer, and text styles for terminals. */
export type Json = null | boolean | number | string | readonly Json[] | Fields
export interface Fields {
  readonly [key: string]: Json
}
export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const style = (colour: boolean) => ({
  bold: (text: string) => (colour ? `\u001b[1m${text}\u001b[22m` : text),
  dim: (text: string) => (colour ? `\u001b[2m${text}\u001b[22m` : text),
})
export type Style = ReturnType<typeof style>

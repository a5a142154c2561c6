/** Reads values that a schema may have refused: what is of another kind counts as nothing. */
import { isIP } from 'node:net'

export const record = (value: unknown): Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>) : {}

export const textsIn = (list: unknown): readonly (readonly [index: number, text: string])[] =>
  Array.isArray(list)
    ? list.flatMap((text: unknown, index) => (typeof text === 'string' ? [[index, text] as const] : []))
    : []

/** Neighbours that are both numbers and not in order. */
export const outOfOrder = (values: readonly unknown[], inOrder: (before: number, value: number) => boolean) =>
  values.flatMap((value, index) => {
    const before = values[index - 1]
    return typeof before === 'number' && typeof value === 'number' && !inOrder(before, value)
      ? [{ index, before, value }]
      : []
  })

/** Whether it is an address, or a range of them such as `10.0.0.0/8`. */
export const isRange = (range: string): boolean => {
  const [address, bits = '0'] = range.split('/') as [string, string?]
  const version = isIP(address)
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128)
}

import { Failure } from '@domesday/core/surface'

/** The idempotency key that a caller gave under this name. Throws a 400 for what is no key. */
export const idempotencyKey = (given: unknown, name: string): string => {
  if (typeof given === 'string' && /^[\x20-\x7e]{1,255}$/.test(given)) return given
  throw new Failure('invalid_parameter', `'${name}' must have 1 to 255 printable characters.`, {
    errors: [{ parameter: name, detail: 'must have 1 to 255 printable characters' }],
  })
}

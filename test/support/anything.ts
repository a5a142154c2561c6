/** A shape for tests in which it does not matter what an operation answers. */
import type { Shape } from '@domesday/core'

export const anything: Shape<any> = { schema: {} }

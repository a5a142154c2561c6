/** Declared paths as text. */
import type { Path } from '@domesday/core'

/** `/feed from=2026-01-01 page=2` */
export const pathInWords = (path: Path): string =>
  typeof path === 'string'
    ? path
    : [path[0], ...Object.entries(path[1]).map(([name, value]) => `${name}=${value}`)].join(' ')

export const withoutQuery = (path: Path): string => (typeof path === 'string' ? path.split('?')[0]! : path[0])

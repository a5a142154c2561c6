/** Paths, media types and bounds of the surface. */
export const keySetPath = '/.well-known/jwks.json'
/** Of a signed file: `@domesday/verify` reads it. */
export const signedType = 'application/jose+json'
export const usualRows = 20
export const mostRows = 100
/** Looks ahead and paths of each key, or address: each may take seconds of the processor. */
export const looks = { calls: 10, per: 60_000, burst: 0 } as const
export const usualDays = 90
/** Days that a look ahead reaches at most. */
export const longestLook = 400

/** Paths, media types and bounds of the surface. */
export const keySetPath = '/.well-known/jwks.json'
/** Of a signed file: `@domesday/verify` reads it. */
export const signedType = 'application/jose+json'
export const usualRows = 20
export const mostRows = 100
export const usualDays = 90
/** Days that a look ahead reaches at most. */
export const longestLook = 400

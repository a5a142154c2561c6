/** Where the signing keys are; apart from `signing-keys.ts`, which loads the library that signs. */
import { join } from 'node:path'

export const signingKeysFile = 'signing-keys.json'
/** Names a file of keys that several nodes share. It is read, and never created. */
export const signingKeysVariable = 'DOMESDAY_SIGNING_KEYS'

export interface SigningKeysPlace {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
}
export const signingKeysPath = ({ dataDir, env }: SigningKeysPlace): string =>
  env[signingKeysVariable] || join(dataDir, signingKeysFile)

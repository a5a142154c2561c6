/** Where the keys that sign are; apart from what loads the library that signs. */
import { join } from 'node:path'

export const signingKeysFile = 'signing-keys.json'
/** The path of a file of keys that others share, such as the nodes of a fleet. It is read, and never made. */
export const signingKeysVariable = 'DOMESDAY_SIGNING_KEYS'

export interface SigningKeysPlace {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
}
export const signingKeysPath = ({ dataDir, env }: SigningKeysPlace): string =>
  env[signingKeysVariable] || join(dataDir, signingKeysFile)

/** The keys that sign in this process. Where nodes share a store, each publishes the public keys of all. */
import { existsSync } from 'node:fs'
import type { Pack } from '@domesday/verify'
import type { KeySet, PublicKey } from '@domesday/verify/signed'
import type { SigningKeys } from './signing-keys.ts'
import { keysInFile } from './key-file.ts'
import { signingKeysPath, signingKeysVariable, type SigningKeysPlace } from './signing-keys-path.ts'

/** Throws a `RangeError` where the keys are there and damaged: a start says so, not the first signed file. */
export const checkKeys = (place: SigningKeysPlace): void => {
  if (existsSync(signingKeysPath(place))) keysInFile(signingKeysPath(place))
}

/** `shareWith` stores the keys of this node, and resolves to those of all nodes; null if nodes share nothing. */
export const publishedKeys = (
  place: SigningKeysPlace,
  shareWith: ((own: readonly PublicKey[]) => Promise<readonly PublicKey[]>) | null,
) => {
  // Creates the first key, and loads the library that signs.
  let opened: Promise<SigningKeys> | undefined
  const signing = (): Promise<SigningKeys> =>
    (opened ??= import('./signing-keys.ts')
      .then(({ openSigningKeys }) => openSigningKeys(place))
      .catch((fault: unknown) => {
        opened = undefined
        throw fault
      }))
  let shared = ''

  const noted = async (own: KeySet): Promise<readonly PublicKey[]> => {
    const text = JSON.stringify(own)
    const all = await shareWith!(text === shared ? [] : own.keys)
    shared = text
    return all
  }
  /** Call it before a signed file is handed out: every node must know its key. */
  const share = async (): Promise<void> => {
    const own = await (await signing()).published()
    if (JSON.stringify(own) !== shared) await noted(own)
  }

  return {
    /** Makes the first key, unless it is there or the environment names a file. */
    make: async (): Promise<void> => {
      if (!place.env[signingKeysVariable] && !existsSync(signingKeysPath(place))) await signing()
    },
    sign: async (pack: Pack): Promise<string> => {
      if (shareWith !== null) await share()
      return (await signing()).sign(pack)
    },
    /** Its own keys first. `alone`: nothing is shared yet. */
    published: async (alone: boolean): Promise<KeySet> => {
      const own = await (await signing()).published()
      if (shareWith === null || alone) return own
      const kids = new Set(own.keys.map(({ kid }) => kid))
      return { keys: [...own.keys, ...(await noted(own)).filter(({ kid }) => !kids.has(kid))] }
    },
    /** Publishes keys that a command rotated since the last sweep. */
    share: async (): Promise<void> => {
      if (shareWith !== null && existsSync(signingKeysPath(place))) await share()
    },
  }
}

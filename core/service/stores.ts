/** Stores that this release does not support: warn an operator who configures one. */
import type { ServiceOptions } from './options.ts'

const unsupported: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'is set, but this version does not support it yet: keys and credits are in ledger.db in the data folder',
}

/** The environment variables set for such stores, and what is used instead. The sandbox warns of none. */
export const unsupportedStores = ({
  mode,
  env,
}: Pick<ServiceOptions, 'mode' | 'env'>): readonly (readonly [variable: string, what: string])[] =>
  mode === 'sandbox' ? [] : Object.entries(unsupported).filter(([variable]) => env[variable])

/**
 * Stores that other releases may be told of, and this one does not know: an operator who names one must not believe
 * that it is used.
 */
import type { ServiceOptions } from './options.ts'

const unsupported: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'is set, but this version does not support it yet: keys and credits are in ledger.db in the data folder',
  VALKEY_URL: 'is set, but this version does not support it yet: limits and caches are in the memory of this process',
}

/**
 * Variables of such stores that are set, and what is so instead. The sandbox needs no store, and has nothing to say
 * of them.
 */
export const unsupportedStores = ({
  mode,
  env,
}: Pick<ServiceOptions, 'mode' | 'env'>): readonly (readonly [variable: string, what: string])[] =>
  mode === 'sandbox' ? [] : Object.entries(unsupported).filter(([variable]) => env[variable])

/** What nodes share on Valkey, or on Redis from version 7. */
import { shared } from '@domesday/core/store'
import { addressFaults } from './address.ts'

export const valkey = shared({
  id: 'valkey',
  home: import.meta.dirname,
  addressFaults: ({ VALKEY_URL }) => addressFaults(VALKEY_URL ?? ''),
  open: async (parts) => (await import('./open-shared.ts')).openShared(parts),
})

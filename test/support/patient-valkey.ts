/** The package of Valkey as tests open it: it is patient with a busy machine, and speaks to the engine often. */
import { shared } from '@domesday/core/store'
import { openShared } from '../../plugins/stores/valkey/open-shared.ts'
import { usual, type Times } from '../../plugins/stores/valkey/times.ts'

export const patient: Times = {
  ...usual,
  command: 1_000,
  cached: 1_000,
  rest: 100,
  cacheRest: 100,
  heartbeat: 50,
  counted: 600_000,
}

/** What `service.yaml` names in the place of `valkey`. */
export const patientValkey = shared({
  id: 'valkey',
  home: import.meta.dirname,
  open: (parts) => openShared(parts, patient),
})

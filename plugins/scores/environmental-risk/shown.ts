/** Parts of answers that environment and property share. */
import { field, group, pick, type Shown } from '@domesday/core'
import type { Ground, Level } from '@domesday/source-bgs-geosure'
import type { Radon } from '@domesday/source-ukhsa-radon'

interface Geology {
  readonly ground: Ground | null
  readonly shrinkSwell: Level | null
  readonly radon: Radon | null
}

/** Ground hazards and radon. The parts may be missing, one by one. */
export const geologyIn = (known: Shown<Geology, unknown>) =>
  group(
    field(known, 'ground'),
    {
      shrink_swell: field(
        known,
        'shrinkSwell',
        'Clay that shrinks in dry weather and swells in wet, the worst in the 65 km² around',
      ),
    },
    pick(field(known, 'radon'), 'radon_potential', 'radon_affected_area'),
  )

/** A look ahead may take seconds of the processor: others are served meanwhile. */
import { expect, it } from 'vitest'
import { limits } from '@domesday/surface-parts/looks'
import { sharedService } from '../support/shared-service.ts'
import { servedMeanwhile } from './looking.ts'

it('cached look-ups are answered while another key makes all its looks, several in each of them', async () => {
  const served = await servedMeanwhile(await sharedService())
  expect(served.looks).toBeGreaterThanOrEqual(limits.looks.calls)
  expect(served.took.length).toBeGreaterThan(2 * served.looks)
})

/** How long others wait while a look ahead takes the processor. */
import { expect, it } from 'vitest'
import { sharedService } from '../support/shared-service.ts'
import { servedMeanwhile } from './looking.ts'

it('a cached look-up is answered within 250 ms, 95 times of 100, while another key makes all its looks', async () => {
  const { took } = await servedMeanwhile(await sharedService())
  expect(took.length).toBeGreaterThan(20)
  expect(took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)]).toBeLessThan(250)
})

/** A minute of steady load over failing sources. `npm run soak -- --minutes 15` takes longer and tells more. */
import { expect, it } from 'vitest'
import { faultsOf, soak } from './soak.ts'

it('a minute at 70 % of its capacity lets no memory run away, and keeps the books exact', async () => {
  const seconds = 60
  const soaked = await soak({ seconds, measuring: 4, say: (line) => console.log(line) })
  expect(soaked.statuses['200']).toBeGreaterThan(1_000)
  expect(soaked.books.charges).toBeGreaterThan(500)
  // In its first minutes V8 lets the heap grow: this holds only that nothing runs away.
  expect(faultsOf(soaked, { seconds, flat: 300 })).toEqual([])
})

/** A node that begins a job and never ends it. The test kills it. */
import type { Jobs } from '../../../core/contract/jobs.ts'
import { partsAt, type Place } from './parts.ts'

interface Told {
  readonly place: Place
  readonly runner: { readonly module: string; readonly name: string }
}

process.once('message', async ({ place, runner }: Told) => {
  const { [runner.name]: declared } = (await import(runner.module)) as Readonly<Record<string, Jobs>>
  const node = await declared!.open(
    partsAt(place, 'dying', [
      {
        id: 'doomed',
        title: 'Never ends',
        scope: 'fleet',
        every: () => 3_600_000,
        run: () => {
          process.send!('begun')
          return new Promise(() => {})
        },
      },
    ]),
  )
  node.start()
})

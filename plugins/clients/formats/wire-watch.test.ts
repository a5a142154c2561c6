import { expect, it } from 'vitest'
import { sent, wire } from '@domesday/core'
import { checkWire } from './check-wire.ts'
import { createWireWatch } from './wire-watch.ts'

const rows = wire([{ id: sent.must(sent.text), left: sent.text, rare: sent.text }])
const watching = () => {
  const told: string[] = []
  const watch = createWireWatch(({ members }, message) => told.push(`${message}: ${members.join(', ')}`))
  return { told, watch, note: (...body: object[]) => watch.note('s', 'o', checkWire(rows, body).tally) }
}

it('tells once of a member that nobody has named', () => {
  const { told, note, watch } = watching()
  for (let i = 0; i < 3; i++) note({ id: 'a', is_sanctioned: true })
  expect(told).toEqual(['upstream sends members that nobody reads or names: [].is_sanctioned'])
  expect(watch.seen()).toMatchObject([{ answers: 3, unnamed: { '[].is_sanctioned': 3 } }])
})

it('tells once of a member that many fewer rows have than used to, and of none by chance', () => {
  const { told, note } = watching()
  let n = 0
  const next = (has: number) => note({ id: 'a', ...((n = (n * 7 + 3) % 10) < has && { left: 'x' }), rare: 'x' })
  for (let i = 0; i < 3_000; i++) next(4)
  for (let i = 0; i < 3_000; i++) next(3)
  expect(told).toEqual([])
  for (let i = 0; i < 200; i++) next(0)
  expect(told).toEqual(['far fewer upstream rows have a member than used to: [].left'])
})

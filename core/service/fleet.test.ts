/** What a node says about the others of its fleet. */
import { describe, expect, it } from 'vitest'
import type { OpenShared, Running, SharedState } from '../contract/shared.ts'
import { fleetGauges, fleetNotes } from './fleet.ts'

const here: Running = { release: '3.2.0', settings: 'aaaaaaaaaaaa' }
const fleetOf = (state: Partial<SharedState>, ...others: readonly Running[]): OpenShared => ({
  counter: (_, own) => own,
  quota: () => ({ take: async () => null, pause: () => {}, left: async () => null }),
  cache: () => ({ get: async () => null, set: () => {} }),
  state: { available: true, caching: true, nodes: 1 + others.length, running: [here, ...others], ...state },
  close: async () => {},
})
const notes = (state: Partial<SharedState>, ...others: readonly Running[]) =>
  fleetNotes(fleetOf(state, ...others), () => here)

describe('the notes of a node', () => {
  it('are none for a single node, and where all run the same', () => {
    expect(fleetNotes(null, () => here)).toEqual([])
    expect(notes({}, here, here)).toEqual([])
  })

  it('tell other settings of the same release, and other releases, whose settings cannot be compared', () => {
    const other = { release: '3.2.0', settings: 'bbbbbbbbbbbb' },
      next = { release: '3.3.0', settings: 'cccccccccccc' }
    expect(notes({}, here, other, next, next)).toEqual([
      '1 other node has other settings: bbbbbbbbbbbb, here aaaaaaaaaaaa',
      '2 other nodes have another release: 3.3.0, here 3.2.0',
    ])
    const gauge = fleetGauges(fleetOf({}, here, other, next, next), () => here).find(
      ({ name }) => name === 'domesday_nodes_differing',
    )
    expect(gauge!.read()).toEqual([
      { labels: { by: 'release' }, value: 2 },
      { labels: { by: 'settings' }, value: 1 },
    ])
  })

  it('tell an engine that is away, or slow', () => {
    expect(notes({ available: false, caching: false })).toEqual([
      'what nodes share does not answer: this node keeps limits by itself',
    ])
    expect(notes({ caching: false })).toEqual(['what nodes share is slow: this node keeps what it fetches to itself'])
  })
})

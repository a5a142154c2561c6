import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { limitConnections } from './connections.ts'

it('closes a connection that was reset before it was accepted: its caller has no address to be counted by', () => {
  const server = createServer()
  const cuts: string[] = []
  limitConnections(server, () => {}, {
    perAddress: () => 100,
    send: () => 1_000,
    isProxy: () => false,
    onCut: (reason) => void cuts.push(reason),
  })
  const gone = new Socket()
  expect(gone.remoteAddress).toBeUndefined()
  server.emit('connection', gone)
  expect([gone.destroyed, cuts]).toEqual([true, []])
  server.emit('close')
})

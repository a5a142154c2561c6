import { expect, it } from 'vitest'
import { toldGaps } from './gap.ts'

const row = (section: string, detail: string) => ({ section, source: 'register', reason: 'partly', detail }) as const

it('says once what several sections lack of a source', () => {
  const rows = [
    row('bans', 'his birth is not stated; names alone were compared'),
    row('score', 'his birth is not stated'),
  ]
  expect(toldGaps(rows, () => 'The register')).toEqual([
    {
      source: 'register',
      reason: 'partly',
      sections: ['bans', 'score'],
      detail: 'The register: his birth is not stated; names alone were compared.',
    },
  ])
})

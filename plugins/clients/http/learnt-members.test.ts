import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sent, text, wire } from '@domesday/core'
import { folder } from '../../../test/support/datasets.ts'
import { clientOf, declare, loopback, respondJson, settingsFor } from '../../../test/support/loopback.ts'
import { membersIn } from './learnt-members.ts'

/** A client that asks for rows which have a member, or have it no more. */
const asking = async (dir: string, has: () => boolean) => {
  const { origin } = await loopback((response) =>
    respondJson(response, {
      rows: Array.from({ length: 100 }, (_, i) => ({ id: i, ...(has() && { ended_on: 'today' }) })),
    }),
  )
  const about = declare()
  const lookup = about.get('lookup', {
    wire: wire({ rows: sent.must([{ id: sent.must(sent.number), ended_on: sent.text }]) }),
    path: (page: number) => `/${page}`,
    digest: text(),
    read: ({ rows }) => `${rows.filter(({ ended_on }) => ended_on).length}`,
  })
  const members = membersIn(dir, () => {})
  const client = clientOf([about], settingsFor(origin, {}), { members })
  return { client, ask: (page: number) => client.ask(lookup, page) }
}

it('a member that vanishes is told of after a restart, too', async () => {
  const dir = folder()
  const before = await asking(dir, () => true)
  for (const page of [1, 2, 3, 4]) await before.ask(page)
  await before.client.close()
  const after = await asking(dir, () => false)
  for (const page of [1, 2]) await after.ask(page)
  expect(after.client.warnings).toMatchObject([{ members: ['rows[].ended_on'] }])
})

it('a file that is damaged is learnt anew', () => {
  const dir = folder()
  const members = membersIn(dir, () => {})
  members.write({ 's o': { 'rows[].id': { rows: 400, there: 400 } } })
  expect(members.read()).toEqual({ 's o': { 'rows[].id': { rows: 400, there: 400 } } })
  const file = join(dir, 'members.json')
  for (const damaged of ['{', '[]', '{"s o":{"id":{"rows":"a"}}}', 'null']) {
    writeFileSync(file, damaged)
    expect(members.read(), damaged).toEqual({})
    expect(() => readFileSync(file)).toThrow('ENOENT')
  }
})

it('no file is read or written through a link', () => {
  const [dir, elsewhere] = [folder(), join(folder(), 'other.json')]
  const learnt = JSON.stringify({ 's o': { 'rows[].id': { rows: 400, there: 400 } } })
  writeFileSync(elsewhere, learnt)
  const members = membersIn(dir, () => {})
  for (const name of ['members.json', 'members.json.new']) symlinkSync(elsewhere, join(dir, name))
  expect(members.read()).toEqual({})
  members.write({ 's o': { 'rows[].id': { rows: 1, there: 1 } } })
  expect(members.read()).toEqual({ 's o': { 'rows[].id': { rows: 1, there: 1 } } })
  expect(readFileSync(elsewhere, 'utf8')).toBe(learnt)
})

/** One null among the entries of a list, as a portal writes for a record that it cannot show, costs no other entry. */
import { describe, expect, it } from 'vitest'
import { endpoints, examplesOf, forgetful, inFull } from './forgetful.ts'

const here = forgetful()

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The same with a null in the middle of every list of objects. */
const withHoles = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value.map(withHoles),
      middle = entries.length >> 1
    return entries.length > 0 && value.every(isObject)
      ? [...entries.slice(0, middle), null, ...entries.slice(middle)]
      : entries
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withHoles(member)]))
    : value
}

describe.each(endpoints)('%s', (id) => {
  it('says the same', async () => {
    const { world, service } = here,
      [example] = examplesOf(id)
    const look = async () => {
      const { status, body } = await service.send(inFull(example!))
      expect(status).toBe(200)
      return { data: body.data, missing: body._meta.missing }
    }
    world.alter = null
    const whole = await look()
    world.alter = withHoles
    expect(await look()).toEqual(whole)
  })
})

import { describe, expect, it } from 'vitest'
import { ambiguous, noSuch, type Candidate, type NoSuch, type Ambiguous } from '../contract/absence.ts'
import { derive, first, params } from '../contract/node.ts'
import { section } from '../contract/section.ts'
import { integer, orNull, subject, text } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { Gap, RequiredGap } from './gap.ts'
import { answering, endpointOf, run } from '../../test/support/gather.ts'
import { refusal } from './refusal.ts'

const three = answering('three', integer(), () => 3)
const several = derive({ three }, ({ three }) =>
  three > 1 ? ambiguous('Several are called so.', [{ id: 'a b', label: 'A' }]) : three,
)
const showing = (node: typeof several, required = false) =>
  endpointOf({ a: section(render(orNull(integer()), node, (n) => n)) }, { required: required ? [node] : [] })

describe('an ambiguous name', () => {
  it('of what is required ends the call in its own words', async () => {
    const call = run(showing(several, true))
    await expect(call).rejects.toBeInstanceOf(RequiredGap)
    await expect(call).rejects.toThrow('Several are called so.')
  })

  it('is not gone past by `first`, as none is', async () => {
    await expect(run(showing(first(several, three), true))).rejects.toThrow('Several are called so.')
    const none = derive({ three }, ({ three }) => (three > 1 ? noSuch('There is none.') : three))
    expect((await run(showing(first(none, three), true))).data).toEqual({ a: 3 })
  })

  it('elsewhere is a section that is not known', async () => {
    const { data, missing } = await run(showing(several))
    expect([data, missing]).toEqual([{ a: null }, [{ section: 'a', source: 'three', reason: 'no_data' }]])
  })
})

describe('what is refused', () => {
  const street = params({ town: text(), street: subject('street', text()) })
  const endpoint = { ...endpointOf({}), path: '/streets/{town}/{street}', asked: street }
  const refusals = { sources: new Map(), lacking: () => [] }
  const refused = (cause: NoSuch | Ambiguous, examples: Readonly<Record<string, string>> | null) =>
    refusal(new Gap('none', null, cause), refusals, { endpoint, asked: { town: 'Ely', street: 'high' }, examples })
  const many = (count: number): readonly Candidate[] =>
    Array.from({ length: count }, (_, i) => ({ id: `Street ${i}`, label: `Street No. ${i}`, status: null }))

  it('for a name that several have is told with ten of them, each with its path and without what it lacks', () => {
    const { code, message, more } = refused(ambiguous('Several.', many(12)), null)
    expect([code, message, more.candidates!.length, more.retry_after_s]).toEqual([
      'ambiguous_subject',
      'Several.',
      10,
      undefined,
    ])
    expect(more.candidates![1]).toEqual({
      id: 'Street 1',
      path: '/streets/Ely/Street%201',
      label: 'Street No. 1',
      kind: 'street',
    })
  })

  it('for what does not exist is told with five near ones', () => {
    expect(refused(noSuch('None.', many(7)), null).more.suggestions!.map(({ id }) => id)).toEqual(
      [0, 1, 2, 3, 4].map((i) => `Street ${i}`),
    )
  })

  it('in the sandbox is told with examples behind those, each subject once', () => {
    const examples = {
      '/streets/Ely/street0': 'The same street',
      '/streets/Ely/Back%20Hill?year=2020': 'A hill',
    }
    const { message, more } = refused(noSuch('No street is called so.', many(1)), examples)
    expect(message).toMatch(/^'high' is not in the sample data\. Try one of the suggestions, .*a service that is live/)
    expect(refused(noSuch('It was built over.', [], true), examples).message).toMatch(/^It was built over\. Try one/)
    expect(more.suggestions).toEqual([
      { id: 'Street 0', path: '/streets/Ely/Street%200', label: 'Street No. 0', kind: 'street' },
      { id: 'Back Hill', path: '/streets/Ely/Back%20Hill?year=2020', label: 'A hill', kind: 'street' },
    ])
  })

  it('where the path names no subject offers none, but examples', () => {
    const open = { ...endpoint, path: '/streets' }
    const { message, more } = refusal(new Gap('none', null, noSuch('None.', many(1))), refusals, {
      endpoint: open,
      asked: {},
      examples: { '/streets?town=Ely': 'Ely' },
    })
    expect(more.suggestions).toEqual([
      { id: '/streets?town=Ely', path: '/streets?town=Ely', label: 'Ely', kind: 'look-up' },
    ])
    expect(message).toMatch(/^This is not in the sample data\. /)
  })
})

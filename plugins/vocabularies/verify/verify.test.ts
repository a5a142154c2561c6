/** Packs: what is sealed comes back, may be left out, and can be neither changed nor guessed. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalText,
  newSecret,
  open,
  packOf,
  redact,
  saltedHash,
  seal,
  sealedPlaces,
  verify,
  type Pack,
} from './index.ts'
import { gathering } from './pack.fixture.ts'

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const pack = throughJson(packOf(seal(gathering)))
const faultsOf = (changed: unknown): readonly string[] => {
  const found = verify(changed)
  return found.ok ? [] : found.faults
}
const places = [...sealedPlaces(pack.form).keys()]

describe('a pack', () => {
  it('gives back what it was made of', () => {
    const { answer, ...rest } = gathering
    expect(faultsOf(pack)).toEqual([])
    const opened = open(pack)
    expect(opened.gathering).toEqual(rest)
    expect(opened.leftOut).toEqual([])
    expect(opened.isAnswer(answer)).toBe(true)
    expect(opened.isAnswer({ ...answer, missing: [] })).toBe(false)
  })

  it('has the SHA-256 of the canonical form as its id, and salted hashes that anyone can make', () => {
    const sha = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
    expect(pack.id).toBe(`ev_${sha(canonicalText(pack.form))}`)
    const { salt, value } = pack.values['/asks/0/outcome/value']!
    expect(pack.form.asks[0]!.outcome).toEqual({ value: sha(salt + canonicalText(value)) })
  })

  it('is written as RFC 8785 has it', () => {
    expect(canonicalText({ '€': 1, '\r': 2, '1': [1e21, 0.000001, -0, 333333333.3333333], é: '\u000f"\\/' })).toBe(
      '{"\\r":2,"1":[1e+21,0.000001,0,333333333.3333333],"é":"\\u000f\\"\\\\/","€":1}',
    )
    expect(() => seal({ ...gathering, asked: { name: '\ud800' } })).toThrow(/surrogate/)
  })

  it('is the same for the same secret, and has another id for another', () => {
    const secret = newSecret()
    expect(seal(gathering, { secret })).toEqual(seal(gathering, { secret }))
    expect(seal(gathering).id).not.toBe(seal(gathering).id)
  })

  it('takes canonical texts from whoever remembers them', () => {
    const secret = newSecret(),
      asked: unknown[] = []
    const canonical = (value: unknown): string => (asked.push(value), canonicalText(value))
    expect(seal(gathering, { secret, canonical }).id).toBe(seal(gathering, { secret }).id)
    expect(asked).toContain(gathering.settings)
  })

  it('holds any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.jsonValue({ maxDepth: 5 }), (value, settings) => {
        if (!JSON.stringify([value, settings]).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify([value, settings])))
          return
        const asks = [{ ...gathering.asks[0]!, outcome: { value } }]
        const made = throughJson(packOf(seal({ ...gathering, settings, asks })))
        expect(faultsOf(made)).toEqual([])
        expect(open(made).gathering.asks[0]!.outcome).toEqual(throughJson({ value }))
      }),
      { numRuns: 200 },
    )
  })
})

describe('what is left out', () => {
  it('may be any of the values, and the pack still verifies under its id', () => {
    fc.assert(
      fc.property(fc.subarray(places), (left) => {
        const less = redact(pack, left)
        expect([less.id, faultsOf(less), open(less).leftOut]).toEqual([pack.id, [], left])
      }),
      { numRuns: 100 },
    )
    expect(redact(redact(pack, ['/asked']), ['/asked']).id).toBe(pack.id)
  })

  it('is said: which sources cannot be replayed, and which outcome is not there', () => {
    const less = redact(pack, ['/asks/5/outcome/where', '/asks/3/outcome/candidates'])
    expect(less.not_replayable).toEqual(['registry', 'rivers'])
    expect(open(less).gathering.asks.map(({ outcome }) => outcome === null)).toEqual(
      gathering.asks.map((_, i) => i === 3 || i === 5),
    )
    expect(open(redact(pack, ['/answer/hash'])).isAnswer(gathering.answer)).toBeNull()
    expect(() => redact(pack, ['/asks/0/source'])).toThrow("nothing sealed at '/asks/0/source'")
  })

  it('stands nowhere in the pack, and a right guess matches nothing without its salt', () => {
    const secretText = 'ÉCLAIR & SONS LTD'
    const less = redact(pack, ['/asks/0/outcome/value', '/asked', '/answer/hash'])
    expect(JSON.stringify(pack)).toContain(secretText)
    expect(JSON.stringify(less)).not.toContain(secretText)
    const guess = canonicalText(gathering.asked)
    const known = Object.values(less.values).map(({ salt }) => saltedHash(salt, guess))
    const unsalted = createHash('sha256').update(guess).digest('hex')
    expect([...known, unsalted].filter((hash) => hash === less.form.asked)).toEqual([])
    const salts = Object.values(pack.values).map(({ salt }) => salt)
    expect(new Set(salts).size).toBe(places.length)
    expect(salts.filter((salt) => Buffer.from(salt, 'base64url').length !== 16)).toEqual([])
  })
})

/** Every pack that differs in one leaf, in one member more or in one less. */
function* changedOnes(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* [`${value}x`, value.slice(1), 7, null]
  else if (typeof value === 'number') yield* [value + 1, String(value)]
  else if (typeof value === 'boolean') yield !value
  else if (value === null) yield* ['x', 0, {}]
  else if (Array.isArray(value)) {
    yield [...value, 'x']
    for (const [i, one] of value.entries()) {
      yield value.toSpliced(i, 1)
      for (const changed of changedOnes(one)) yield value.with(i, changed)
    }
  } else {
    const members = value as Readonly<Record<string, unknown>>
    yield { ...members, unknown: 1 }
    for (const [name, one] of Object.entries(members)) {
      const { [name]: _, ...others } = members
      yield others
      for (const changed of changedOnes(one)) yield { ...members, [name]: changed }
    }
  }
}

describe('a pack that was changed', () => {
  it('is refused, whatever it is, unless no more than a value was left out and said to be', () => {
    let count = 0,
      accepted = 0
    for (const changed of changedOnes(pack)) {
      count++
      if (faultsOf(changed).length > 0) continue
      // What no source gave can be taken out without a word.
      expect(['/asked', '/settings', '/answer/hash']).toContain(open(changed as Pack).leftOut.join())
      accepted++
    }
    expect(accepted).toBe(3)
    console.info(`${count} packs, each with one change`)
    expect(count).toBeGreaterThan(500)
  })

  it('is told every fault at once, in words', () => {
    const { depth: _, ...form } = pack.form
    const changed = { ...pack, extra: 1, form: { ...form, now: 'today', asks: [{ ...form.asks[0], from: 'hearsay' }] } }
    expect(faultsOf(changed)).toEqual([
      '/extra is not a member of this format.',
      '/form/depth is absent.',
      '/form/now is not an ISO time in UTC.',
      '/form/asks/0/from is not one of: wire, cache, dataset, null.',
    ])
    expect(faultsOf({ ...pack, values: { ...pack.values, '/asked': { ...pack.values['/asked'], value: 1 } } })).toEqual(
      ["The value of '/asked' is not the one that was sealed."],
    )
    expect(faultsOf({ ...pack, values: { ...pack.values, '/form': pack.values['/asked'] } })).toEqual([
      "/values has '/form', where the form has nothing sealed.",
    ])
    expect(faultsOf({ ...pack, not_replayable: ['rivers'] })).toHaveLength(1)
    for (const none of [null, 7, 'x', [], {}]) expect(faultsOf(none).length).toBeGreaterThan(0)
  })

  it.each([
    ['now', '2026-13-45T09:00:00Z', 'an ISO time in UTC'],
    ['now', '2026-02-30T09:00:00Z', 'an ISO time in UTC'],
    ['now', '2026-02-28T24:00:00Z', 'an ISO time in UTC'],
    ['depth', 'deepest', 'one of: summary, standard, full'],
  ])('is refused with a %s that there is not: %s', (member, value, what) => {
    expect(faultsOf({ ...pack, form: { ...pack.form, [member]: value } })).toEqual([`/form/${member} is not ${what}.`])
  })

  it('is refused in words where it has another format, and for nothing else', () => {
    expect(faultsOf({ id: 7, form: { format: 'domesday-evidence/2', more: [] } })).toEqual([
      'The pack has the format domesday-evidence/2; this version reads domesday-evidence/1 only. ' +
        'Install the version that fits.',
    ])
    expect(faultsOf({ form: { format: 'other' } })).toEqual([
      'The pack has the format "other", which is not one of evidence packs.',
    ])
  })

  it('is refused where it nests deeper than any stack', () => {
    const depth = 200_000
    const value = JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
    const changed = { ...pack, values: { ...pack.values, '/asked': { ...pack.values['/asked'], value } } }
    expect(faultsOf(changed)).toEqual(["The value of '/asked' is not the one that was sealed."])
  })
})

import { describe, expect, it } from 'vitest'
import { holderOf, tokensIn } from './tokens.ts'

const token = (letter: string) => letter.repeat(32)
const read = (text: string) => tokensIn({ DOMESDAY_OPERATOR_TOKEN: text })

describe('tokens of operators', () => {
  it('are none, one, or several with names', () => {
    expect([tokensIn({}), read(''), read(' ')]).toEqual([[], [], []])
    expect(read(token('a')).map(({ name }) => name)).toEqual(['operator'])
    const tokens = read(`ada:${token('a')}, bob:${token('b')}`)
    expect([token('a'), token('b'), token('c'), 'a', ''].map((one) => holderOf(tokens, one)?.name ?? null)).toEqual([
      'ada',
      'bob',
      null,
      null,
      null,
    ])
  })

  it('may be for reading only', () => {
    const tokens = read(`ada:${token('a')},auditor/read:${token('b')}`)
    expect(tokens.map(({ name, role }) => [name, role])).toEqual([
      ['ada', 'all'],
      ['auditor', 'read'],
    ])
    // A misspelt role must not open everything.
    for (const role of ['write', 'Read', 'read-only', ''])
      expect(() => read(`auditor/${role}:${token('b')}`)).toThrow(
        "token 1 of 'auditor': unknown role; the only one is 'read'",
      )
    expect(() => read(`ada:${token('a')},ada/read:${token('b')}`)).toThrow("two tokens have the name 'ada'")
    expect(read('a/b'.repeat(12))).toMatchObject([{ name: 'operator', role: 'all' }])
  })

  it('that are short or have one name are refused, and never shown', () => {
    expect(() => read('secret')).toThrow(/^DOMESDAY_OPERATOR_TOKEN: token 1 must have at least 32 characters$/)
    expect(() => read(`ada:${token('a')},bob:${'b'.repeat(31)}`)).toThrow('token 2')
    expect(() => read(`ada:${token('a')},ada:${token('b')}`)).toThrow("two tokens have the name 'ada'")
    expect(() => read(`${token('a')},${token('b')}`)).toThrow("two tokens have the name 'operator'")
  })
})

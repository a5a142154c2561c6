import { describe, expect, it } from 'vitest'
import { isPlainText, plainText, shownPlain } from './foreign-text.ts'
import { fromJson } from './json.ts'
import { stated } from './words.ts'

const steering = [
  ['an escape sequence', 'a\u001b[2Jb', 'a[2Jb', 'a\\u001b[2Jb'],
  ['a change of direction', 'a\u202eb', 'ab', 'a\\u202eb'],
  ['an isolate', 'a\u2066b\u2069', 'ab', 'a\\u2066b\\u2069'],
  ['invisible tags', 'a\u{e0041}b', 'ab', 'a\\udb40\\udc41b'],
  ['half a character', 'a\ud83db', 'a\ufffdb', 'a\ufffdb'],
] as const

describe.each(steering)('%s', (_, text, taken, shown) => {
  it('is not let into an answer', () => {
    expect([isPlainText(text), plainText(text), stated(text)?.replace(' ', '')]).toEqual([false, taken, taken])
  })
  it('is shown by its code, and JSON stays JSON', () => {
    expect(shownPlain(text)).toBe(shown)
    expect(plainText(JSON.parse(shownPlain(JSON.stringify({ text })).replace('\\ud83d', '\ufffd')).text)).toBe(taken)
  })
})

it('what was misread on its way can still be mended, and steers no terminal', () => {
  expect([stated('don\u00e2\u0080\u0099t'), shownPlain('a\u009b2Jb')]).toEqual([
    'don\u00e2\u0080\u0099t',
    'a\\u009b2Jb',
  ])
})

it('what people write is left as it is', () => {
  for (const text of [
    'Tŷ Gwyn, Llanfairpwll',
    'Ó Súilleabháin',
    '👩‍👩‍👧 a family',
    'בית',
    'a\nb\tc',
    'a,b\r\nc,d\r\n',
    'Ελλάδα – “x”',
  ])
    expect([isPlainText(text), plainText(text), shownPlain(text)]).toEqual([true, text, text])
})

it('no character is taken out of what is called plain, and each that is steers', () => {
  const texts = Array.from({ length: 0x1_0000 }, (_, unit) => `a${String.fromCharCode(unit)}b`)
  expect(texts.filter((text) => isPlainText(text) !== (plainText(text) === text))).toEqual([])
})

it('half a character is mended where JSON comes in, wherever it stands', () => {
  expect(fromJson('{"a":["\\ud83d",{"b":"x\\udc00"}],"c":"\\ud83d\\ude00"}')).toEqual({
    a: ['\ufffd', { b: 'x\ufffd' }],
    c: '😀',
  })
})

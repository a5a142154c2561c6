import { expect, it } from 'vitest'
import type { IncomingMessage } from 'node:http'
import { accepts, asksFor, mustAccept } from './accept.ts'

it.each([
  [undefined, true],
  ['', true],
  ['*/*', true],
  ['application/*', true],
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/problem+json', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/csv, application/json;q=0.1', true],
  ['text/event-stream, application/json', true],
  ['json', true],
  ['text/csv', false],
  ['text/event-stream', false],
  ['text/*', false],
  ['application/xml, text/html', false],
  ['application/json;q=0', false],
  ['*/*, application/json;q=0.0', false],
  ['application/*;q=0, */*', false],
  ['*/*;q=0', false],
  ['application/geo+json', false],
])('Accept: %s', (header, accepted) => expect(accepts(header)).toBe(accepted))

it.each([
  [undefined, true],
  ['text/plain', true],
  ['text/*', true],
  ['*/*', true],
  ['application/json', false],
  ['application/problem+json', false],
  ['text/plain;q=0, */*', false],
])('Accept: %s, where answers are text', (header, accepted) => expect(accepts(header, 'text/plain')).toBe(accepted))

it.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/event-stream;q=0, application/json', false],
  ['Text/Event-Stream', true],
  ['application/json, text/event-stream;q=0.5', true],
])('%s asks for a stream: %s', (header, expected) => {
  expect(asksFor(header, 'text/event-stream')).toBe(expected)
})

it.each([
  [undefined, undefined, ['application/json'], 'leaves out JSON'],
  [undefined, ['text/event-stream'], ['application/json', 'text/event-stream'], 'leaves out JSON or text/event-stream'],
  ['text/plain', undefined, ['text/plain'], 'leaves out text/plain'],
])('a refusal says what there is: %s and %j', (type, others, allowed, detail) => {
  const request = { headers: { accept: 'text/csv' } } as IncomingMessage
  expect(() => mustAccept(request, type, others)).toThrow(
    expect.objectContaining({
      code: 'not_acceptable',
      more: { errors: [{ parameter: 'Accept', detail, allowed }] },
    }) as never,
  )
})

/** What a reader is told is told in words: sentences hold no codes, and codes in rows have their words beside them. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../core/registry/load.ts'
import { inspect } from '../core/service/configure.ts'
import { sharedService } from './support/shared-service.ts'

const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})
const service = await sharedService()
const settingsOf = (id: string) => reading.settings.get(`endpoint:${id}`) as { readonly examples?: object }

/** Where sentences stand, in lists too. */
const sentences =
  /^(recommendation|implication|evidence|detail|reason|also|verdict_because|signal|note|rating_note|summary|factors)$/
const codes = /\b[A-Z]{2,}(?:_[A-Z]{2,})+\b/g

interface Found {
  readonly path: string
  readonly key: string
  readonly value: unknown
  readonly beside: Readonly<Record<string, unknown>>
}
/** Every leaf of an answer, and every list; what stands in a list goes by the name of the list. */
function* leaves(value: unknown, path = '', key = '', beside: Found['beside'] = {}): Generator<Found> {
  if (Array.isArray(value)) {
    yield { path, key, value, beside }
    for (const one of value) yield* leaves(one, `${path}[]`, key, beside)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value))
      yield* leaves(one, `${path}.${name}`, name, value as Found['beside'])
  } else yield { path, key, value, beside }
}
const codesIn = (answer: unknown): readonly string[] =>
  [...leaves(answer)].flatMap(({ path, key, value }) =>
    typeof value === 'string' && sentences.test(key)
      ? (value.match(codes) ?? []).map((code) => `${path}: ${code} in “${value}”`)
      : [],
  )

/** Names of fields that hold codes, and of what stands beside each with the words. */
const worded: Readonly<Record<string, string>> = {
  sic_codes: 'sic',
  cpv_codes: 'cpv',
  data_indoor: 'data_indoor_words',
  data_outdoor: 'data_outdoor_words',
  voice_indoor: 'voice_indoor_words',
  voice_outdoor: 'voice_outdoor_words',
}
const bareCodes = (answer: unknown): readonly string[] =>
  [...leaves(answer)].flatMap(({ path, key, value, beside }) => {
    const words = beside[worded[key] ?? '']
    if (worded[key] === undefined || value === null || (!Array.isArray(value) && path.endsWith('[]'))) return []
    const isTold = Array.isArray(value)
      ? Array.isArray(words) && words.length === value.length && words.every((one) => Object.values(one)[1] !== null)
      : typeof words === 'string'
    return isTold ? [] : [`${path} has no words beside it`]
  })

it('finds a code in a sentence, and a code without words', () => {
  expect(codesIn({ report: { also: ['It is HIGH_RISK.'], rating: 'HIGH_RISK', status: 'NO_DATA' } })).toHaveLength(1)
  expect(bareCodes({ mobile: [{ data_indoor: 3 }, { data_indoor: 4, data_indoor_words: 'good' }] })).toHaveLength(1)
  expect(bareCodes({ sic_codes: ['62012'], sic: [{ code: '62012', description: null }] })).toHaveLength(1)
})

describe.each([...plugins.endpoints.keys()])('%s', (id) => {
  it('speaks in words', async () => {
    for (const example of Object.keys(settingsOf(id).examples ?? {})) {
      const { status, body } = await service.send(`/api/v1${example}${example.includes('?') ? '&' : '?'}depth=full`)
      expect([example, status]).toEqual([example, 200])
      expect([example, codesIn(body.data)]).toEqual([example, []])
      expect([example, bareCodes(body.data)]).toEqual([example, []])
    }
  })
})

it('recommends in words, whatever the rating', () => {
  expect([...reading.settings.values()].flatMap(codesIn)).toEqual([])
})

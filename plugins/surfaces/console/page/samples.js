/** Subjects that the examples of look-ups are about, each with a sentence of what is to be seen there. */
import { describe, valuesIn } from './api.js'
import { idIn, kindOf } from './subjects.js'

/** @typedef {{ kind: import('./types').Kind, id: string, sentences: string[] }} Sample */

/** Samples are there to be asked in the sandbox only. */
const isSandbox = () => document.documentElement.dataset.mode === 'sandbox'

/** @param {import('./types').Catalogue} catalogue @returns {Promise<Sample[]>} those that most look-ups have first */
export const loadSamples = async ({ endpoints }) => {
  /** @type {Map<string, Sample>} */
  const found = new Map()
  if (!isSandbox()) return []
  const described = await Promise.all(endpoints.map(describe))
  for (const [i, endpoint] of endpoints.entries()) {
    const kind = kindOf(endpoint.subject?.kind ?? '')
    if (kind === null || endpoint.subject === null) continue
    for (const address of endpoint.examples) {
      const named = valuesIn(endpoint, address)?.[endpoint.subject.parameter]
      if (!named) continue
      const id = idIn(kind, named),
        sample = found.get(`${kind.id} ${id}`) ?? { kind, id, sentences: [] },
        sentence = described[i]?.examples[address]
      if (sentence) sample.sentences.push(sentence)
      found.set(`${kind.id} ${id}`, sample)
    }
  }
  return [...found.values()].toSorted((a, b) => b.sentences.length - a.sentences.length)
}

/** Samples in whose id or sentences every word occurs. @param {readonly Sample[]} samples @param {string} typed */
export const samplesWith = (samples, typed) => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return samples.filter(({ id, sentences }) => {
    const text = `${id} ${sentences.join(' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Whether words of an answer are good or bad news. */

/** @typedef {import('./types').Tone} Tone */
/** @typedef {import('./types').Schema} Schema */

const tones = /** @type {const} */ (['bad', 'fair', 'good'])

/** As the schema of the value declares it. @param {Schema | undefined} schema @param {unknown} value @returns {Tone} */
export const toneOf = (schema, value) => {
  const declared = schema?.['x-tones'] ?? schema?.anyOf?.find((each) => each['x-tones'])?.['x-tones']
  return tones.find((tone) => declared?.[tone]?.some((word) => word === value)) ?? 'neutral'
}

/** Words that scores have for their bands, which are settings and have no schema. */
const bands = /** @type {Record<string, Tone>} */ ({
  excellent: 'good',
  strong: 'good',
  leading: 'good',
  good: 'good',
  favourable: 'good',
  engaged: 'good',
  'highly engaged': 'good',
  'low risk': 'good',
  moderate: 'fair',
  'moderate risk': 'fair',
  fair: 'fair',
  emerging: 'fair',
  poor: 'bad',
  weak: 'bad',
  severe: 'bad',
  prohibitive: 'bad',
  'high risk': 'bad',
  'critical risk': 'bad',
  'highly constrained': 'bad',
})

/** @param {string} rating @returns {Tone} */
export const toneOfBand = (rating) => bands[rating.toLowerCase().replaceAll('_', ' ')] ?? 'neutral'

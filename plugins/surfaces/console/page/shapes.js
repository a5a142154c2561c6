/** Recognises values by their shape, so that the console can draw endpoints that it does not know. */

/** @typedef {import('./types').Row} Row */
/** @typedef {import('./types').Schema} Schema */
/** @typedef {import('./types').Scored} Scored */
/** @typedef {import('./types').Signal} Signal */

/** @param {unknown} value @returns {value is Row} */
export const isRow = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
/** @param {unknown} value @returns {value is number} */
export const isNumber = (value) => typeof value === 'number' && Number.isFinite(value)
/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === 'string'
/** @param {unknown} value @returns {value is Row[]} */
export const isRows = (value) => Array.isArray(value) && value.length > 0 && value.every(isRow)
/** @param {Row} row @param {string} key */
const isDay = (row, key) => isText(row[key]) && /^\d{4}-\d\d(-\d\d)?/.test(/** @type {string} */ (row[key]))

/**
 * The schema of a key or of an item, without the `null` alternative.
 * @param {Schema | undefined} schema
 * @param {string} [key]
 * @returns {Schema | undefined}
 */
export const schemaOf = (schema, key) => {
  const plain = schema?.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (key === undefined) return plain?.items
  return (
    plain?.properties?.[key] ??
    (typeof plain?.additionalProperties === 'object' ? plain.additionalProperties : undefined)
  )
}

/** @param {unknown} value @returns {value is { lat: number, lng: number }} */
export const isPoint = (value) => isRow(value) && isNumber(value.lat) && isNumber(value.lng)

/** @param {unknown} list @returns {Signal[]} */
const signalsOf = (list) =>
  !isRows(list)
    ? []
    : list
        .filter(({ factor, weight }) => isText(factor) && isNumber(weight))
        .map(
          (row) =>
            /** @type {Signal} */ ({
              factor: row.factor,
              weight: row.weight,
              contribution: row.contribution ?? row.risk_contribution ?? null,
              points: row.points ?? row.score ?? null,
              ...(Array.isArray(row.points_between) && { points_between: row.points_between }),
              detail: row.detail ?? '',
            }),
        )

/**
 * A score with its rating and usually its factors; null for anything else.
 * @param {unknown} value
 * @returns {Scored | null}
 */
export const scoredOf = (value) => {
  if (!isRow(value) || !('score' in value) || !('rating' in value) || !(value.score === null || isNumber(value.score)))
    return null
  const list = /** @type {unknown[]} */ (
    Array.isArray(value.signals) ? value.signals : Array.isArray(value.factors) ? value.factors : []
  )
  return /** @type {Scored} */ ({ ...value, signals: signalsOf(list), sentences: list.filter(isText) })
}

/**
 * The scores of an answer with their keys, including flat ones (`x_score` beside `x_rating` or `rating`). A flat score
 * with its factors elsewhere in the answer counts once.
 * @param {Row} data
 * @returns {{ name: string, used: string[], scored: Scored }[]}
 */
export const scoresOf = (data) => {
  const whole = Object.entries(data).flatMap(([name, value]) => {
    const scored = scoredOf(value)
    return scored ? [{ name, used: [name], scored }] : []
  })
  const flat = Object.entries(data).flatMap(([name, value]) => {
    if (!name.endsWith('_score') || !(value === null || isNumber(value))) return []
    const beside = [name.replace(/_score$/, '_rating'), 'rating'].find((key) => key in data)
    if (beside === undefined) return []
    const twin = whole.find(({ scored }) => scored.score === value && scored.rating === data[beside])
    const signals = beside === 'rating' ? signalsOf(data.signals) : []
    const own = ['confidence', 'recommendation', 'bounds', 'possible_ratings', 'override', 'signals'].filter(
      (key) => beside === 'rating' && (key === 'signals' ? signals.length > 0 : key in data),
    )
    const scored = twin?.scored ?? /** @type {Scored} */ ({
      score: value,
      rating: data[beside],
      sentences: [],
      ...Object.fromEntries(own.map((key) => [key, data[key]])),
      signals,
    })
    return [{ name, used: [name, beside, ...own, ...(twin ? twin.used : [])], scored }]
  })
  const taken = new Set(flat.flatMap(({ used }) => used))
  return [...flat, ...whole.filter(({ name }) => !taken.has(name))]
}

/**
 * The verdict of an answer, with other possible verdicts and its reasons.
 * @param {Row} data
 * @returns {import('./types').Verdict | null}
 */
export const verdictOf = (data) => {
  const { verdict, possible_verdicts: possible, verdict_because: because } = data
  const texts = (/** @type {unknown} */ list) => (Array.isArray(list) ? list.filter(isText) : [])
  return isText(verdict) ? { word: verdict, possible: texts(possible), because: [...new Set(texts(because))] } : null
}

/** The name of a thing at a place. @param {Row} row */
export const placeName = (row) =>
  ['name', 'site', 'address', 'description', 'road_name', 'reference', 'street'].map((key) => row[key]).find(isText)

/** Identifies a place by its coordinates, or else by its name. @param {Row} row */
const placeIdentity = ({ coordinates, ...row }) =>
  isPoint(coordinates) ? `${coordinates.lat} ${coordinates.lng}` : placeName(row)
/**
 * Things around a place: every row has a distance, and few rows share a place.
 * @param {unknown} list
 */
export const isPlaces = (list) =>
  isRows(list) &&
  list.length > 1 &&
  list.every((row) => placeIdentity(row) !== undefined && (isNumber(row.distance_m) || isNumber(row.distance_km))) &&
  new Set(list.map(placeIdentity)).size > list.length * 0.6
/** The key of the count that every row has. @param {readonly Row[]} rows */
export const amountKey = (rows) =>
  ['crimes', 'incidents'].find((key) => rows.every((row) => isNumber(row[key]) && row[key] > 0)) ?? null
/** @param {Row} row */
export const metresOf = (row) =>
  isNumber(row.distance_m) ? row.distance_m : /** @type {number} */ (row.distance_km) * 1000

const starts = ['appointed_on', 'notified_on', 'from', 'since', 'start']
const ends = ['resigned_on', 'ceased_on', 'until', 'to', 'end']
/**
 * Periods: the keys of the first and the last day.
 * @param {unknown} list
 * @returns {{ start: string, end: string } | null}
 */
export const spanKeys = (list) => {
  if (!isRows(list)) return null
  const start = starts.find((key) => list.some((row) => isDay(row, key))),
    end = ends.find((key) => key in /** @type {Row} */ (list[0]))
  return start && end && list.filter((row) => isDay(row, start)).length >= list.length / 2 ? { start, end } : null
}

const days = [
  'date',
  'published',
  'raised_at',
  'created_on',
  'awarded_on',
  'awarded',
  'inspected_on',
  'updated',
  'made',
  'decided',
]
/** Events: the key of the day. @param {unknown} list @returns {string | null} */
export const dayKey = (list) =>
  isRows(list) && list.length > 1 ? (days.find((key) => list.every((row) => isDay(row, key))) ?? null) : null

/**
 * A time series: rows with a day and one number, nothing else.
 * @param {unknown} list
 * @returns {{ day: string, value: string } | null}
 */
export const seriesKeys = (list) => {
  if (!isRows(list) || list.length < 3) return null
  const keys = Object.keys(/** @type {Row} */ (list[0]))
  const day = keys.find((key) => list.every((row) => isDay(row, key))),
    value = keys.find((key) => list.every((row) => isNumber(row[key])))
  return keys.length === 2 && day && value ? { day, value } : null
}

/** Findings, each with an explanation. @param {unknown} list @returns {list is Row[]} */
export const isFlags = (list) =>
  isRows(list) &&
  list.every((row) => (isText(row.flag) || isText(row.signal)) && (isText(row.implication) || isText(row.detail)))

/** Shares by energy band. @param {unknown} value @returns {value is Record<string, number>} */
export const isBands = (value) =>
  isRow(value) && Object.keys(value).join('') === 'ABCDEFG' && Object.values(value).every(isNumber)

/** @param {Row} row */
const numbersOf = (row) =>
  Object.entries(row).flatMap(([key, value]) => (isNumber(value) ? [/** @type {const} */ ([key, value])] : []))

/**
 * Parts of a whole: percentages that sum to 100, amounts of one unit, or counts with their `total`. Null for anything
 * else.
 * @param {string} name @param {unknown} value @param {Schema} [schema]
 * @returns {{ parts: (readonly [string, number])[], unit: string | null, total: number, rest: string[] } | null} `rest`: the other keys
 */
export const mixOf = (name, value, schema) => {
  if (!isRow(value)) return null
  const numbers = numbersOf(value),
    keys = Object.keys(value)
  const sum = numbers.reduce((all, [, part]) => all + part, 0)
  if (numbers.some(([, part]) => part < 0) || sum <= 0) return null
  const pure = keys.every((key) => isNumber(value[key]) || value[key] === null)
  if (pure && numbers.length > 1 && Math.abs(sum - 100) < 1.6 && sum !== numbers.length) {
    const unit =
      schemaOf(schema, /** @type {string} */ (keys[0]))?.['x-unit'] ??
      (keys.every((key) => key.endsWith('_pct')) ? '%' : null)
    if (unit === '%' || !numbers.every(([, part]) => Number.isInteger(part)))
      return { parts: numbers, unit: '%', total: sum, rest: [] }
  }
  const unit = schemaOf(schema, /** @type {string} */ (keys[0]))?.['x-unit'] ?? null
  if (pure && /(^|_)mix$/.test(name) && numbers.length > 1) return { parts: numbers, unit, total: sum, rest: [] }
  const total = value.total
  const others = numbers.filter(([key]) => key !== 'total' && !/_(m|km)$/.test(key))
  if (isNumber(total) && total > 0 && others.length > 1 && others.reduce((all, [, part]) => all + part, 0) === total) {
    return {
      parts: others,
      unit: null,
      total,
      rest: keys.filter((key) => key !== 'total' && !others.some(([name]) => name === key)),
    }
  }
  return null
}

/**
 * Amounts by category, if the schema allows any keys.
 * @param {unknown} value
 * @param {Schema} [schema]
 * @returns {value is Record<string, number>}
 */
export const isCounts = (value, schema) =>
  isRow(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every(isNumber) &&
  (typeof schemaOf(schema)?.additionalProperties === 'object' ||
    typeof schema?.additionalProperties === 'object' ||
    typeof schema?.anyOf?.[0]?.additionalProperties === 'object')

/** Small records of the same kind, keyed by name. @param {unknown} value */
export const isRecords = (value) => {
  if (!isRow(value)) return false
  const [first, ...others] = Object.values(value)
  const flat = (/** @type {unknown} */ each) =>
    isRow(each) && Object.values(each).every((inner) => inner === null || typeof inner !== 'object')
  return (
    flat(first) &&
    others.length > 0 &&
    others.every(
      (other) =>
        flat(other) &&
        Object.keys(/** @type {Row} */ (other)).join() === Object.keys(/** @type {Row} */ (first)).join(),
    )
  )
}

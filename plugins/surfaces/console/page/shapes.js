/** Recognises values by their shape and reads their schemas, whatever endpoint they are of. */

/** @typedef {import('./types').Drawn} Drawn */
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

/**
 * The parts of a whole that an object is declared to be, and what else it holds.
 * @param {Drawn} drawn @param {Row} row @param {Schema} [schema]
 * @returns {{
 *   parts: (readonly [string, number])[],
 *   unit: string | null,
 *   total: number,
 *   rest: string[],
 *   colourOf: (key: string) => string | null,
 * } | null}
 */
export const sharesOf = (drawn, row, schema) => {
  const { as: _, total: totals, parts: plainParts, ...coloured } = drawn
  const named = [plainParts ?? [], ...Object.values(coloured)].flat(),
    [totalField] = [totals ?? []].flat()
  const isPart = (/** @type {string} */ key) => (named.length > 0 ? named.includes(key) : key !== totalField)
  const parts = Object.entries(row).flatMap(([key, value]) =>
    isPart(key) && isNumber(value) ? [/** @type {const} */ ([key, value])] : [],
  )
  const sum = parts.reduce((all, [, part]) => all + part, 0),
    stated = totalField === undefined ? undefined : row[totalField]
  if (sum <= 0 || parts.some(([, part]) => part < 0)) return null
  const colour = (/** @type {string} */ key) =>
    Object.entries(coloured).find(([, fields]) => [fields].flat().includes(key))?.[0]
  return {
    parts,
    unit: schemaOf(schema, parts[0]?.[0] ?? '')?.['x-unit'] ?? null,
    total: isNumber(stated) ? Math.max(stated, sum) : sum,
    rest: Object.keys(row).filter(
      (key) => key !== totalField && !(isPart(key) && (isNumber(row[key]) || row[key] === null)),
    ),
    colourOf: (key) => {
      const found = colour(key)
      return found === undefined ? null : /^(good|fair|bad)$/.test(found) ? `tone-${found} is-toned` : `hue-${found}`
    },
  }
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

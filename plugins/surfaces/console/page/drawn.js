/** What plugins declare of a value in its schema: the picture that it makes, and which part a field plays in it. */

/** @typedef {import('./types').Drawn} Drawn */
/** @typedef {import('./types').Row} Row */
/** @typedef {import('./types').Schema} Schema */

/** The picture of an object, or of the rows of a list. @param {Schema | undefined} schema @returns {Drawn | null} */
export const drawnOf = (schema) =>
  schema?.['x-drawn'] ?? schema?.anyOf?.find((each) => each['x-drawn'])?.['x-drawn'] ?? null

/** The fields that play a part. @param {Drawn} drawn @param {string} part */
export const fieldsOf = (drawn, part) => [drawn[part] ?? []].flat()

/**
 * Of the fields that play a part, the first that has a value in this row.
 * @param {Drawn} drawn
 * @param {string} part
 * @param {Row} row
 */
export const fieldOf = (drawn, part, row) =>
  fieldsOf(drawn, part).find((field) => row[field] !== null && row[field] !== undefined)

/** @param {Drawn} drawn @param {string} part @param {Row} row @returns {unknown} */
export const valueOf = (drawn, part, row) => {
  const field = fieldOf(drawn, part, row)
  return field === undefined ? null : row[field]
}

/** The value of a part as text, if it has one. @param {Drawn} drawn @param {string} part @param {Row} row */
export const textOf = (drawn, part, row) => {
  const value = valueOf(drawn, part, row)
  return Array.isArray(value) ? value.join(' – ') : value === null ? null : String(value)
}

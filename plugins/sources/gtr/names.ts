/** Search queries and comparison of names. */

/** The words as a query: every word must occur, and none is read as an operator. Empty if there are none. */
export const allOf = (text: string): string =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    .filter((word) => !/^(?:and|or|not)$/i.test(word))
    .slice(0, 20)
    .join(' AND ')

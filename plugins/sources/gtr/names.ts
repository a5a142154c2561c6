/** Names and words as they are sought and compared. */

/** The words as a query: each must occur, and none is read as an operator. Empty where there is none. */
export const allOf = (text: string): string =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
    .filter((word) => !/^(?:and|or|not)$/i.test(word))
    .slice(0, 20)
    .join(' AND ')

/** Names and words as they are sought and compared. */

export interface Company { readonly name: string; readonly formerNames: readonly string[] }

/** The words as a query: each must occur, and none is read as an operator. Empty where there is none. */
export const allOf = (text: string): string =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => !/^(?:and|or|not)$/i.test(word)).slice(0, 20).join(' AND ')

const plain = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  .replaceAll('&', ' AND ')
  .replace(/['’.]/g, '')
  .replace(/[^A-Z0-9]+/g, ' ')
  .trim()
/** A name without case, punctuation and legal form. */
export const plainName = (name: string): string =>
  plain(name).replace(/ (?:LIMITED|LTD|PUBLIC LIMITED COMPANY|PLC|LIMITED LIABILITY PARTNERSHIP|LLP|CYFYNGEDIG|CYF)$/, '')

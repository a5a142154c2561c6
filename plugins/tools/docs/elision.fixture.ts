/** Texts in which `…` stands for what is left out. White space does not count. */

/** Without white space, and without the comma that ends a list which is broken into lines. */
const dense = (text: string): string => text.replace(/\s+/g, '').replace(/,(?=[)\]}]|$)/g, '')

/** The first part of a short text that does not stand in the long one behind the parts before it; null if all do. */
export const missingIn = (long: string, short: string): string | null => {
  const whole = dense(long)
  let from = 0
  for (const part of short.split('…')) {
    const at = whole.indexOf(dense(part), from)
    if (at < 0) return part.trim()
    from = at + dense(part).length
  }
  return null
}

/** The same, or what stands in the long text before or behind all of the short one. */
export const differenceOf = (long: string, short: string): string | null => {
  const whole = dense(long),
    parts = short.split('…').map(dense)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (!whole.startsWith(first)) return `it begins with ${whole.slice(0, 80)}`
  if (!whole.endsWith(last) || (parts.length === 1 && whole !== first)) return `it ends with ${whole.slice(-80)}`
  return missingIn(long, short)
}

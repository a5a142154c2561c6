/** Markdown fragments. */

/** Text for a table cell. */
export const cell = (text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? '–' : String(text).replaceAll('|', '\\|').replace(/\s+/g, ' ')

export const rows = (
  head: readonly string[],
  body: readonly (readonly (string | number | null | undefined)[])[],
): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...body.map((row) => `| ${row.map(cell).join(' | ')} |`),
  ].join('\n')

export const generated = '<!-- Made by `npm run docs` from the declarations and their defaults: edit those. -->'

/** Milliseconds as a duration in the settings' syntax. */
export const duration = (ms: number): string => {
  for (const [unit, size] of [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ] as const)
    if (ms >= size && ms % size === 0) return `${ms / size}${unit}`
  return `${ms}ms`
}

/**
 * The downloads page. Each month's files have their own address, in a folder that has moved before; older files stay on
 * the page.
 */

/**
 * Finds the newest file with a name: `01_March_2024_HSCA_Active_Locations.ods`; a same-day correction ends in `-v2`.
 */
export const newestOf =
  (name: string) =>
  (page: string): string | null => {
    const between = '(?:_|-|%20)'
    const file = `(\\d{1,2})${between}([a-z]+)${between}(\\d{4})${between}${name}([^"'/]*)\\.ods`
    const links = Array.from(
      page.matchAll(new RegExp(`href=["']([^"']*?${file})["']`, 'gi')),
      ([, address = '', date, month, year, issue = '']) => ({
        address,
        at: Date.parse(`${date} ${month} ${year} UTC`) || 0,
        issue: Number(/\d+/.exec(issue)?.[0] ?? 0),
      }),
    )
    return links.toSorted((a, b) => b.at - a.at || b.issue - a.issue)[0]?.address ?? null
  }

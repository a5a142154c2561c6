/**
 * The page of downloads. Each month's files have addresses of their own, in a folder that has moved before; older
 * ones stay on the page.
 */

/**
 * Finds the newest file of a name: `01_March_2024_HSCA_Active_Locations.ods`; a corrected issue of the day ends in
 * `-v2`.
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

/** Whether every case of a large set is tried, as by `npm run full`, or the part of it that the day chooses. */
export const allCases = process.env['DOMESDAY_CASES'] === 'all'

/** The number of this day: what is tried in part goes on to the next part tomorrow. */
export const today = Math.floor(Date.now() / 86_400_000)

/** How many crimes a month of the bench has. The police refuse to list more than 10,000. */
export const crimesOf = { '2026-01': 1_000, '2026-02': 2_500, '2026-03': 10_000 } as const

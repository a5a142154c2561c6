/** Meaning of the mobile coverage grades 0 to 4. The regulator no longer uses 1 and 2. */
export const grades = ['none', 'poor', 'limited', 'likely to be good'] as const

const meanings = ['none', 'poor', 'poor', 'limited', 'likely to be good'] as const

export const gradeInWords = (grade: number | null): (typeof grades)[number] | null =>
  grade === null ? null : (meanings[grade] ?? null)

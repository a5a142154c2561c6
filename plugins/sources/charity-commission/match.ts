/** Whether a charity is a company. */
import { numberMatch, type Company, type Match } from '@domesday/vocabulary-companies'

export type AskedCompany = Pick<Company, 'number' | 'name' | 'since'>
interface Told {
  readonly company: string | null
  readonly registered: string | null
}

/** An incorporated organisation comes into being by its entry: the days of both registers are one, save for delay. */
export const matchOf = ({ company, registered }: Told, { number, since = null }: AskedCompany): Match => {
  if (company === number) return numberMatch
  const found = { by: 'name', agreed: ['name'], against: [] } as const
  if (registered === null || since === null) return { ...found, sure: 'likely' }
  return Math.abs(Date.parse(registered) - Date.parse(since)) <= 31 * 86_400_000
    ? { ...found, agreed: ['name', 'day of registration'], sure: 'certain' }
    : { ...found, against: ['day of registration'], sure: 'possible' }
}

/** The factors of the score, for tests that read them one by one: nothing is asked. */
import { settings } from '@domesday/core'
import { riskOf } from './risk.ts'

const none = settings({}) as never

export const { factors } = riskOf({
  person: none,
  today: none,
  bans: none,
  profiles: none,
  watched: none,
  notices: none,
  failed: none,
  sanctions: {} as never,
})

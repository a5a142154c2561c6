/** The primary of two nodes is killed under load: what was acknowledged is in its standby, once. */
import { expect, it } from 'vitest'
import { sound } from './callers.ts'
import { failOver } from './fail-over.ts'

const times = Number(process.env['FAIL_OVERS'] ?? 1)
it(
  `loses no charge that it answered, doubles none and refunds none, in ${times} fail-overs to a standby`,
  async ({ skip }) => {
    const outcome = await failOver(times)
    if (outcome === null) return skip('no PostgreSQL server is installed')
    console.log(JSON.stringify(outcome))
    expect(outcome).toMatchObject({ ...sound, answeredAndRefunded: 0 })
  },
  60_000 + times * 600_000,
)

/**
 * `npm run failures`: kills nodes and PostgreSQL servers under load, and writes the table of `docs/reliability.md`.
 * Some five minutes. Needs a PostgreSQL that runs, and for fail-overs one that is installed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onStop } from '@domesday/core/tool'
import { projectRoot } from '../../core/registry/load.ts'
import { sound, type Outcome } from '../fleet/callers.ts'
import { failOver } from '../fleet/fail-over.ts'
import { openFleet } from '../fleet/fleet.ts'
import { kill } from '../fleet/kills.ts'
import { numbersIn } from '../fleet/options.ts'
import { unlimited } from '../fleet/settings.ts'

const { kills, 'fail-overs': failOvers } = numbersIn({
  kills: { usual: 30, from: 1, to: 10_000 },
  'fail-overs': { usual: 6, from: 1, to: 10_000 },
})
// What was started ends with this process.
onStop(() => process.exit(1))
const say = (line: string): void => console.log(line)

const killNodes = async (): Promise<Outcome | null> => {
  const fleet = await openFleet({ endpoints: ['location'], service: unlimited })
  if (fleet === null) return null
  try {
    return await kill(fleet, kills, say)
  } finally {
    await fleet.close()
  }
}

const failures = [
  {
    what: `\`kill -9\` of one of two nodes, ${kills} times`,
    run: killNodes,
    test: '[kills](../test/fleet/kills.full.test.ts): “leave no charge without its answer, and the other answers every call”',
  },
  {
    what: `\`kill -9\` of the primary, and the standby takes over, ${failOvers} times`,
    run: () => failOver(failOvers, say),
    test: '[fail-over](../test/fleet/fail-over.full.test.ts): “loses no charge that it answered, doubles none and refunds none”',
  },
]
const columns: readonly (readonly [title: string, cell: (outcome: Outcome) => number])[] = [
  ['answered', ({ answered }) => answered],
  ['refused or cut off', ({ failed }) => failed],
  ['charge lost', ({ answeredWithoutCharge }) => answeredWithoutCharge],
  ['charged twice, or a wrong amount', ({ chargedTwice, wrongAmount }) => chargedTwice + wrongAmount],
  ['charged without answer', ({ chargedWithoutAnswer }) => chargedWithoutAnswer],
  ['refunded', ({ refunded }) => refunded],
  ['of those answered', ({ answeredAndRefunded }) => answeredAndRefunded],
]

const rows: string[] = []
for (const { what, run, test } of failures) {
  const outcome = await run()
  if (outcome === null) {
    process.exitCode = 1
    continue
  }
  console.log(JSON.stringify(outcome))
  const isSound = Object.entries(sound).every(
    ([name, due]) => JSON.stringify(outcome[name as keyof Outcome]) === JSON.stringify(due),
  )
  if (!isSound) process.exitCode = 1
  const figures = columns.map(([, cell]) => cell(outcome).toLocaleString('en-GB'))
  rows.push(`| ${[what, ...figures, test].join(' | ')} |`)
}
if (rows.length === failures.length) {
  const page = join(projectRoot, 'docs/reliability.md')
  const text = readFileSync(page, 'utf8')
  const [begin, end] = ['<!-- failures: npm run failures -->', '<!-- end of failures -->']
  const table = [
    `| ${['failure', ...columns.map(([title]) => title), 'test'].join(' | ')} |`,
    `|${'---|'.repeat(columns.length + 2)}`,
    ...rows,
  ].join('\n')
  writeFileSync(
    page,
    `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`,
  )
}

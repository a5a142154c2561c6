/**
 * `npm run attacks`: makes each attack, and writes the table of `docs/reliability.md`. Some minutes; Linux only.
 * `--only <words>` makes those with the words in their description, and leaves the other rows.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../core/registry/load.ts'
import { books } from './books.ts'
import { fairness } from './fairness.ts'
import type { Attack, Outcome } from './service.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' }, only: { type: 'string' } } })
const page = join(projectRoot, 'docs/reliability.md')
const [begin, end] = ['<!-- attacks: npm run attacks -->', '<!-- end of attacks -->']

const rowOf = ({ what, due, test: [file, name] }: Attack, { held, of }: Outcome): string =>
  `| ${what} | ${due} | ${held} of ${of} | [${file.split('/').at(-1)!.replace('.test.ts', '')}](../${file}): “${name}” |`

const attacks = [...fairness, ...books(Number(values.kills))]
const text = readFileSync(page, 'utf8')
const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)]
/** The rows that stand in the page, by what is attacked: those that are not made now stay. */
const rows = new Map(
  text
    .slice(from, to)
    .split('\n')
    .map((row) => [row.split(' | ')[0]!.slice(2), row]),
)

let failed = 0
for (const attack of attacks) {
  if (values.only !== undefined && !attack.what.includes(values.only)) continue
  const outcome = await attack.run()
  if (outcome.held < outcome.of) failed++
  rows.set(attack.what, rowOf(attack, outcome))
  console.log(`${outcome.held} of ${outcome.of}: ${attack.what}`)
}
const table = [
  '| attack | due | held | test |',
  '|---|---|---|---|',
  ...attacks.flatMap(({ what }) => rows.get(what) ?? []),
].join('\n')
writeFileSync(page, `${text.slice(0, from)}\n\n${table}\n\n${text.slice(to)}`)
process.exitCode = failed === 0 ? 0 : 1

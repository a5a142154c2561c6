/** `npm run attacks`: makes each attack, and writes the table of `docs/reliability.md`. Some minutes; Linux only. */
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

const rows: string[] = []
let failed = 0
for (const attack of [...fairness, ...books(Number(values.kills))]) {
  if (values.only !== undefined && !attack.what.includes(values.only)) continue
  const outcome = await attack.run()
  if (outcome.held < outcome.of) failed++
  rows.push(rowOf(attack, outcome))
  console.log(`${outcome.held} of ${outcome.of}: ${attack.what}`)
}
if (values.only === undefined) {
  const text = readFileSync(page, 'utf8')
  const table = ['| attack | due | held | test |', '|---|---|---|---|', ...rows].join('\n')
  writeFileSync(
    page,
    `${text.slice(0, text.indexOf(begin) + begin.length)}\n\n${table}\n\n${text.slice(text.indexOf(end))}`,
  )
}
process.exitCode = failed === 0 ? 0 : 1

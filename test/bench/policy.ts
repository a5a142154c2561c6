/**
 * The policy lab: kept answers of all endpoints, as often as wanted, scored again under proposed settings, as `policy
 * try` does. `node test/bench/policy.ts [answers]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openService, projectRoot, tokens, type ServiceOptions } from '@domesday/core/tool'
import { createSums, keptAnswers, proposedSettings, rescored } from '@domesday/tool-policy'
import { takeGathered } from './gathered.ts'
import { judge } from './rounds.ts'

const answers = Number(process.argv[2] ?? 20_000)
const sets = ['distress.weights.filing_delays=0.35', 'distress.weights.active_charges=0.05']
const dir = mkdtempSync(join(tmpdir(), 'policy-'))
const options: ServiceOptions = {
  mode: 'sandbox',
  env: {},
  configDir: join(projectRoot, 'config'),
  dataDir: dir,
  port: 0,
  metricsPort: 0,
  logTo: { write: () => {} },
}

/** Seconds, of all threads. */
const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

const { taken } = await takeGathered()
const { container, close } = await openService(options)
try {
  const { plugins } = container.get(tokens.configured)
  const evidence = container.get(tokens.evidence)!
  for (let i = 0; i < answers; i += 1) {
    if (evidence.keep(taken[i % taken.length]!) === null) throw new Error('it was not kept')
    if (i % 200 === 199) await evidence.flush()
  }
  await evidence.flush()
  const { settings: proposed } = await proposedSettings(options, { folder: undefined, sets })
  const rows = keptAnswers(evidence, { since: 0, most: answers })
  const sums = createSums(),
    others = { unscored: 0, cannot_be_replayed: 0 }
  const [usedBefore, began] = [cpu(), performance.now()]
  for await (const [, outcome] of rescored(rows, { evidence, plugins, proposed }))
    if (typeof outcome === 'string') others[outcome] += 1
    else sums.add(outcome)
  const used = cpu() - usedBefore
  console.log(
    `${answers} kept answers in ${((performance.now() - began) / 1000).toFixed(1)} s and ${used.toFixed(1)} s of processor: ${sums.sums().answers} with a score, ${others.unscored} without, ${others.cannot_be_replayed} not replayed`,
  )
  judge([
    { what: 'seconds of processor for 100,000 kept answers', value: (used / answers) * 100_000, atMost: 120 },
    { what: 'kept answers that cannot be replayed', value: others.cannot_be_replayed, atMost: 0 },
  ])
} finally {
  await close()
  rmSync(dir, { recursive: true })
}

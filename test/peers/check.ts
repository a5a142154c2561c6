/**
 * Holds the service to its OpenAPI document, by Prism. What the document is held to itself: `document.full.test.ts`.
 * Run: npm ci --prefix test/peers && node test/peers/check.ts
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { exampleCalls, failingCalls, freeCalls, twins, type Call } from './calls.ts'
import { openPrism } from './prism.ts'
import { openServices } from './services.ts'

const began = performance.now()
const dir = mkdtempSync(join(tmpdir(), 'domesday-peers-'))
const faults: string[] = []

const { services, origin, close } = await openServices()
try {
  const { sound } = services
  // Five starts in one process hold its event loop up, and calls are shed while it is behind.
  while ((await sound.send('/livez')).status === 503) await setTimeout(200)
  const document = join(dir, 'openapi.json')
  writeFileSync(document, (await sound.send('/openapi.json')).text)

  const { endpoints } = (await sound.send('/catalogue')).body.data
  const keys = {
    sound: await sound.key(1_000_000),
    poor: await sound.key(0),
    strict: await services.strict.key(1000),
    failing: await services.failing.key(1000),
    hanging: await services.hanging.key(1000),
    bare: await services.bare.key(1000),
  }
  const strict = await openPrism(document, origin, { strict: true }),
    lenient = await openPrism(document, origin, { strict: false })
  const seen = new Map<number, number>()
  const judge = async (call: Call): Promise<void> => {
    const { status, violations, body } = await (call.wrong ? lenient : strict).call(call.path, call)
    seen.set(status, (seen.get(status) ?? 0) + 1)
    if (status !== call.status)
      faults.push(`${call.name}: ${status}, not ${call.status}: ${JSON.stringify(body)?.slice(0, 400)}`)
    for (const violation of violations) faults.push(`${call.name}: ${violation}`)
  }
  try {
    for (const call of [
      ...exampleCalls(endpoints, keys.sound),
      ...freeCalls(keys.sound),
      ...failingCalls(endpoints, keys),
    ])
      await judge(call)
    const met = await twins(strict, keys.hanging)
    if (
      met
        .map(({ status }) => status)
        .toSorted()
        .join() !== '409,504'
    )
      faults.push(`twins: ${met.map(({ status }) => status).join()}, not 409 and 504`)
    for (const { status, violations } of met) {
      seen.set(status, (seen.get(status) ?? 0) + 1)
      for (const violation of violations) faults.push(`twins: ${violation}`)
    }
    console.log(
      `prism: ${[...seen.values()].reduce((sum, each) => sum + each, 0)} calls, ${[...seen]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', ')}`,
    )
  } finally {
    await strict.close()
    await lenient.close()
  }
} finally {
  await close()
  rmSync(dir, { recursive: true, force: true })
}

for (const fault of faults) console.error(fault)
console.log(
  `${faults.length === 0 ? 'no violations' : `${faults.length} violations`}, ${((performance.now() - began) / 1000).toFixed(1)} s`,
)
process.exitCode = faults.length === 0 ? 0 : 1

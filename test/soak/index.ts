/** `npm run soak -- --minutes 15`: prints memory by minute, and ends with 1 where it grows or the books are wrong. */
import { parseArgs } from 'node:util'
import { faultsOf, soak } from './soak.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '15' } } })
const seconds = Number(values.minutes) * 60
if (!(seconds >= 60)) throw new RangeError('--minutes needs a number of 1 or more')

const soaked = await soak({ seconds, measuring: 10, say: (line) => console.log(line) })
const faults = faultsOf(soaked, { seconds, flat: 25 })
console.log(JSON.stringify({ ...soaked, memory: soaked.memory.map(Math.round) }))
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'memory is flat, and the books are exact' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

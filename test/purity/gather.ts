/**
 * `gather.ts <days ahead>`: gathers the first example of every endpoint under the guard, and prints what was answered,
 * what the guard refused, and the time zone and locale that it ran in, as JSON.
 */
import { install, refusals } from './guard.ts'

install(Number(process.argv[2]) * 86_400_000)
const { runService } = await import('../../plugins/tools/testing/service.ts')
const { answersOf } = await import('./answers.ts')

const service = await runService()
const answers = await answersOf(service)
await service.close()
const zone = new Date(0).getHours(),
  { locale } = Intl.NumberFormat().resolvedOptions()
console.log(JSON.stringify({ zone, locale, refusals, answers }))

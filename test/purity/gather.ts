/**
 * `gather.ts <days ahead>`: gathers the first example of every endpoint under the guard, and prints what was answered,
 * what the guard refused, and the time zone and locale that it ran in, as JSON.
 */
import { install, refusals } from './guard.ts'

install(Number(process.argv[2]) * 86_400_000)
const { runService } = await import('../../plugins/tools/testing/service.ts')

interface Listed {
  readonly examples: readonly string[]
}
const service = await runService()
const { endpoints } = (await service.send('/catalogue')).body.data as { readonly endpoints: readonly Listed[] }
const answers: Record<string, unknown> = {}
for (const path of endpoints.map(({ examples }) => examples[0]!)) {
  const { status, body } = await service.send(`/api/v1${path}${path.includes('?') ? '&' : '?'}depth=full`)
  const { missing, settings } = body._meta ?? {}
  answers[path] = { status, data: body.data, missing, settings }
}
await service.close()
const zone = new Date(0).getHours(),
  { locale } = Intl.NumberFormat().resolvedOptions()
console.log(JSON.stringify({ zone, locale, refusals, answers }))

/** What a service says to the first example of every endpoint, at full depth. */
import type { RunningService } from '@domesday/tool-testing'

export type Answers = Readonly<Record<string, { readonly status: number }>>
interface Listed {
  readonly examples: readonly string[]
}

export const answersOf = async ({ send }: Pick<RunningService, 'send'>): Promise<Answers> => {
  const { endpoints } = (await send('/catalogue')).body.data as { readonly endpoints: readonly Listed[] }
  const answers: Record<string, { readonly status: number }> = {}
  for (const path of endpoints.map(({ examples }) => examples[0]!)) {
    const { status, body } = await send(`/api/v1${path}${path.includes('?') ? '&' : '?'}depth=full`)
    const { missing, settings } = body._meta ?? {}
    answers[path] = { status, data: body.data, missing, settings } as { readonly status: number }
  }
  return answers
}

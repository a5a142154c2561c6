/** What a check found, as text for a terminal. */
import { counted, depths } from '@domesday/core'
import { inColumns } from '@domesday/core/tool'
import { answerAsText } from '@domesday/vocabulary-answer-text'
import type { CheckedPlugin } from './check-plugin.ts'
import type { ExampleAnswer } from './example-answers.ts'

/** One line that ends a check. */
export const summaryOf = ({ what, faults, answers, unchecked }: CheckedPlugin): string => {
  const examples = new Set(answers.map(({ path }) => path)).size
  const found = faults.length === 0 ? 'no faults' : counted(faults.length, 'fault')
  return [
    `${what ?? 'nothing loaded'}: ${found}`,
    ...(examples > 0 ? [`${examples} examples at ${depths.length} depths`] : []),
    ...unchecked.map((why) => `not checked: ${why}`),
  ].join('; ')
}

/** The answers of all examples in a table, and one of them whole: that of `example`, else the first. */
export const answersDrawn = (
  { answers, operations }: CheckedPlugin,
  { colour, example }: { readonly colour: boolean; readonly example?: string | undefined },
): string => {
  if (answers.length === 0)
    return inColumns(Object.entries(operations).map(([id, kind]) => [`  ${id}`, `operation of the kind ${kind}`]))
  const shown =
    answers.findLast(({ path }) => path === example) ?? answers.findLast(({ path }) => path === answers[0]!.path)!
  return [
    `${shown.path} at ${shown.depth}`,
    '',
    answerAsText(shown.body as never, { colour }),
    '',
    inColumns([
      ['example', ...depths],
      ...[...Map.groupBy(answers, ({ path }) => path)].map(([path, group]) => [path, ...group.map(cell)]),
    ]),
  ].join('\n')
}

const cell = ({ status, body, ms }: ExampleAnswer): string =>
  status === 200
    ? `${counted(body._meta.credits_charged, 'credit')}, ${gaps(body._meta.missing.length)}${Math.round(ms)} ms`
    : `${status} ${body?.code ?? ''}`

const gaps = (count: number): string => (count === 0 ? '' : `${counted(count, 'gap')}, `)

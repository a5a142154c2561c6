/** Questions to whoever sits at the terminal. */
import { createInterface } from 'node:readline/promises'
import { UsageFault, type Invocation } from './command.ts'

/** `elsewhere`: what to say where nobody can answer. */
export const answerTo = async (
  { terminal: { input, errors } }: Invocation,
  question: string,
  elsewhere: string,
): Promise<string> => {
  if (!input.isTTY) throw new UsageFault(elsewhere)
  const asking = createInterface({ input, output: errors })
  try {
    return (await asking.question(question)).trim()
  } finally {
    asking.close()
  }
}

export const isConfirmed = async (invocation: Invocation, question: string, elsewhere: string): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(invocation, `${question} [y/N] `, elsewhere))

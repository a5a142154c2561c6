/** Questions to whoever sits at the terminal. */
import { createInterface } from 'node:readline/promises'
import { UsageFault } from './command.ts'

/** `elsewhere`: what to say where nobody can answer. */
export const isConfirmed = async (question: string, elsewhere: string): Promise<boolean> => {
  if (!process.stdin.isTTY) throw new UsageFault(elsewhere)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

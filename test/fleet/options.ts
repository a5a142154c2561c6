/** The options of `npm run fleet` and `npm run failures`: whole numbers. */
import { parseArgs } from 'node:util'

interface Wanted {
  readonly usual: number
  readonly from: number
  readonly to: number
}

/** Says in one sentence what is wrong with a command, and ends this process. */
export const refuse = (sentence: string): never => {
  console.error(sentence)
  return process.exit(2)
}

const read = <K extends string>(wanted: Readonly<Record<K, Wanted>>): Readonly<Record<K, number>> => {
  const names = Object.keys(wanted) as K[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  const { values, positionals } = parseArgs({ options, strict: false })
  const known = names.map((name) => `--${name}`).join(' and ')
  const [unknown] = [
    ...Object.keys(values).flatMap((name) => (name in wanted ? [] : [`--${name}`])),
    ...positionals.map((word) => `'${word}'`),
  ]
  if (unknown !== undefined) throw new RangeError(`There is no option ${unknown}: use ${known}.`)
  const numbers = names.map((name) => {
    const { usual, from, to } = wanted[name],
      text = values[name] ?? String(usual)
    const number = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : NaN
    if (!(number >= from && number <= to)) throw new RangeError(`--${name} needs a whole number from ${from} to ${to}.`)
    return [name, number] as const
  })
  return Object.fromEntries(numbers) as Record<K, number>
}

/** Ends this process where an option is unknown, or no such number. */
export const numbersIn = <K extends string>(wanted: Readonly<Record<K, Wanted>>): Readonly<Record<K, number>> => {
  try {
    return read(wanted)
  } catch (fault) {
    return refuse((fault as Error).message)
  }
}

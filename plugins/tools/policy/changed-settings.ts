/** Settings with some of them changed by `--set`, checked as those of files are. */
import { findingsIn, type Finding, type SettingsDocument } from '@domesday/core/tool'
import { parse } from 'yaml'

/** Why a proposal cannot be used, in one sentence that begins with the option at fault. */
export class ProposalFault extends Error {}

export interface Setting {
  /** As it was typed. */
  readonly text: string
  /** Within its document. */
  readonly path: readonly string[]
  readonly value: unknown
}

export const faultOf = (text: string, what: string): ProposalFault => new ProposalFault(`--set '${text}': ${what}`)

/** The value behind the `=`, which is YAML. */
export const valueIn = (text: string, value: string): unknown => {
  try {
    return parse(value) as unknown
  } catch (error) {
    throw faultOf(text, `what is behind the = is not YAML: ${(error as Error).message.split(/ at line|\n/)[0]}`)
  }
}

const placed = (at: unknown, { text, value }: Setting, [step, ...rest]: readonly string[]): unknown => {
  if (step === undefined) return value
  const within = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>) : {}
  const inner = placed(within[step], { text, path: [], value }, rest)
  if (!Array.isArray(at)) return { ...within, [step]: inner }
  if (!Object.hasOwn(at, step)) throw faultOf(text, `there is no '${step}' in this list`)
  return at.with(Number(step), inner)
}

const startsWith = (path: Finding['path'], start: Finding['path']): boolean =>
  start.every((step, i) => String(step) === String(path[i]))

/** What is wrong already is not told: the settings of an old answer may be of another shape. */
const check = (
  document: Pick<SettingsDocument, 'schema' | 'check'>,
  [before, after]: readonly [object, object],
  sets: readonly Setting[],
): void => {
  const known = new Set(findingsIn(document, before).map(({ message }) => message))
  const found = findingsIn(document, after).find(({ message }) => !known.has(message))
  if (found === undefined) return
  const { path, message } = found
  const at = sets.findLast((one) => startsWith(path, one.path) || startsWith(one.path, path)) ?? sets.at(-1)!
  throw faultOf(at.text, message)
}

export interface ChangedSettings {
  readonly settings: object
  /** What the weights that were not set were multiplied by; null where they are as they were. */
  readonly scaledBy: number | null
}

/** The weights sum to 1: those that were not set keep their proportions, and fill what is left. */
const filledUp = (weights: Readonly<Record<string, number>>, sets: ReadonlyMap<string, string>) => {
  const sumOf = (isSet: boolean): number =>
    Object.entries(weights).reduce((sum, [factor, weight]) => (sets.has(factor) === isSet ? sum + weight : sum), 0)
  const [set, others] = [sumOf(true), sumOf(false)]
  if (Math.abs(set + others - 1) < tolerance) return { weights, scaledBy: null }
  const shown = Number(set.toFixed(6)),
    last = [...sets.values()].at(-1)!
  if (set > 1 + tolerance) throw faultOf(last, `the weights that are set sum to ${shown}, and all together sum to 1`)
  if (others === 0)
    throw faultOf(last, `the weights that are set must sum to 1, not ${shown}, because the others are 0`)
  const scaledBy = Math.max(0, 1 - set) / others
  const scaled = Object.entries(weights).map(([factor, weight]) => [
    factor,
    sets.has(factor) ? weight : weight * scaledBy,
  ])
  return { weights: Object.fromEntries(scaled) as Readonly<Record<string, number>>, scaledBy }
}
const tolerance = 1e-6

/** Throws a `ProposalFault`. `weights`: where the weights of a score are in these settings. */
export const changedSettings = (
  document: Pick<SettingsDocument, 'schema' | 'check'> & { readonly weights: readonly string[] },
  settings: object,
  sets: readonly Setting[],
): ChangedSettings => {
  const changed = sets.reduce<unknown>((at, set) => placed(at, set, set.path), settings) as object
  const setWeights = new Map(
    sets
      .filter(({ path }) => path.length === document.weights.length + 1 && startsWith(path, document.weights))
      .map(({ text, path }) => [path.at(-1)!, text]),
  )
  if (setWeights.size === 0) {
    check(document, [settings, changed], sets)
    return { settings: changed, scaledBy: null }
  }
  check({ schema: document.schema }, [settings, changed], sets)
  const before = document.weights.reduce<unknown>(
    (at, step) => (at as Readonly<Record<string, unknown>>)[step],
    changed,
  )
  const { weights, scaledBy } = filledUp(before as Readonly<Record<string, number>>, setWeights)
  const filled = placed(changed, { text: '', path: [], value: weights }, document.weights) as object
  check(document, [settings, filled], sets)
  return { settings: filled, scaledBy }
}

/** `the other weights were scaled by 0.73` */
export const scaledInWords = (scaledBy: number): string =>
  `the other weights were scaled by ${Number(scaledBy.toPrecision(3))}`

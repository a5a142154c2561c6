/** Which sources a live service may ask: those with free terms, and those that its operator has confirmed. */
import { isReserved, termsOf, type Charging, type Words } from '../contract/licences.ts'
import type { AnySource } from './load.ts'

/** The operator's confirmation: a licence is held, or a warning is accepted. */
export type Word = 'held' | 'accepted'

/** A source, or a part of one, that live mode does not ask until the operator confirms it. */
export interface Reserved {
  readonly source: AnySource
  readonly part: string | null
  readonly title: string
  readonly charging: Charging
  readonly terms: Words
  readonly word: Word
}

/** Its key under `licences:` in service.yaml. */
const nameOf = (source: string, part: string | null): string => (part === null ? source : `${source}.${part}`)

const wordFor = (charging: Charging): Word => (charging === 'discouraged' ? 'accepted' : 'held')

/** Keyed by the name in service.yaml. */
export const reservedIn = (sources: ReadonlyMap<string, AnySource>): ReadonlyMap<string, Reserved> =>
  new Map(
    [...sources.values()].flatMap((source) => {
      const whole = { part: null, title: source.title, ...termsOf(source) }
      const parts = Object.entries(source.parts ?? {}).map(([part, about]) => ({ ...about, part }))
      return [whole, ...parts]
        .filter(({ charging }) => isReserved(charging))
        .map(({ part, title, charging, terms }): [string, Reserved] => [
          nameOf(source.id, part),
          { source, part, title, charging, terms, word: wordFor(charging) },
        ])
    }),
  )

export interface Licences {
  /** Keyed by the name in service.yaml. */
  readonly reserved: ReadonlyMap<string, Reserved>
  isHeld(name: string): boolean
  /** Why a source, or its part, is not asked; null if it is. A part is off with its source. */
  refusal(source: string, part: string | null): string | null
}

const whyOff = ({ source, part, title, charging, terms }: Reserved): string => {
  const what = part === null ? title : `${title} (${source.title})`
  const where = terms.url === '' ? '' : ` (${terms.url})`
  return charging === 'discouraged'
    ? `Switched off on this server: ${what}. Its keeper warns off services that charge${where}, and the operator has not said that this is accepted.`
    : `Switched off on this server: ${what}. The terms ask for a licence where a service charges${where}, and the operator has not said that it is held.`
}

/** `words`: the operator's current confirmations. Nothing is reserved in the sandbox: it answers with sample data. */
export const licencesOf = (
  sources: ReadonlyMap<string, AnySource>,
  words: () => Readonly<Record<string, Word>>,
  sandbox: boolean,
): Licences => {
  const reserved = reservedIn(sources)
  const isHeld = (name: string): boolean => words()[name] === reserved.get(name)?.word
  const refusalOf = (name: string): string | null => {
    const entry = sandbox ? undefined : reserved.get(name)
    return entry === undefined || isHeld(name) ? null : whyOff(entry)
  }
  return {
    reserved,
    isHeld,
    refusal: (source, part) => refusalOf(source) ?? (part === null ? null : refusalOf(nameOf(source, part))),
  }
}

/** Prohibitions and controls on import, and what allows it. */
import { stated } from '@domesday/core'
import { isForAll, type Measure } from './measures.ts'
import type { Resource } from './document.ts'

// Held against the tariff's own classes: actions that let goods in, once a document is shown or a threshold is kept.
const allowing = new Set(['07', '24', '26', '28', '29'])
const prohibitions = new Set(['277'])

interface Condition {
  readonly allows: boolean
  readonly exempts: boolean
  readonly document: string | null
}
// Certificates of type Y, and the waiver for goods that a control is not about.
const isExemption = (code: string): boolean => code.startsWith('Y') || code === '999L'

const says = ['action_code', 'document_code', 'certificate_description']
/** Null for one that does not say what it asks for, if only that it is no document. */
const conditionOf = ({ attributes = {} }: Resource): Condition | null => {
  const action = stated(attributes['action_code'])
  if (action === null || says.some((name) => attributes[name] === undefined)) return null
  const code = stated(attributes['document_code']) ?? ''
  const words = stated(attributes['certificate_description'])
  const allows = allowing.has(action)
  return {
    allows,
    exempts: allows && isExemption(code),
    document:
      allows && code !== '' && !isExemption(code) ? `${code}${words === null ? '' : `: ${plain(words)}`}` : null,
  }
}
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** Null where they are not stated, or not all of them are there. */
const conditionsOf = ({ conditions }: Measure): readonly Condition[] | null => {
  const read = conditions?.map((one) => one && conditionOf(one)) ?? null
  return read?.every((one) => one !== null) ? (read as readonly Condition[]) : null
}

export const controlOf = (measure: Measure) => {
  const conditions = conditionsOf(measure)
  const isLimited = measure.isConditional || measure.excludes
  return {
    control: measure.name,
    origin: isForAll(measure) ? 'All origins' : measure.country,
    forAll: isForAll(measure),
    prohibits: measure.series === 'A' || prohibitions.has(measure.type),
    limited: isLimited,
    allows: conditions && conditions.some(({ allows }) => allows),
    exempts: conditions && conditions.some(({ exempts }) => exempts),
    documents: conditions && [...new Set(conditions.flatMap(({ document }) => document ?? []))].slice(0, 10),
  }
}

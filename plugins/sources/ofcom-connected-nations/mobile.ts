/** Predicted mobile coverage of a postcode, from that of its addresses. */
import { numeric, present } from '@domesday/core'

/**
 * Likelihood that a service works: 0 none, 3 limited, 4 likely. 1 and 2 were grades of earlier years, below 3. Null if
 * not stated.
 */
export type Grade = number | null

/** One network, by the most frequent grades of the addresses. */
export interface Operator {
  readonly name: string
  readonly voiceIndoor: Grade
  readonly voiceOutdoor: Grade
  readonly dataIndoor: Grade
  readonly dataOutdoor: Grade
}

export interface Mobile {
  readonly premises: number
  readonly operators: readonly Operator[]
}

type Address = Readonly<Record<string, unknown>>
export interface MobileWire {
  readonly Availability?: readonly Address[] | null
}

const networks = { EE: 'EE', TF: 'O2', H3: 'Three', VO: 'Vodafone' } as const
const services = {
  voiceIndoor: 'VoiceIndoor',
  voiceOutdoor: 'VoiceOutdoor',
  dataIndoor: 'DataIndoor',
  dataOutdoor: 'DataOutdoor',
} as const

const gradeOf = (raw: unknown): number | null => {
  const grade = numeric(raw)
  return grade === null || grade < 0 ? null : Math.min(4, Math.round(grade))
}

/** The most frequent grade; of equally frequent ones, the lowest. */
const usual = (grades: readonly number[]): Grade => {
  const count = (grade: number): number => grades.filter((one) => one === grade).length
  return [...new Set(grades)].toSorted((a, b) => count(b) - count(a) || a - b)[0] ?? null
}

export const mobileFrom = ({ Availability }: MobileWire = { Availability: [] }): Mobile | null => {
  const addresses = present(Availability, 'Availability') ?? []
  if (addresses.length === 0) return null
  const operators = Object.entries(networks).map(([prefix, name]) => {
    const grade = (service: string): Grade =>
      usual(addresses.flatMap((address) => gradeOf(address[`${prefix}${service}`]) ?? []))
    return {
      name,
      ...Object.fromEntries(Object.entries(services).map(([key, service]) => [key, grade(service)])),
    } as unknown as Operator
  })
  // Networks merge: leave out one that is no longer listed.
  return {
    premises: addresses.length,
    operators: operators.filter(({ name: _, ...grades }) => Object.values(grades).some((grade) => grade !== null)),
  }
}

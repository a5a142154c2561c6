/** Predicted mobile coverage of a postcode, from that of its addresses. */
import { choice, integer, list, numeric, object, orNull, present, text, type Of, type Shape } from '@domesday/core'

/** Meaning of the grades 0 to 4. The regulator no longer uses 1 and 2, which were below 3. */
const meanings = ['none', 'poor', 'poor', 'limited', 'likely to be good'] as const
export const gradeInWords = (grade: number | null) => (grade === null ? null : (meanings[grade] ?? null))

const grade = (about: string) =>
  orNull(integer({ description: `${about}: 0 none, 3 limited, 4 likely`, minimum: 0, maximum: 4 }))
const inWords = orNull(choice(['none', 'poor', 'limited', 'likely to be good'], 'The same in words'))
const operator = text('The network: EE, O2, Three or Vodafone')

const operatorFields = object({
  operator,
  data_indoor: grade('Mobile data indoors, as most of the premises have it'),
  data_indoor_words: inWords,
  data_outdoor: grade('Mobile data outdoors, as most of the premises have it'),
  data_outdoor_words: inWords,
})
/** One network, by the most frequent grades of the addresses; null if not stated. */
export interface Operator extends Of<typeof operatorFields> {}
const operatorShape: Shape<Operator> = operatorFields

const mobileFields = object({
  operators: list(operatorShape, 'The four networks'),
  operators_with_4g_indoor: integer('Networks with data indoors of 3 or better'),
  voice: list(
    object({
      operator,
      voice_indoor: grade('Calls indoors, as most of the premises have them'),
      voice_indoor_words: inWords,
      voice_outdoor: grade('Calls outdoors, as most of the premises have them'),
      voice_outdoor_words: inWords,
    }),
    'Calls, network by network',
  ),
})
export interface Mobile extends Of<typeof mobileFields> {}
export const mobileShape: Shape<Mobile> = mobileFields

/** 3 is the lowest grade at which data works. Older networks are switched off, so data means 4G or better. */
export const worksIndoors = ({ data_indoor }: Operator): boolean => (data_indoor ?? 0) >= 3

type Address = Readonly<Record<string, unknown>>
export interface MobileWire {
  readonly Availability?: readonly Address[] | null
}

const networks = { EE: 'EE', TF: 'O2', H3: 'Three', VO: 'Vodafone' } as const
const gradeOf = (raw: unknown): number | null => {
  const grade = numeric(raw)
  return grade === null || grade < 0 ? null : Math.min(4, Math.round(grade))
}

/** The most frequent grade; of equally frequent ones, the lowest. */
const usual = (grades: readonly number[]): number | null => {
  const count = (grade: number): number => grades.filter((one) => one === grade).length
  return [...new Set(grades)].toSorted((a, b) => count(b) - count(a) || a - b)[0] ?? null
}

export const mobileFrom = ({ Availability }: MobileWire = { Availability: [] }): Mobile | null => {
  const addresses = present(Availability, 'Availability') ?? []
  if (addresses.length === 0) return null
  const listed = Object.entries(networks)
    .map(([prefix, operator]) => {
      const grade = (service: string) =>
        usual(addresses.flatMap((address) => gradeOf(address[`${prefix}${service}`]) ?? []))
      return {
        operator,
        data: [grade('DataIndoor'), grade('DataOutdoor')] as const,
        voice: [grade('VoiceIndoor'), grade('VoiceOutdoor')] as const,
      }
    })
    // Networks merge: leave out one that is no longer listed.
    .filter(({ data, voice }) => [...data, ...voice].some((grade) => grade !== null))
  const operators = listed.map(({ operator, data: [indoor, outdoor] }) => ({
    operator,
    data_indoor: indoor,
    data_indoor_words: gradeInWords(indoor),
    data_outdoor: outdoor,
    data_outdoor_words: gradeInWords(outdoor),
  }))
  return {
    operators,
    operators_with_4g_indoor: operators.filter(worksIndoors).length,
    voice: listed.map(({ operator, voice: [indoor, outdoor] }) => ({
      operator,
      voice_indoor: indoor,
      voice_indoor_words: gradeInWords(indoor),
      voice_outdoor: outdoor,
      voice_outdoor_words: gradeInWords(outdoor),
    })),
  }
}

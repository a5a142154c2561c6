/** Predicted mobile coverage of a postcode, from that of its addresses. */
import {
  choice,
  integer,
  list,
  numeric,
  object,
  orNull,
  sent,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import { addressSent } from './broadband.ts'

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

const { must, often, scalar } = sent
// Held against the definitions in the regulator's portal: they require nothing. They have a list of postcodes; the
// service sends one as an object. Figures without 4G are of networks that are switched off.
export const mobileWire = wire([
  {
    ...sent.unread('PostCode', 'DBName'),
    Availability: must([
      {
        ...addressSent,
        EEDataOutdoor: often(scalar),
        EEDataIndoor: often(scalar),
        EEVoiceOutdoor: often(scalar),
        EEVoiceIndoor: often(scalar),
        H3DataOutdoor: often(scalar),
        H3DataIndoor: often(scalar),
        H3VoiceOutdoor: often(scalar),
        H3VoiceIndoor: often(scalar),
        TFDataOutdoor: often(scalar),
        TFDataIndoor: often(scalar),
        TFVoiceOutdoor: often(scalar),
        TFVoiceIndoor: often(scalar),
        VODataOutdoor: often(scalar),
        VODataIndoor: often(scalar),
        VOVoiceOutdoor: often(scalar),
        VOVoiceIndoor: often(scalar),
        ...sent.unread('EEDataOutdoorNo4g', 'EEDataIndoorNo4g', 'EEVoiceOutdoorNo4g', 'EEVoiceIndoorNo4g'),
        ...sent.unread('H3DataOutdoorNo4g', 'H3DataIndoorNo4g', 'H3VoiceOutdoorNo4g', 'H3VoiceIndoorNo4g'),
        ...sent.unread('TFDataOutdoorNo4g', 'TFDataIndoorNo4g', 'TFVoiceOutdoorNo4g', 'TFVoiceIndoorNo4g'),
        ...sent.unread('VODataOutdoorNo4g', 'VODataIndoorNo4g', 'VOVoiceOutdoorNo4g', 'VOVoiceIndoorNo4g'),
      },
    ]),
  },
])
type Postcode = Sent<typeof mobileWire>[number]

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

export const mobileFrom = (postcode: Postcode | undefined): Mobile | null => {
  const addresses = postcode?.Availability ?? []
  if (addresses.length === 0) return null
  const listed = (Object.entries(networks) as readonly (readonly [keyof typeof networks, string])[])
    .map(([prefix, operator]) => {
      const grade = (service: `${'Data' | 'Voice'}${'Indoor' | 'Outdoor'}`) =>
        usual(addresses.flatMap((address) => gradeOf(address[`${prefix}${service}`]) ?? []))
      return {
        operator,
        data: [grade('DataIndoor'), grade('DataOutdoor')] as const,
        voice: [grade('VoiceIndoor'), grade('VoiceOutdoor')] as const,
      }
    })
    // Networks merge: leave out one that is no longer listed.
    .filter(({ data, voice }) => [...data, ...voice].some((grade) => grade !== null))
  if (listed.length === 0) return null
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

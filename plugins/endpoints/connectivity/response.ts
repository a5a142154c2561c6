import { choice, flag, integer, list, number, object, orNull, scored, text } from '@domesday/core'
import { grades } from './grades.ts'

const speed = (about: string) => orNull(number({ description: about, unit: 'Mbit/s' }))
const grade = (about: string) =>
  orNull(integer({ description: `${about}: 0 none, 3 limited, 4 likely`, minimum: 0, maximum: 4 }))
const inWords = orNull(choice(grades, 'The same in words'))
const operator = text('The network: EE, O2, Three or Vodafone')

export const response = {
  location: object({
    postcode: text('In its usual form'),
    local_authority: orNull(text('District or unitary authority')),
    region: text('One of the nine English regions, or else the nation'),
    nation: text('England, Wales, Scotland or Northern Ireland; the islands by their own names'),
  }),
  broadband: object(
    {
      max_download_mbps: speed('The fastest predicted at any of the premises; null where none is predicted'),
      median_download_mbps: speed('What half of the premises can have, or more'),
      superfast_available: flag('30 Mbit/s or more at one of the premises at least'),
      ultrafast_available: flag('300 Mbit/s or more at one of the premises at least'),
      gigabit_available: flag(
        '900 Mbit/s or more, which is what gigabit lines are predicted at, at one of the premises at least',
      ),
    },
    'Predictions, not measurements',
  ),
  mobile: object(
    {
      operators: list(
        object({
          operator,
          data_indoor: grade('Mobile data indoors, as most of the premises have it'),
          data_indoor_words: inWords,
          data_outdoor: grade('Mobile data outdoors, as most of the premises have it'),
          data_outdoor_words: inWords,
        }),
        'The four networks',
      ),
      operators_with_4g_indoor: integer('Networks with data indoors of 3 or better'),
    },
    'Predictions, not measurements',
  ),
  digital_readiness_score: scored,
  'broadband.max_upload_mbps': speed('The fastest predicted at any of the premises'),
  'broadband.median_upload_mbps': speed('What half of the premises can have, or more'),
  'broadband.premises': object({
    total: integer('Premises of the postcode on record'),
    superfast: integer('Those that can have 30 Mbit/s or more'),
    ultrafast: integer('Those that can have 300 Mbit/s or more'),
    gigabit: integer('Those that can have 900 Mbit/s or more'),
  }),
  'broadband.universal_service': object(
    {
      compliant_premises: integer('Premises that can have 10 Mbit/s down and 1 Mbit/s up'),
      eligible_premises: integer(
        'Premises that cannot: they may ask for an upgrade, unless fixed wireless or mobile broadband serves them as well',
      ),
      compliant_pct: number({ description: 'The compliant ones, of all premises', unit: '%' }),
    },
    'The universal service obligation, by fixed lines alone',
  ),
  'mobile.voice': list(
    object({
      operator,
      voice_indoor: grade('Calls indoors, as most of the premises have them'),
      voice_indoor_words: inWords,
      voice_outdoor: grade('Calls outdoors, as most of the premises have them'),
      voice_outdoor_words: inWords,
    }),
    'Calls, network by network',
  ),
}

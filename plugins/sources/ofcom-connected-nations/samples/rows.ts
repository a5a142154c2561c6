/** The groups of `coverage.yaml`, address by address, in both products' wire format. */
import { yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

type Pair = readonly [down: number, up: number]
type Grades = readonly [voiceOut: number, voiceIn: number, dataOut: number, dataIn: number]
interface Speeds {
  readonly premises: number
  readonly basic?: Pair
  readonly superfast?: Pair
  readonly ultrafast?: Pair
}
type Signals = { readonly premises: number } & Readonly<Record<'EE' | 'H3' | 'TF' | 'VO', Grades>>
interface Covered {
  readonly postcode: string
  readonly broadband: readonly Speeds[]
  readonly mobile: readonly Signals[]
}

const rows = yamlRows<Covered>(import.meta.dirname, 'coverage.yaml')
const networks = ['EE', 'H3', 'TF', 'VO'] as const

const speeds = ({ basic, superfast, ultrafast }: Speeds): object => {
  const [b, s, u] = [basic, superfast, ultrafast].map((pair) => pair ?? ([-1, -1] as const)) as [Pair, Pair, Pair]
  return {
    MaxBbPredictedDown: b[0],
    MaxBbPredictedUp: b[1],
    MaxSfbbPredictedDown: s[0],
    MaxSfbbPredictedUp: s[1],
    MaxUfbbPredictedDown: u[0],
    MaxUfbbPredictedUp: u[1],
    MaxPredictedDown: Math.max(b[0], s[0], u[0]),
    MaxPredictedUp: Math.max(b[1], s[1], u[1]),
  }
}

const signals = (group: Signals): object =>
  Object.fromEntries(
    networks.flatMap((network) => {
      const [voiceOut, voiceIn, dataOut, dataIn] = group[network]
      const named = {
        VoiceOutdoor: voiceOut,
        VoiceOutdoorNo4g: voiceOut,
        VoiceIndoor: voiceIn,
        VoiceIndoorNo4g: voiceIn,
        DataOutdoor: dataOut,
        DataOutdoorNo4g: 0,
        DataIndoor: dataIn,
        DataIndoorNo4g: 0,
      }
      return Object.entries(named).map(([service, grade]) => [`${network}${service}`, grade])
    }),
  )

const availability = <Group extends { readonly premises: number }>(
  postcode: string,
  groups: readonly Group[],
  figures: (group: Group) => object,
): object[] =>
  groups
    .flatMap((group) => Array.from({ length: group.premises }, () => figures(group)))
    .map((of, i) => ({
      UPRN: 990_000_000_000 + rows.findIndex((row) => row.postcode.replace(' ', '') === postcode) * 100 + i,
      AddressShortDescription: `${i + 1}, SAMPLE PREMISES`,
      PostCode: postcode,
      ...of,
    }))

export const answer: SampleAnswer = ({ segments: [product, coverage, postcode = ''] }): SampleReply | null => {
  if (coverage !== 'coverage' || (product !== 'broadband' && product !== 'mobile')) return null
  if (!/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/.test(postcode))
    return { status: 500, json: { Error: 'There was a problem servicing your request' } }
  const row = rows.find((one) => one.postcode.replace(' ', '') === postcode)
  if (!row) return { status: 404, json: { PostCode: postcode, Error: 'Post code not found' } }
  if (product === 'mobile')
    return {
      json: {
        PostCode: postcode,
        DBName: 'MobileAvailability-202607141030',
        Availability: availability(postcode, row.mobile, signals),
      },
    }
  const premises = availability(postcode, row.broadband, speeds)
  return { json: { PostCode: postcode, Availability: premises, Count: premises.length } }
}

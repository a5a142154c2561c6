/**
 * The long-term likelihood of flooding at a place: from the two maps at its point, or from the file of its postcode if
 * they have no band.
 */
import { bands, worst, type Band } from './map.ts'

/**
 * How many addresses of a postcode have each likelihood, from rivers, sea or surface water, by the agency's postcode
 * file.
 */
export interface AddressesAtRisk {
  readonly high: number
  readonly medium: number
  readonly low: number
}

/** The worst likelihood of any address of the postcode. With no address at risk, it is very low from both causes. */
export const worstOf = ({ high, medium, low }: AddressesAtRisk): Band =>
  high > 0 ? 'high' : medium > 0 ? 'medium' : low > 0 ? 'low' : 'very low'

export interface Likelihood {
  /** The worse of both; null if one is unknown and could be worse. */
  readonly level: Band | null
  /** Bounds of the level; equal if it is known at the point. */
  readonly atLeast: Band
  readonly atMost: Band
  /** Where `level` comes from: the point or, if a map has no band there, the worst address of the postcode. */
  readonly area: 'point' | 'postcode' | null
  readonly riversAndSea: Band | null
  /** Upper bound of `riversAndSea`; equal to it if known. */
  readonly riversAndSeaAtMost: Band
  readonly surfaceWater: Band | null
  /** Null if the postcode file was not needed or does not list the postcode. */
  readonly addresses: AddressesAtRisk | null
}

interface Said {
  readonly riversAndSea: Band | null
  readonly surfaceWater: Band | null
  readonly addresses: AddressesAtRisk | null
}
/** Whether no unknown value could make the level worse. */
export const isSettled = ({ riversAndSea, surfaceWater }: Omit<Said, 'addresses'>): boolean =>
  (riversAndSea !== null && surfaceWater !== null) || riversAndSea === 'high' || surfaceWater === 'high'

export const likelihoodOf = (said: Said): Likelihood | null => {
  const { riversAndSea, surfaceWater } = said
  const atPoint = worst(riversAndSea, surfaceWater)
  const addresses = isSettled(said) ? null : said.addresses
  if (atPoint === null && addresses === null) return null
  const inPostcode = addresses && worstOf(addresses)
  const atMost = isSettled(said) ? atPoint : inPostcode && worst(atPoint, inPostcode)
  const none = inPostcode === 'very low' ? inPostcode : null
  return {
    level: atMost,
    atLeast: atPoint ?? 'very low',
    atMost: atMost ?? 'high',
    area: atMost && (inPostcode === null ? 'point' : 'postcode'),
    riversAndSea: riversAndSea ?? none,
    riversAndSeaAtMost: riversAndSea ?? inPostcode ?? 'high',
    surfaceWater: surfaceWater ?? none,
    addresses,
  }
}

/** The parts of a flood warning that affect the current level. */
export interface InForce {
  readonly severity: 'Severe flood warning' | 'Flood warning' | 'Flood alert'
  /** Whether its area contains the point; null if unknown. */
  readonly covers_postcode: boolean | null
}

const raised = ({ severity }: InForce): Band => (severity === 'Flood alert' ? 'medium' : 'high')

/**
 * The current level: raised by warnings whose area contains the point, an alert to medium, a warning to high. Null if
 * unknown.
 */
export interface Now {
  readonly level: Band | null
  readonly atLeast: Band
  readonly atMost: Band
}
/** `warnings` is null if they are unknown; the level may then be higher. */
export const nowOf = (
  { level, atLeast, atMost }: Pick<Likelihood, 'level' | 'atLeast' | 'atMost'>,
  warnings: readonly InForce[] | null,
): Now => {
  const forced = (warnings ?? []).filter((warning) => warning.covers_postcode).map(raised)
  const least = worst(atLeast, ...forced) ?? atLeast
  return {
    level: level === null ? (least === 'high' ? least : null) : worst(level, ...forced),
    atLeast: least,
    atMost: warnings === null ? bands.at(-1)! : (worst(atMost, ...forced) ?? atMost),
  }
}

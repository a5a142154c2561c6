/**
 * The long-term likelihood of flooding at a place: what the two maps say at its point, and where they do not, the
 * file of its postcode.
 */
import { bands, worst, type Band } from './map.ts'

/**
 * What the agency's postcode file says: how many addresses lie where the likelihood from rivers, sea or surface water
 * is so high.
 */
export interface AddressesAtRisk {
  readonly high: number
  readonly medium: number
  readonly low: number
}

/**
 * The worst that an address of the postcode has, of both likelihoods. Where none is at risk, it is very low from
 * both.
 */
export const worstOf = ({ high, medium, low }: AddressesAtRisk): Band =>
  high > 0 ? 'high' : medium > 0 ? 'medium' : low > 0 ? 'low' : 'very low'

export interface Likelihood {
  /** The worst of both; null where one of them is not known and could be worse than this. */
  readonly level: Band | null
  /** The level lies between these two, which are equal where it is known at the point. */
  readonly atLeast: Band
  readonly atMost: Band
  /** What `level` was read of: the point, or, where a map gave no band there, the worst address of the postcode. */
  readonly area: 'point' | 'postcode' | null
  readonly riversAndSea: Band | null
  /** What `riversAndSea` is at most; equal to it where it is known. */
  readonly riversAndSeaAtMost: Band
  readonly surfaceWater: Band | null
  /** Null where the postcode file was not needed, or does not tell. */
  readonly addresses: AddressesAtRisk | null
}

interface Said {
  readonly riversAndSea: Band | null
  readonly surfaceWater: Band | null
  readonly addresses: AddressesAtRisk | null
}
/** Nothing that is not known could make it worse. */
export const isSettled = ({ riversAndSea, surfaceWater }: Omit<Said, 'addresses'>): boolean =>
  (riversAndSea !== null && surfaceWater !== null) || riversAndSea === 'high' || surfaceWater === 'high'

/** Null where nothing is known. */
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

/** A flood warning as far as it bears on the level here. */
export interface InForce {
  /** 1 severe warning, 2 warning, 3 alert. */
  readonly severityLevel: number
  /** Whether its area holds the point; null where that is not known. */
  readonly here: boolean | null
}

const raised = ({ severityLevel }: InForce): Band =>
  severityLevel <= 2 ? 'high' : severityLevel === 3 ? 'medium' : 'very low'

/**
 * The level raised by warnings whose area holds the point: an alert to medium, a warning to high. Null where it is
 * not known.
 */
export interface Now {
  readonly level: Band | null
  readonly atLeast: Band
  readonly atMost: Band
}
/** `warnings`: null where they are not known; then the level may be anything above. */
export const nowOf = (
  { level, atLeast, atMost }: Pick<Likelihood, 'level' | 'atLeast' | 'atMost'>,
  warnings: readonly InForce[] | null,
): Now => {
  const forced = (warnings ?? []).filter(({ here }) => here).map(raised)
  const least = worst(atLeast, ...forced) ?? atLeast
  return {
    level: level === null ? (least === 'high' ? least : null) : worst(level, ...forced),
    atLeast: least,
    atMost: warnings === null ? bands.at(-1)! : (worst(atMost, ...forced) ?? atMost),
  }
}

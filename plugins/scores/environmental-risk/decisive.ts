/** Facts of a place that decide its score, or are said whatever it is. */
import { listed, spoken, unknown, type Unknown } from '@domesday/core'
import type { WarningAt } from '@domesday/source-ea-flood-monitoring'
import type { Likelihood } from '@domesday/source-ea-flood-risk'
import type { Landfill, LandfillAround } from '@domesday/source-ea-landfill'
import type { Mining } from '@domesday/source-mining-risk'
import { away } from '@domesday/vocabulary-geography'

type Finding = string | Unknown | null | false

/** A warning in force is temporary and does not count. */
export const floodGate = ({ riversAndSea, riversAndSeaAtMost }: Likelihood): Finding => {
  if (riversAndSea === 'high')
    return 'The likelihood of flooding from rivers or the sea is high here, defences counted.'
  return riversAndSea === null && riversAndSeaAtMost === 'high'
    ? unknown('the likelihood of flooding from rivers or the sea, which may be high')
    : null
}

/** Said: it is of tonight, and raises the likelihood of the score. */
export const warningGate = (warnings: readonly WarningAt[]): Finding => {
  const here = warnings.filter(({ covers_postcode: here }) => here === true)
  const [first] = here
  if (first) {
    const names = here.slice(0, 2).map(({ severity, name, area }) => `${severity.toLowerCase()} for ${name ?? area}`)
    const since = first.raised_at === null ? '' : `, since ${spoken(first.raised_at.slice(0, 10))}`
    return `In force here: ${listed(names)}${since}.`
  }
  return warnings.some(({ covers_postcode: here }) => here === null)
    ? unknown('whether a flood warning that is in force near by holds here')
    : null
}

/** Where the authority asks for a risk assessment, or the ground was turned over and filled. */
export const miningGate = ({ level, development_high_risk_area: highRisk, surface_mining: surface }: Mining): Finding =>
  level === 'on the coalfield' || level === 'outside the coalfield'
    ? null
    : highRisk
      ? `It is in a Development High Risk Area of the coalfield, where shafts, shallow workings or unstable ground are recorded or likely${surface ? ', and was mined from the surface' : ''}.`
      : 'Coal was or is mined from the surface here: the ground was turned over.'
/** Said of the rest of the coalfield: a search for old workings is usual, and mostly finds nothing. */
export const coalfieldGate = ({ level }: Mining): Finding =>
  level === 'on the coalfield' && 'It lies on the coalfield, outside the areas of high risk.'

const named = ({ name, waste, last_input: last, permit }: Landfill, kind: 'a historic' | 'an authorised'): string => {
  const closed = last === null ? '' : `, last used in ${last.slice(0, 4)}`
  const what =
    waste.length === 0
      ? ''
      : `: ${listed(waste.map((one) => one.toLowerCase()))}${kind === 'a historic' ? ' waste' : ''}`
  return `${kind} landfill site${name === null ? '' : `, ${name}`}${what}${closed}${permit === null ? '' : ` (permit: ${permit.toLowerCase()})`}`
}
/** Of both maps. */
const nearest = ({ historic, authorised }: LandfillAround) =>
  [
    ...(historic ?? []).map((site) => ({ site, kind: 'a historic' as const })),
    ...(authorised ?? []).map((site) => ({ site, kind: 'an authorised' as const })),
  ].toSorted((a, b) => a.site.distance_m - b.site.distance_m)[0]
const isWhole = ({ historic, authorised }: LandfillAround): boolean => historic !== null && authorised !== null

export const landfillGate = (around: LandfillAround): Finding => {
  const found = nearest(around)
  if (found?.site.distance_m === 0) return `It stands on ${named(found.site, found.kind)}.`
  return isWhole(around) ? null : unknown('whether it stands on a landfill site, as one of two maps did not answer')
}
/** Said: gas may travel so far, and planning authorities ask about it. */
export const landfillNearGate = (around: LandfillAround): Finding => {
  const found = nearest(around)
  if (!found) return isWhole(around) ? null : unknown('whether a landfill site lies near')
  return found.site.distance_m > 0 && `${away(found.site.distance_m)} from it lies ${named(found.site, found.kind)}.`
}

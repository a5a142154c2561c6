/** The environment at a place: values that environment and property share, and the risk score. */
import { derive, factor, field, first, gate, gates, group, maybe, score, unknown, type Shown } from '@domesday/core'
import { groundAt, rocksAt, shrinkSwellAt } from '@domesday/source-bgs-geosure'
import { annualAirAt } from '@domesday/source-defra-air-annual'
import { waterbodyAt } from '@domesday/source-ea-catchment-data'
import { warningsAround, warningsAt } from '@domesday/source-ea-flood-monitoring'
import { postcodeRisk } from '@domesday/source-ea-flood-postcodes'
import { floodAt, likelihoodAt } from '@domesday/source-ea-flood-risk'
import { landfillAround } from '@domesday/source-ea-landfill'
import { riverSamplingAt } from '@domesday/source-ea-water-quality'
import { miningAt } from '@domesday/source-mining-risk'
import { pointOf, type Place } from '@domesday/source-postcodes-io'
import { radonAt } from '@domesday/source-ukhsa-radon'
import { airFinding } from './air-finding.ts'
import { coalfieldGate, floodGate, landfillGate, landfillNearGate, miningGate, warningGate } from './decisive.ts'
import {
  classFinding,
  floodFinding,
  groundFinding,
  inZone3,
  radonFinding,
  sampleFinding,
  shrinkSwellFinding,
} from './findings.ts'
import { materialOf } from './own-material.ts'

export { geologyIn } from './shown.ts'

/** Depends only on the place, so the score is the same at every depth and in both endpoints. */
export const environmentAt = (place: Shown<Place>) => {
  const point = pointOf(place)
  const warnings = warningsAt(point)
  const likelihood = likelihoodAt(point, field(place, 'postcode'), postcodeRisk)
  const levels = floodAt(point, likelihood, warnings)
  const flood = group(levels, { active_warnings: maybe(warningsAround(point, warnings)) })
  const ground = groundAt(point),
    shrinkSwell = shrinkSwellAt(point),
    rocks = rocksAt(point)
  const material = maybe(derive(rocks, materialOf))
  const mining = miningAt(point),
    landfill = landfillAround(point)
  const radon = radonAt(point)
  const air = annualAirAt(point)
  const nowhere = derive(point, () => 'nowhere' as const)
  const waterbody = waterbodyAt(point),
    sampling = riverSamplingAt(point)
  // Use samples if a place has no water body, but not if the water body failed: an outage would change the score.
  const drains = first(waterbody, nowhere)
  const water = first(
    derive(drains, (drains) => (drains === 'nowhere' ? null : classFinding(drains))),
    derive({ drains, sampling }, ({ drains, sampling }) =>
      sampleFinding(drains === 'nowhere' ? null : drains, sampling),
    ),
  )

  const risk = score(
    'environmental-risk',
    {
      flood: factor({ likelihood, warnings: maybe(warnings) }, ({ likelihood, warnings }) =>
        floodFinding(likelihood, warnings),
      ),
      ground_stability: factor({ ground, material }, groundFinding),
      air_quality: factor(first(air, nowhere), (air) =>
        air === 'nowhere' ? unknown('the air of this square kilometre is not modelled') : airFinding(air),
      ),
      water_quality: factor(water, (water) => water),
      radon: factor(radon, radonFinding),
      shrink_swell: factor({ level: shrinkSwell, material }, shrinkSwellFinding),
    },
    {
      grave: 'high',
      home: import.meta.dirname,
      gates: gates({
        flood_likely: gate(likelihood, floodGate),
        on_landfill: gate(landfill, landfillGate),
        coal_mining: gate(mining, miningGate),
        flood_zone_3: gate(maybe(levels), inZone3),
        flood_warning: gate(warnings, warningGate),
        near_landfill: gate(landfill, landfillNearGate),
        on_coalfield: gate(mining, coalfieldGate),
      }),
    },
  )

  return { point, flood, ground, shrinkSwell, rocks, radon, mining, landfill, air, waterbody, sampling, risk }
}

/** Classifies words of an answer as good or bad news. */

/** @typedef {import('./types').Tone} Tone */

const good = new Set([
  'excellent',
  'strong',
  'leading',
  'outstanding',
  'good',
  'favourable',
  'low risk',
  'proceed',
  'engaged',
  'highly engaged',
  'stable',
  'passed',
  'valid',
  'taxed',
  'approved',
  'authorised',
  'registered',
  'met',
  'exceptional',
  'strong standard',
])
const fair = new Set([
  'moderate',
  'moderate risk',
  'medium',
  'fair',
  'emerging',
  'sufficient',
  'requires improvement',
  'needs attention',
  'proceed with caution',
  'pending',
  'minor',
  'sorn',
  'flood alert',
])
const bad = new Set([
  'critical',
  'critical risk',
  'high risk',
  'severe',
  'poor',
  'very poor',
  'bad',
  'weak',
  'inadequate',
  'prohibitive',
  'highly constrained',
  'do not engage',
  'enhanced due diligence',
  'liquidation',
  'administration',
  'dissolved',
  'refused',
  'failed',
  'fail',
  'not met',
  'major',
  'unstable',
  'flood warning',
  'severe flood warning',
])

/** Keys whose words measure a danger: `low` is good news and `high` is bad. */
const danger = new RegExp(
  `(${[
    'risk',
    'severity',
    'risk_level',
    'rivers_and_sea',
    'surface_water',
    'shrink_swell',
    'radon_potential',
    'anomaly',
    'probability',
    'collapsible_ground',
    'compressible_ground',
    'landslides',
    'running_sand',
    'soluble_rocks',
  ].join('|')})$`,
)
const low = new Set(['none', 'no', 'very low', 'low']),
  middle = new Set(['low-moderate', 'medium', 'moderate', 'minor']),
  high = new Set(['moderate-high', 'high', 'very high', 'severe', 'major'])

/** @param {string} word @param {string} [key] @returns {Tone} */
export const toneOf = (word, key = '') => {
  const plain = word.toLowerCase().replaceAll('_', ' ')
  if (danger.test(key)) {
    if (low.has(plain)) return 'good'
    if (middle.has(plain)) return 'fair'
    if (high.has(plain)) return 'bad'
  }
  return good.has(plain) ? 'good' : bad.has(plain) ? 'bad' : fair.has(plain) ? 'fair' : 'neutral'
}

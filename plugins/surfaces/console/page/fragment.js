/**
 * What the URL fragment says beyond the look-up: how its answer is looked at. It stays in the page, and is never sent.
 */

const name = 'weights'
const written = /[?&]weights=([^&]*)/

/** The look-up alone. @param {string} hash */
const lookUpIn = (hash) => hash.replace(written, '')
/** @param {string} hash */
const pathIn = (hash) => {
  try {
    return decodeURIComponent(lookUpIn(hash).split('?')[0] ?? '')
  } catch {
    return hash
  }
}

/** @param {string} hash @param {string | null} part */
const withPart = (hash, part) =>
  part === null ? lookUpIn(hash) : `${lookUpIn(hash)}${lookUpIn(hash).includes('?') ? '&' : '?'}${name}=${part}`

/**
 * The fragment of an answer, with the weights that stand in the page's address if that names the same subject.
 * @param {string} hash
 */
export const keepingWeights = (hash) =>
  pathIn(hash) === pathIn(location.hash) ? withPart(hash, written.exec(location.hash)?.[1] ?? null) : hash

/**
 * The weights in the page's address, in percent; null if there are none, or if they are not of these factors.
 * @param {readonly string[]} factors
 * @returns {Record<string, number> | null}
 */
export const weightsInAddress = (factors) => {
  const part = written.exec(location.hash)?.[1]
  if (part === undefined) return null
  const pairs = part.split(',').map((pair) => pair.split(':'))
  const weights = Object.fromEntries(pairs.map(([factor = '', share = '']) => [factor, Number(share || NaN)]))
  const shares = Object.values(weights)
  const areOurs = Object.keys(weights).every((factor) => factors.includes(factor))
  const areShares =
    shares.every((share) => Number.isInteger(share) && share >= 0) &&
    shares.reduce((sum, share) => sum + share, 0) === 100
  return areOurs && areShares ? Object.fromEntries(factors.map((factor) => [factor, weights[factor] ?? 0])) : null
}

/**
 * Writes weights into the page's address; null removes them.
 * @param {Readonly<Record<string, number>> | null} weights
 */
export const putWeightsInAddress = (weights) => {
  const part =
    weights &&
    Object.entries(weights)
      .map(([factor, share]) => `${factor}:${share}`)
      .join(',')
  history.replaceState(history.state, '', withPart(location.hash, part))
}

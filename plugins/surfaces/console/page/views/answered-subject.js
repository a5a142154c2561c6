/** Whom or what an answer is about. */
import { isRow } from '../shapes.js'

/** @typedef {import('../types').Answer} Answer */

/** The subject of the answer, from its first section. @param {Answer} answer @param {string} asked */
export const subjectOf = ({ data }, asked) => {
  const inside = [data.entity, ...Object.values(data)].find(isRow) ?? {}
  const text = (/** @type {string} */ key) => (typeof inside[key] === 'string' ? String(inside[key]) : null)
  const name =
    text('name') ??
    text('postcode') ??
    text('registration') ??
    text('description') ??
    (typeof data.query === 'string' ? data.query : asked)
  const aside = [
    text('company_number'),
    text('ward'),
    text('local_authority'),
    text('region'),
    [text('make'), text('model')].filter(Boolean).join(' '),
    text('code'),
  ].filter((each) => each && each !== name)
  return { name, aside: [...new Set(aside)].join(', ') }
}

/** Shows a problem document, or that there was no answer at all. */
import { h } from '../dom.js'
import { dateText, labelOf, phrase } from '../words.js'
import { remedies } from './remedies.js'

/** @typedef {import('../types').Problem} Problem */

/** @typedef {import('../types').Candidate} Candidate */

/** What distinguishes candidates with the same name. @param {Candidate} candidate */
const factsOf = ({ id, label, status, since, address }) =>
  [id !== label && id, status && phrase(status), since && `since ${dateText(since)}`, address]
    .filter(Boolean)
    .join(' · ')

/**
 * Subjects to choose from; a click looks one up.
 * @param {string} words
 * @param {Candidate[] | undefined} candidates
 * @param {(path: string) => void} choose
 */
const choices = (words, candidates = [], choose) =>
  candidates.length > 0 &&
  h(
    'div',
    {},
    h('p', {}, words),
    h(
      'ul',
      { class: 'example-list' },
      candidates.map((candidate) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'example', onclick: () => choose(candidate.path) },
            h('b', {}, candidate.label),
            h('span', { class: 'small' }, ` ${factsOf(candidate)}`),
          ),
        ),
      ),
    ),
  )

/**
 * Without what stands elsewhere: the price and the balance, the seconds that pass, faults at their fields.
 * @param {Problem} problem @param {readonly string[]} marked
 */
const detailOf = ({ detail, credits_required: price }, marked) =>
  price !== undefined || marked.length > 0 ? null : detail.replace(/ Try again in \d+ s\.$/, '')

/**
 * @param {Problem} problem
 * @param {{ choose: (path: string) => void, marked: readonly string[] } & Parameters<typeof remedies>[1]} wants
 *   `choose` is called with the lookup that the reader chose; `marked`: parameters whose fault stands at their field
 */
export const problemView = (problem, { choose, marked, ...look }) => {
  const detail = detailOf(problem, marked),
    elsewhere = (problem.errors ?? []).filter(({ parameter }) => !marked.includes(parameter)),
    listed = marked.length > 0 || elsewhere.length > 1 ? elsewhere : []
  return h(
    'section',
    { class: 'panel problem', 'aria-labelledby': 'problem-title' },
    h(
      'h2',
      { id: 'problem-title', tabindex: -1 },
      `${problem.title} `,
      h('span', { class: 'code muted' }, problem.status || ''),
    ),
    marked.length > 0 && h('p', {}, `Mend what the form marks: ${marked.map((name) => labelOf(name)).join(', ')}.`),
    listed.length > 0
      ? h(
          'ul',
          {},
          listed.map(({ parameter, detail: fault, allowed }) =>
            h('li', {}, h('b', {}, labelOf(parameter)), ` ${fault}`, allowed && `: ${allowed.join(', ')}`),
          ),
        )
      : detail && h('p', {}, detail),
    choices('Which one is meant?', problem.candidates, choose),
    choices('Did you mean:', problem.suggestions, choose),
    remedies(problem, look),
    h(
      'p',
      { class: 'small muted' },
      problem.status === 0
        ? 'It is not known whether it was charged. Look it up again: the same look-up is not charged twice within a day. '
        : /Nothing was charged/.test(detail ?? '')
          ? ''
          : 'Nothing was charged. ',
      problem.code && h('a', { href: `/errors/${problem.code}` }, `What “${problem.title}” means`),
      problem.request_id && [' · Request ', h('span', { class: 'code' }, problem.request_id)],
    ),
  )
}

/** Failures of the page itself: no response, or a response without JSON. @param {unknown} error @returns {Problem} */
export const problemOf = (error) => {
  const detail = `The server could not be reached, or its answer could not be read (${error instanceof Error ? error.message : String(error)}).`
  return { type: '', title: 'No answer', status: 0, detail, code: '', request_id: '' }
}

/** Shows a problem document. Nothing was charged. */
import { h } from '../dom.js'
import { dateText, phrase } from '../words.js'

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
 * @param {Problem} problem
 * @param {{ choose: (path: string) => void }} wants `choose` is called with the lookup that the reader chose
 */
export const problemView = (problem, { choose }) =>
  h(
    'section',
    { class: 'panel problem', 'aria-labelledby': 'problem-title' },
    h('h2', { id: 'problem-title' }, `${problem.title} `, h('span', { class: 'code muted' }, problem.status || '')),
    h('p', {}, problem.detail),
    problem.errors &&
      h(
        'ul',
        {},
        problem.errors.map(({ parameter, detail, allowed }) =>
          h('li', {}, h('b', {}, parameter), ` ${detail}`, allowed && `: ${allowed.join(', ')}`),
        ),
      ),
    choices('Which one is meant?', problem.candidates, choose),
    choices('Did you mean:', problem.suggestions, choose),
    problem.credits_required !== undefined &&
      h('p', {}, `The call costs ${problem.credits_required} credits; ${problem.balance ?? 0} can be spent.`),
    problem.retry_after_s !== undefined && h('p', {}, `Try again in ${problem.retry_after_s} s.`),
    h(
      'p',
      { class: 'small muted' },
      'Nothing was charged. ',
      problem.code && h('a', { href: `/errors/${problem.code}` }, `What “${problem.title}” means`),
      problem.request_id && [' · Request ', h('span', { class: 'code' }, problem.request_id)],
    ),
  )

/** Failures of the page itself: no response, or a response without JSON. @param {unknown} error @returns {Problem} */
export const problemOf = (error) => {
  const detail = `The server could not be reached, or its answer could not be read (${error instanceof Error ? error.message : String(error)}).`
  return { type: '', title: 'No answer', status: 0, detail, code: '', request_id: '' }
}

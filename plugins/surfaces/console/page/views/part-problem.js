/** A failure of one part of a page, and what to do about it. */
import { openAccount } from '../account.js'
import { h } from '../dom.js'
import { subjectHref } from '../subjects.js'
import { plain } from '../words.js'

/** @typedef {import('../types').Problem} Problem */
/** @typedef {import('../types').Candidate} Candidate */

/**
 * Subjects that may be meant, as links to their pages.
 * @param {string} words
 * @param {readonly Candidate[] | undefined} candidates
 */
const choices = (words, candidates = []) =>
  candidates.length > 0 && [
    h('p', {}, words),
    h(
      'ul',
      { class: 'plain' },
      candidates
        .slice(0, 5)
        .map(({ kind, id, label, status, address, born }) =>
          h(
            'li',
            {},
            h('a', { href: subjectHref(kind, id) }, label),
            h(
              'span',
              { class: 'small muted' },
              ` ${[id !== label && id, status, address, born].filter(Boolean).join(' · ')}`,
            ),
          ),
        ),
    ),
  ]

/** @param {Problem} problem */
const adviceOn = ({ status, retry_after_s: wait, credits_required: price, balance }) => {
  if (status === 0)
    return 'It is not known whether it was charged. Ask again: the same look-up is not charged twice within a day.'
  if (status === 402 && price !== undefined)
    return `It costs ${plain(price)} credits, and ${plain(balance ?? 0)} can be spent: ask at a lower depth, or use a key with more credits.`
  if (wait !== undefined) return `Nothing was charged. Ask again in ${plain(wait)} s.`
  if (status === 409) return 'Nothing was charged.'
  if (status === 404 || status === 400) return 'Nothing was charged. Check the spelling, or try another of its names.'
  return 'Nothing was charged. Ask again in a while.'
}

/** @param {Problem} problem */
export const partProblem = (problem) =>
  h(
    'div',
    { class: 'part-problem' },
    h('p', {}, h('b', {}, problem.title), problem.credits_required === undefined && ` ${problem.detail}`),
    choices('Which one is meant?', problem.candidates),
    choices('Did you mean:', problem.suggestions),
    h(
      'p',
      { class: 'small' },
      adviceOn(problem),
      ' ',
      problem.status === 402 &&
        h('button', { type: 'button', class: 'quiet', onclick: () => openAccount() }, 'Use another key'),
      problem.code && h('a', { href: `/errors/${problem.code}` }, 'What this means'),
    ),
  )

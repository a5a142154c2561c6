/** A failure, as the problem document tells it. Nothing was charged. */
import { h } from '../dom.js'

/** @typedef {import('../types').Problem} Problem */

/** A suggestion is the address of a call, of which the end says enough, or a subject. @param {string} text */
const nameOf = (text) => (text.startsWith('/') ? decodeURIComponent(text.split('/').slice(2).join('/')) : text)

/** @param {Problem} problem @param {{ suggest: (text: string) => void }} wants */
export const problemView = (problem, { suggest }) =>
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
    problem.suggestions &&
      problem.suggestions.length > 0 &&
      h(
        'div',
        {},
        h('p', {}, 'Did you mean:'),
        h(
          'p',
          { class: 'chips' },
          problem.suggestions.map((text) =>
            h('button', { type: 'button', class: 'example', onclick: () => suggest(text) }, nameOf(text)),
          ),
        ),
      ),
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

/** Failures of the page itself: no answer, or one that is no JSON. @param {unknown} error @returns {Problem} */
export const problemOf = (error) => {
  const detail = `The server could not be reached, or its answer could not be read (${error instanceof Error ? error.message : String(error)}).`
  return { type: '', title: 'No answer', status: 0, detail, code: '', request_id: '' }
}

/** The examples of an endpoint as buttons that fill its form. */
import { valuesIn } from './api.js'
import { h, replace } from './dom.js'
import { failingExamples } from './failing-examples.js'

/** @typedef {import('./types').Endpoint} Endpoint */

const examplesAtFirst = 4

/** @param {Endpoint} endpoint @param {string} address an example */
const exampleName = (endpoint, address) => Object.values(valuesIn(endpoint, address) ?? {}).join(', ') || 'without any'

/**
 * @param {Endpoint} endpoint
 * @param {Promise<import('./types').Described>} described what each example shows, which comes later
 * @param {Record<'fillIn' | 'change', (values: Readonly<Record<string, string>>) => void>} form
 *   `fillIn` takes the values of an example, `change` some of them
 */
export const examplesView = (endpoint, described, { fillIn, change }) => {
  const examples = h('div', { class: 'examples' })
  const showExamples = (/** @type {Readonly<Record<string, string>>} */ sentences, /** @type {boolean} */ all) => {
    const shown = all ? endpoint.examples : endpoint.examples.slice(0, examplesAtFirst),
      rest = endpoint.examples.length - shown.length
    const example = (/** @type {string} */ address) =>
      h(
        'button',
        { type: 'button', class: 'example', onclick: () => fillIn(valuesIn(endpoint, address) ?? {}) },
        h('b', {}, exampleName(endpoint, address)),
        sentences[address] && h('span', { class: 'small' }, ` ${sentences[address]}`),
      )
    replace(
      examples,
      h('p', { class: 'small muted' }, 'Try'),
      h(
        'ul',
        { class: 'example-list' },
        shown.map((address) => h('li', {}, example(address))),
      ),
      h(
        'div',
        {},
        rest > 0 &&
          h('button', { type: 'button', class: 'quiet', onclick: () => showExamples(sentences, true) }, `${rest} more`),
        failingExamples(endpoint).map((example) =>
          h('button', { type: 'button', class: 'quiet', onclick: () => change(example.values) }, example.words),
        ),
      ),
    )
  }
  showExamples({}, false)
  void described.then(({ examples: sentences }) => showExamples(sentences, false))
  return examples
}

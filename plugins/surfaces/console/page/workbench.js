/** One endpoint: its summary, its form with examples, the price, and the result. */
import { addressOf, describe, lookUp, RequestFailed, valuesIn } from './api.js'
import { getKeyButton, openAccount } from './account.js'
import { h, replace } from './dom.js'
import { depths, fieldsOf, isFlat, priceOf } from './form.js'
import { failingExamples } from './failing-examples.js'
import { resultView } from './result.js'
import { session } from './session.js'
import { phrase, plain } from './words.js'
import { countText } from './views/gaps.js'
import { problemOf, problemView } from './views/problem.js'

/** @typedef {import('./types').Endpoint} Endpoint */
/** @typedef {import('./types').Catalogue} Catalogue */

const examplesAtFirst = 4

/** @param {Endpoint} endpoint @param {string} address an example */
const exampleName = (endpoint, address) => Object.values(valuesIn(endpoint, address) ?? {}).join(', ') || 'without any'

/**
 * @param {{ endpoint: Endpoint, catalogue: Catalogue, asked: string | null, announce: (words: string) => void }} given
 *   `asked`: the address of a call to fill the form with
 * @returns {{ element: HTMLElement, close: () => void }} call `close` when the element is removed
 */
export const workbench = ({ endpoint, catalogue, asked, announce }) => {
  const described = describe(endpoint)
  const cost = h('p', { class: 'cost', role: 'status' }),
    result = h('div', { class: 'result-slot', 'aria-live': 'off' })
  const button = h('button', { type: 'submit', class: 'primary' }, 'Look up')
  const fields = fieldsOf(endpoint, () => update())
  const values = () => Object.fromEntries(fields.map(({ name, get }) => [name, get()]))
  /** Whether the reader has moved to another lookup: late answers are not shown then. */
  let gone = false
  const depthNow = () => values().depth ?? 'full'

  const update = () => {
    const price = priceOf(endpoint, depthNow()),
      { key, remaining } = session
    button.textContent = `Look up for ${plain(price)} credits`
    if (key === null) {
      replace(
        cost,
        `This costs ${plain(price)} credits. You need a key first: `,
        getKeyButton(
          (credits) => announce(`You have a key with ${plain(credits)} credits.`),
          (words) => void openAccount(words),
        ),
      )
    } else if (remaining === null) {
      replace(cost, `This costs ${plain(price)} credits.`)
    } else {
      replace(
        cost,
        `This costs ${plain(price)} credits. You have ${plain(remaining)}`,
        remaining >= price ? `; ${plain(remaining - price)} will be left.` : h('b', {}, ': not enough.'),
      )
    }
  }

  /** @param {Readonly<Record<string, string>>} examples */
  const fillIn = (examples) => {
    for (const { name, set } of fields)
      if (name in examples) set(examples[name] ?? '')
      else if (name !== 'depth') set('')
    update()
  }

  const send = async () => {
    for (const { fault } of fields) fault(null)
    if (session.key === null) {
      announce('You need a key first.')
      cost.querySelector('button')?.focus()
      return
    }
    const address = addressOf(endpoint, values()),
      depth = depthNow()
    button.disabled = true
    result.setAttribute('aria-busy', 'true')
    announce('Looking it up.')
    try {
      const [{ answer, charged, remaining, ms }, { schema }] = await Promise.all([
        lookUp(address, session.key),
        described,
      ])
      session.setRemaining(remaining)
      if (gone) return
      history.replaceState(null, '', `#${address.replace(/^\/api\/v1/, '')}`)
      const subject = Object.entries(values())
        .filter(([name, text]) => name !== 'depth' && text !== '')
        .map(([, text]) => text)
        .join(', ')
      replace(
        result,
        resultView({
          address,
          answer,
          charged,
          remaining,
          ms,
          endpoint,
          catalogue,
          schema,
          asked: subject,
          deepen: (deeper) => {
            fillIn({ ...values(), depth: deeper })
            void send()
          },
        }),
      )
      announce(
        `The answer is here. ${charged} credits charged, ${remaining} left.${answer._meta.missing.length > 0 ? ` ${countText(answer._meta.missing)}.` : ''}`,
      )
      result.scrollIntoView({ block: 'start' })
    } catch (error) {
      if (gone) return
      const problem = error instanceof RequestFailed ? error.problem : problemOf(error)
      for (const { parameter, detail } of problem.errors ?? [])
        fields.find(({ name }) => name === parameter)?.fault(detail)
      replace(
        result,
        problemView(problem, {
          choose: (path) => {
            fillIn({ ...values(), ...valuesIn(endpoint, path) })
            void send()
          },
        }),
      )
      result.scrollIntoView({ block: 'nearest' })
      announce(`${problem.title}. ${problem.detail}`)
    } finally {
      button.disabled = false
      result.removeAttribute('aria-busy')
      if (depth !== depthNow()) update()
    }
  }

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
          h(
            'button',
            { type: 'button', class: 'quiet', onclick: () => fillIn({ ...values(), ...example.values }) },
            example.words,
          ),
        ),
      ),
    )
  }
  showExamples({}, false)
  void described.then(({ examples: sentences }) => showExamples(sentences, false))

  const unwatch = session.watch(update)
  const close = () => {
    gone = true
    unwatch()
  }
  const first = asked === null ? endpoint.examples[0] : asked
  fillIn((first && valuesIn(endpoint, first)) || {})

  const usd = endpoint.prices.usd
  const element = h(
    'article',
    { class: 'workbench', 'aria-labelledby': 'endpoint-title' },
    h(
      'header',
      {},
      h('h1', { id: 'endpoint-title', tabindex: -1 }, endpoint.title),
      h('p', { class: 'lead' }, endpoint.summary),
      h(
        'p',
        { class: 'small muted facts-line' },
        h('span', { class: 'code' }, `GET /api/v1${endpoint.path}`),
        isFlat(endpoint) && ` · ${endpoint.prices.credits.flat} credits`,
        endpoint.tool && [' · tool ', h('span', { class: 'code' }, endpoint.tool)],
        usd && ` · or $${usd.flat ?? depths.flatMap((depth) => usd[depth] ?? []).join(' / ')} a call without a key`,
      ),
    ),
    endpoint.missing.length > 0 &&
      h(
        'p',
        { class: 'unready' },
        endpoint.ready ? 'Some of its sources cannot be asked here: ' : 'It cannot be asked here yet: ',
        endpoint.missing
          .map(
            ({ source, reason, env }) =>
              `${source} ${phrase(reason).toLowerCase()}${env.length > 0 ? ` (${env.join(', ')})` : ''}`,
          )
          .join('; '),
      ),
    h(
      'form',
      {
        class: 'ask',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault()
          void send()
        },
      },
      h(
        'div',
        { class: 'fields' },
        fields.map(({ element }) => element),
      ),
      examples,
      h('div', { class: 'send' }, button, cost),
    ),
    result,
  )
  return { element, close }
}

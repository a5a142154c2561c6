/** One endpoint: its summary, its form with examples, the price, and the result. */
import { addressOf, describe, RequestFailed, valuesIn } from './api.js'
import { getKeyButton, openAccount } from './account.js'
import { ask } from './ask.js'
import { answeredBefore } from './asked.js'
import { h, replace } from './dom.js'
import { examplesView } from './examples.js'
import { handOver } from './focus.js'
import { keepingWeights } from './fragment.js'
import { dayParameter, fieldsOf, markFaults, priceOf } from './form.js'
import { resultView } from './result.js'
import { session } from './session.js'
import { idIn, kindInSentence, kindOf, lookupsOn, subjectHref } from './subjects.js'
import { plain } from './words.js'
import { aboutView } from './views/about.js'
import { countText, gapsOf } from './views/gaps.js'
import { problemOf, problemView } from './views/problem.js'
import { waitingView } from './views/waiting.js'

/** @typedef {import('./types').Endpoint} Endpoint */
/** @typedef {import('./types').Catalogue} Catalogue */

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
  const kind = kindOf(endpoint.subject?.kind ?? ''),
    named = endpoint.subject?.parameter ?? ''
  /** The subject in the form, spelt as on its page, so that both know what the other has asked. */
  const subject = () => (kind === null ? '' : idIn(kind, values()[named] ?? ''))
  const address = () => addressOf(endpoint, kind === null ? values() : { ...values(), [named]: subject() })
  const whole = h('p', { class: 'small whole' })
  /** Whether the reader has moved to another lookup: late answers are not shown then. */
  let gone = false
  const depthNow = () => values().depth ?? 'full'

  const update = () => {
    const price = values()[dayParameter] ? 0 : priceOf(endpoint, depthNow()),
      { key, remaining } = session
    const others = kind === null ? 0 : lookupsOn(catalogue, kind).length - 1
    whole.hidden = kind === null || subject() === '' || others < 1
    if (kind !== null)
      replace(
        whole,
        h('a', { href: subjectHref(kind.id, subject()) }, `${subject()} on one page`),
        `, with ${others === 1 ? 'the other look-up' : `the ${others} other look-ups`} about ${kindInSentence(kind)}`,
      )
    button.textContent = `Look up for ${plain(price)} credits`
    if (key === null) {
      replace(
        cost,
        `This costs ${plain(price)} credits. You need a key first: `,
        getKeyButton(
          (credits) => {
            announce(`You have a key with ${plain(credits)} credits.`)
            void openAccount('', () => button)
          },
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

  /** Gives up the look-up that runs. */
  let cancel = () => {}
  const titleOf = (/** @type {string} */ source) => catalogue.sources.find(({ id }) => id === source)?.title ?? source

  /** `anew`: not the stored answer of a look-up that was asked before. `stored`: only that one. */
  const send = async ({ anew = false, stored = false } = {}) => {
    for (const { fault } of fields) fault(null)
    if (session.key === null) {
      announce('You need a key first.')
      cost.querySelector('button')?.focus()
      return
    }
    const to = address(),
      depth = depthNow()
    // Not disabled: the focus would be lost. What asked from inside the result is about to be replaced.
    button.setAttribute('aria-disabled', 'true')
    if (result.contains(document.activeElement)) button.focus({ preventScroll: true })
    result.setAttribute('aria-busy', 'true')
    announce('Looking it up.')
    const giveUp = new AbortController()
    cancel = () => giveUp.abort()
    const waiting = waitingView({ titleOf, cancel })
    // A quick answer comes without a list that flashes up before it.
    const showing = setTimeout(() => replace(result, waiting.element), 300)
    try {
      const [{ answer, charged, remaining, replayed, ms }, { schema }] = await Promise.all([
        ask(to, session.key, { anew, signal: giveUp.signal, follow: waiting.follow }),
        described,
      ])
      clearTimeout(showing)
      if (gone) return
      history.replaceState(null, '', keepingWeights(`#${to.replace(/^\/api\/v1/, '')}`))
      const subject = Object.entries(values())
        .filter(([name, text]) => name !== 'depth' && name !== dayParameter && text !== '')
        .map(([, text]) => text)
        .join(', ')
      replace(
        result,
        resultView({
          address: to,
          answer,
          charged,
          remaining,
          ms,
          again: replayed ? { price: priceOf(endpoint, depth), ask: () => void send({ anew: true }) } : null,
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
      const told = gapsOf(answer._meta)
      const gaps = told.length > 0 ? ` ${countText(told)}.` : ''
      announce(`The answer is here. ${charged} credits charged, ${remaining} left.${gaps}`)
      handOver(result.querySelector('.result'), button, result)
      result.scrollIntoView({ block: 'start' })
    } catch (error) {
      clearTimeout(showing)
      if (gone) return
      if (giveUp.signal.aborted) {
        replace(
          result,
          h('p', { class: 'muted' }, 'You cancelled this look-up. An answer that was not sent yet is not charged.'),
        )
        announce('Cancelled.')
        button.focus()
        return
      }
      const problem = error instanceof RequestFailed ? error.problem : problemOf(error)
      // Other settings than a day ago can make another look-up of the same address.
      if (problem.code === 'idempotency_mismatch') return stored ? replace(result) : void send({ anew: true })
      replace(
        result,
        problemView(problem, {
          endpoint,
          depth,
          marked: markFaults(fields, problem.errors),
          again: (other) => {
            fillIn({ ...values(), depth: other ?? depth })
            void send()
          },
          choose: (path) => {
            fillIn({ ...values(), ...valuesIn(endpoint, path) })
            void send()
          },
        }),
      )
      handOver(element.querySelector('.ask [aria-invalid], #problem-title'), button, result)
      result.scrollIntoView({ block: 'nearest' })
      announce(`${problem.title}. ${problem.detail}`)
    } finally {
      button.removeAttribute('aria-disabled')
      result.removeAttribute('aria-busy')
      if (depth !== depthNow()) update()
    }
  }

  const examples = examplesView(endpoint, described, {
    fillIn,
    change: (some) => fillIn({ ...values(), ...some }),
  })

  const unwatch = session.watch(update)
  const close = () => {
    gone = true
    cancel()
    unwatch()
  }
  const first = asked === null ? endpoint.examples[0] : asked
  fillIn((first && valuesIn(endpoint, first)) || {})

  if (asked !== null && answeredBefore(address(), session.key)) void send({ stored: true })

  const element = h(
    'article',
    { class: 'workbench', 'aria-labelledby': 'endpoint-title' },
    aboutView(endpoint),
    h(
      'form',
      {
        class: 'ask',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault()
          if (button.getAttribute('aria-disabled') === null) void send()
        },
      },
      h(
        'div',
        { class: 'fields' },
        fields.map(({ element }) => element),
      ),
      examples,
      h('div', { class: 'send' }, button, cost),
      whole,
    ),
    result,
  )
  return { element, close }
}

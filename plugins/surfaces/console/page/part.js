/** One look-up as a part of the page of a subject: its price before it is asked, and its answer in brief. */
import { addressOf, describe, RequestFailed } from './api.js'
import { ask } from './ask.js'
import { answeredBefore } from './asked.js'
import { h, newId, replace } from './dom.js'
import { depths, isFlat, priceOf } from './form.js'
import { session } from './session.js'
import { subjectHref } from './subjects.js'
import { briefView } from './views/brief.js'
import { partProblem } from './views/part-problem.js'
import { problemOf } from './views/problem.js'
import { waitingView } from './views/waiting.js'
import { labelOf, midSentence, pathLabel, plain } from './words.js'

/** @typedef {import('./types').Endpoint} Endpoint */
/** @typedef {import('./types').Depth} Depth */
/** @typedef {'idle' | 'queued' | 'asking' | 'answered' | 'failed'} State */
/** @typedef {ReturnType<typeof partOf>} Part */

/** Whether the subject is all that has to be given. @param {Endpoint} endpoint */
const takesOnlySubject = ({ params, subject }) =>
  params.every(({ name, required }) => !required || name === subject?.parameter)

/** The sections of a depth, in words. @param {Endpoint} endpoint @param {Depth} depth */
const shownAt = ({ sections }, depth) => {
  const heads = sections
    .filter(({ from }) => depths.indexOf(from) <= depths.indexOf(depth))
    .map(({ name }) => name.split('.')[0] ?? '')
  return [...new Set(heads)].map((name, i) => (i === 0 ? pathLabel(name) : midSentence(pathLabel(name)))).join(', ')
}

/**
 * @param {{ endpoint: Endpoint, kind: string, id: string, catalogue: import('./types').Catalogue,
 *   jobs: ReturnType<typeof import('./queue.js').queue>, changed: () => void, announce: (words: string) => void,
 *   answered: (answer: import('./types').Answer, schema: import('./types').Schema) => void }} given
 *   `changed` is called when state or price change, `answered` with each answer
 */
export const partOf = ({ endpoint, kind, id, catalogue, jobs, changed, announce, answered }) => {
  const flat = isFlat(endpoint)
  /** @type {State} */
  let state = 'idle'
  /** The address that is shown, or was last asked. */
  let shown = ''
  let cancel = () => {}
  let gone = false
  const titleOf = (/** @type {string} */ source) => catalogue.sources.find(({ id }) => id === source)?.title ?? source

  const depthId = newId('depth'),
    titleId = newId('part')
  const depth = h(
    'select',
    { id: depthId, onchange: () => update() },
    depths.map((each) => h('option', { value: each }, `${labelOf(each)}, ${plain(priceOf(endpoint, each))} credits`)),
  )
  depth.value = 'standard'
  const depthNow = () => (/** @type {Depth} */ (flat ? 'full' : depth.value))
  const price = () => priceOf(endpoint, depthNow())
  const addressAt = (/** @type {string} */ at) =>
    addressOf(endpoint, { [endpoint.subject?.parameter ?? '']: id, depth: flat ? '' : at })

  const slot = h('div', { class: 'part-slot' }),
    charge = h('p', { class: 'charge small' }),
    sections = h('p', { class: 'small muted part-sections' })
  const open = h('a', {}, endpoint.title)
  const button = h('button', { type: 'button', onclick: () => (isBusy() ? cancel() : start()) })
  const isBusy = () => state === 'queued' || state === 'asking'
  const canAsk = endpoint.ready && takesOnlySubject(endpoint)

  const update = () => {
    const address = addressAt(depthNow())
    open.setAttribute('href', `#${address.replace(/^\/api\/v1/, '')}`)
    const isShown = state === 'answered' && address === shown
    button.textContent = isBusy()
      ? 'Cancel'
      : isShown
        ? `Ask again for ${plain(price())} credits`
        : answeredBefore(address, session.key)
          ? 'Show the stored answer'
          : `Ask for ${plain(price())} credits`
    button.classList.toggle('quiet', isShown)
    sections.textContent = state === 'answered' ? '' : `Shows ${shownAt(endpoint, depthNow())}.`
    element.classList.toggle('is-answered', state === 'answered')
    changed()
  }
  const become = (/** @type {State} */ next) => {
    state = next
    slot.setAttribute('aria-busy', String(isBusy()))
    update()
  }

  /** @param {{ anew?: boolean, stored?: boolean }} how `stored`: only an answer that was paid for already */
  const send = async ({ anew = false, stored = false }) => {
    const key = session.key
    if (gone || key === null) return become('idle')
    const giveUp = new AbortController()
    cancel = () => giveUp.abort()
    const at = depthNow()
    shown = addressAt(at)
    const waiting = waitingView({ titleOf })
    replace(slot)
    replace(charge)
    become('asking')
    const showing = setTimeout(() => replace(slot, waiting.element), 300)
    try {
      const [{ answer, charged, replayed }, { schema }] = await Promise.all([
        ask(shown, key, { anew, signal: giveUp.signal, follow: waiting.follow }),
        describe(endpoint),
      ])
      clearTimeout(showing)
      if (gone) return
      const self = subjectHref(kind, id) ?? ''
      const deepen = (/** @type {Depth} */ deeper) => {
        depth.value = deeper
        start()
      }
      replace(slot, briefView({ answer, endpoint, catalogue, schema, asked: id, deepen, self }))
      replace(charge, replayed ? 'Stored answer, not charged again' : `${plain(charged)} credits charged`)
      answered(answer, schema)
      become('answered')
    } catch (error) {
      clearTimeout(showing)
      if (gone) return
      const problem = error instanceof RequestFailed ? error.problem : problemOf(error)
      if (problem.code === 'idempotency_mismatch' && !stored) return await send({ anew: true })
      const words = giveUp.signal.aborted
        ? h('p', { class: 'small muted' }, 'Cancelled. An answer that was not sent yet is not charged.')
        : stored
          ? null
          : partProblem(problem)
      replace(slot, words)
      become(giveUp.signal.aborted || stored ? 'idle' : 'failed')
      if (state === 'failed') announce(`${endpoint.title}: ${problem.title}`)
    }
  }

  /** Waits for its turn. @param {{ stored?: boolean }} [how] */
  const start = ({ stored = false } = {}) => {
    if (isBusy()) return
    if (session.key === null) return announce('You need a key first.')
    const anew = state === 'answered' && addressAt(depthNow()) === shown
    const takeOut = jobs.add(() => send({ anew, stored }))
    // It may have begun at once.
    if (/** @type {State} */ (state) === 'asking') return
    cancel = () => {
      takeOut()
      replace(slot)
      become('idle')
    }
    replace(slot, h('p', { class: 'small muted' }, 'Waits for its turn.'))
    become('queued')
  }

  const element = h(
    'section',
    { class: 'part', 'aria-labelledby': titleId },
    h(
      'header',
      { class: 'part-head' },
      h('h2', { id: titleId }, open),
      charge,
      h('p', { class: 'small part-about' }, endpoint.summary),
      sections,
    ),
    slot,
    canAsk
      ? h(
          'div',
          { class: 'part-ask' },
          !flat && [h('label', { for: depthId, class: 'unseen' }, `Depth of ${endpoint.title}`), depth],
          button,
        )
      : h(
          'p',
          { class: 'small unready' },
          endpoint.ready ? 'It asks for more than the subject: fill in its own form.' : 'It cannot be asked here yet.',
        ),
  )
  const showStored = () => {
    const deepest = (flat ? /** @type {Depth[]} */ (['full']) : depths.toReversed()).find((each) =>
      answeredBefore(addressAt(each), session.key),
    )
    if (deepest === undefined || state !== 'idle' || !canAsk) return
    depth.value = deepest
    start({ stored: true })
  }
  update()
  return {
    element,
    endpoint,
    canAsk,
    price,
    state: () => state,
    start,
    showStored,
    /** @param {string} to */
    setDepth: (to) => {
      if (state === 'answered' || isBusy()) return
      depth.value = to
      update()
    },
    cancel: () => isBusy() && cancel(),
    update,
    close: () => {
      gone = true
      if (isBusy()) cancel()
    },
  }
}

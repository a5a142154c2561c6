/** The page of one subject: all look-ups about it, asked one by one or together. */
import { getKeyButton, openAccount } from './account.js'
import { h, newId, replace } from './dom.js'
import { depths } from './form.js'
import { partOf } from './part.js'
import { queue } from './queue.js'
import { session } from './session.js'
import { kindInSentence, lookupsOn, subjectHref } from './subjects.js'
import { leadsIn } from './views/leads.js'
import { packed } from './views/packed.js'
import { subjectOf } from './views/answered-subject.js'
import { labelOf, plain } from './words.js'

/** More at a time would keep the service from others. */
const mostAtATime = 3

/**
 * @param {{
 *   kind: import('./types').Kind,
 *   id: string,
 *   catalogue: import('./types').Catalogue,
 *   announce: (words: string) => void,
 * }} given
 * @returns {{ element: HTMLElement, close: () => void }} call `close` when the element is removed
 */
export const subjectPage = ({ kind, id, catalogue, announce }) => {
  const self = subjectHref(kind.id, id)
  const title = h('h1', { id: 'endpoint-title', tabindex: -1 }, id),
    aside = h('p', { class: 'muted' }),
    proper = h('p', { class: 'small' }),
    cost = h('p', { class: 'cost', role: 'status' }),
    progress = h('p', { class: 'small muted', role: 'status' })
  const { length } = lookupsOn(catalogue, kind)
  const lead = h(
    'p',
    { class: 'lead' },
    `${length === 1 ? 'One look-up is' : `${length} look-ups are`} about ${kindInSentence(kind)}. Nothing is asked or charged before you say so.`,
  )
  /** The look-up that the head names the subject after: the first in order that has answered. */
  let namedBy = Infinity

  /** @param {number} i @param {import('./types').Answer} answer @param {import('./types').Schema} schema */
  const answered = (i, answer, schema) => {
    if (i > namedBy) return
    namedBy = i
    const shown = subjectOf(answer, id)
    title.textContent = shown.name
    aside.textContent = shown.aside
    document.title = `${shown.name} · Domesday`
    const own = answer._meta.matched && leadsIn(answer.data, schema).find((lead) => lead.kind === kind)
    if (own && own.href !== self)
      replace(proper, `You asked for “${id}”. `, h('a', { href: own.href }, `The page of ${shown.name} itself`))
    else replace(proper)
  }

  const open = () => parts.filter((part) => part.canAsk && ['idle', 'failed'].includes(part.state()))
  const busy = () => parts.filter((part) => ['queued', 'asking'].includes(part.state()))

  const depthId = newId('depth')
  const depth = h(
    'select',
    {
      id: depthId,
      onchange: () => {
        for (const part of parts) part.setDepth(depth.value)
        update()
      },
    },
    depths.map((each) => h('option', { value: each, selected: each === 'standard' }, labelOf(each))),
  )
  const button = h('button', {
    type: 'button',
    class: 'primary',
    onclick: () => {
      if (busy().length > 0) for (const part of parts.toReversed()) part.cancel()
      else if (session.key === null) {
        announce('You need a key first.')
        cost.querySelector('button')?.focus()
      } else for (const part of open()) part.start()
    },
  })

  /** Parts call it while the page is being made. */
  let isMade = false
  const update = () => {
    if (!isMade) return
    const some = open(),
      total = some.reduce((sum, part) => sum + part.price(), 0),
      done = parts.filter((part) => part.state() === 'answered').length
    const { key, remaining } = session
    const whole = some.length === parts.length ? 'all' : 'the other'
    button.textContent =
      busy().length > 0
        ? 'Cancel all'
        : `Ask ${some.length === 1 ? (parts.length === 1 ? 'it' : 'the last one') : `${whole} ${some.length}`} for ${plain(total)} credits`
    button.hidden = busy().length === 0 && some.length === 0
    depthField.hidden = button.hidden || busy().length > 0
    lead.hidden = done + busy().length > 0
    progress.textContent = done + busy().length > 0 ? `${done} of ${parts.length} answered` : ''
    if (busy().length > 0) replace(cost, remaining === null ? '' : `You have ${plain(remaining)}.`)
    else if (key === null)
      replace(
        cost,
        'You need a key first: ',
        getKeyButton(
          (credits) => announce(`You have a key with ${plain(credits)} credits.`),
          (words) => void openAccount(words),
        ),
      )
    else if (some.length === 0 || remaining === null)
      replace(cost, remaining === null ? '' : `You have ${plain(remaining)}.`)
    else if (remaining >= total)
      replace(cost, `You have ${plain(remaining)}; ${plain(remaining - total)} will be left.`)
    else
      replace(
        cost,
        `You have ${plain(remaining)}: `,
        h('b', {}, 'not enough.'),
        ' Choose a lower depth, or ask some of them.',
      )
  }
  const depthField = h('div', { class: 'all-depth' }, h('label', { for: depthId }, 'Depth'), depth)

  const jobs = queue(mostAtATime)
  const parts = lookupsOn(catalogue, kind).map((endpoint, i) =>
    partOf({
      endpoint,
      kind: kind.id,
      id,
      catalogue,
      jobs,
      announce,
      changed: () => update(),
      answered: (answer, schema) => answered(i, answer, schema),
    }),
  )
  const element = h(
    'article',
    { class: 'subject-page', 'aria-labelledby': 'endpoint-title' },
    h(
      'header',
      { class: 'subject-head' },
      h('p', { class: 'small muted' }, kind.title),
      title,
      aside,
      proper,
      lead,
      h('div', { class: 'ask-all' }, depthField, button, cost, progress),
    ),
    packed(
      h(
        'div',
        { class: 'parts' },
        parts.map((part) => part.element),
      ),
    ),
  )
  isMade = true
  for (const part of parts) part.showStored()
  let key = session.key
  const unwatch = session.watch(() => {
    update()
    if (session.key === key) return
    key = session.key
    for (const part of parts) part.update()
  })
  return {
    element,
    close: () => {
      unwatch()
      for (const part of parts) part.close()
    },
  }
}

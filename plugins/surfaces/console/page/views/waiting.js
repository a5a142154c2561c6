/** What a look-up waits for: each source with what became of its questions, and a way to give up. */
import { h, replace } from '../dom.js'
import { phrase, plain } from '../words.js'

/**
 * @param {{ titleOf: (source: string) => string, cancel?: () => void }} given
 * @returns {{ element: HTMLElement, follow: (step: { event: string, data: any }) => void }}
 */
export const waitingView = ({ titleOf, cancel }) => {
  const list = h('ul', { class: 'waiting-sources' })
  /** @type {Map<string, { asked: number, came: number, gap: string | null }>} */
  const sources = new Map()

  /** @param {{ asked: number, came: number, gap: string | null }} counts */
  const stateOf = ({ asked, came, gap }) => {
    if (gap !== null) return phrase(gap).toLowerCase()
    if (asked > 1) return `${plain(came)} of ${plain(asked)} answers`
    return came === asked ? 'answered' : 'asked'
  }
  const draw = () =>
    replace(
      list,
      [...sources].map(([source, counts]) =>
        h(
          'li',
          { class: counts.gap !== null ? 'is-gap' : counts.came === counts.asked ? 'is-here' : 'is-asked' },
          h('b', {}, titleOf(source)),
          ` ${stateOf(counts)}`,
        ),
      ),
    )

  return {
    element: h(
      'section',
      { class: 'waiting', 'aria-label': 'What is being asked' },
      h('p', {}, 'Looking it up.'),
      list,
      cancel && h('button', { type: 'button', class: 'quiet', onclick: cancel }, 'Cancel'),
    ),
    follow: ({ event, data }) => {
      const counts = sources.get(data.source) ?? { asked: 0, came: 0, gap: null }
      if (event === 'asked') counts.asked += 1
      if (event === 'came') counts.came += 1
      if (event === 'gap') counts.gap = data.reason ?? 'upstream_failed'
      sources.set(data.source, counts)
      draw()
    },
  }
}

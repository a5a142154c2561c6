/** A few sample subjects of each kind, as links to their pages. */
import { h, replace } from './dom.js'
import { kindsInOrder, lookupsOn, subjectHref } from './subjects.js'

/** So many of each kind. */
const shown = 2
const longestId = 20

/**
 * @param {HTMLElement} host @param {import('./types').Catalogue} catalogue
 * @param {Promise<readonly import('./samples.js').Sample[]>} samples
 */
export const sampleCards = async (host, catalogue, samples) => {
  const all = await samples
  host.hidden = all.length === 0
  replace(
    host,
    kindsInOrder(catalogue).map((kind) => {
      const some = all.filter((sample) => sample.kind === kind).slice(0, shown),
        { length } = lookupsOn(catalogue, kind)
      return (
        some.length > 0 &&
        h(
          'section',
          { class: 'sample-kind' },
          h(
            'h2',
            {},
            kind.title,
            h('span', { class: 'small muted' }, ` ${length === 1 ? '1 look-up' : `${length} look-ups`}`),
          ),
          h(
            'ul',
            { class: 'plain' },
            some.map(({ id, sentences }) =>
              h(
                'li',
                {},
                h(
                  'a',
                  { href: subjectHref(kind.id, id) },
                  // An id that nobody knows by heart says less than the sentence.
                  id.length <= longestId && h('b', {}, id),
                  h(id.length <= longestId ? 'span' : 'b', {}, ` ${sentences[0] ?? id}`),
                ),
              ),
            ),
          ),
        )
      )
    }),
  )
}

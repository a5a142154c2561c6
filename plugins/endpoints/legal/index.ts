import { endpoint, field, integer, omitEach, params, render, section, take, text } from '@domesday/core'
import { lawsOn } from '@domesday/source-legislation-gov-uk'
import { pendingOn } from '@domesday/source-parliament-bills'
import { topic } from '@domesday/subject-topic'
import { attentionTo } from './attention.ts'

const asked = params({
  query: topic({ description: 'Words of a subject; all must occur', examples: ['data protection'] }),
})

const laws = lawsOn(asked)
const bills = pendingOn(asked)

/** Existing law on a subject, and bills before Parliament. */
export const legal = endpoint({
  id: 'legal',
  title: 'Law and bills on a subject',
  summary:
    'The laws of the United Kingdom on a subject, by type; the bills before Parliament; and how much lawmakers attend to it, which is no measure of what it costs to comply.',
  home: import.meta.dirname,
  path: '/legal/{query}',
  tool: 'uk_legal_intelligence',
  subject: { asked, required: [] },
  sections: {
    query: section(render(text('What was asked'), asked, ({ query }) => query)),
    legislation: section(field(laws, 'laws')),
    total_legislation: section(field(laws, 'total')),
    legislation_by_type: section(field(laws, 'types')),
    matched_in: section(field(laws, 'matched_in')),
    pending_bills: section(
      'Bills of this session whose titles hold the words, last moved first, 100 at most',
      omitEach(take(100, bills), 'progress'),
    ),
    total_bills: section(render(integer('All pending bills that match'), bills, (bills) => bills.length)),
    regulatory_relevance_score: section(attentionTo(asked, laws, bills)),
  },
})

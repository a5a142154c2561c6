import {
  beside,
  choice,
  drawn,
  endpoint,
  field,
  full,
  integer,
  list,
  object,
  render,
  renderEach,
  scored,
  section,
  settings,
  standard,
  take,
  text,
} from '@domesday/core'
import { distressOf, gatesOf, redFlagsOf, severities, severityTones } from '@domesday/score-distress'
import { exemptionsShape, hasEnded, statementsShape } from '@domesday/source-companies-house'
import { circleOf, sanctionsShown } from '@domesday/subject-circle'
import { atCompany, companyShown, registerSections, servingOf } from '@domesday/subject-company'
import { officersShown, ownersShown } from './listed.ts'
import { networkOf } from './network.ts'

const own = settings({
  followed_officers: integer({
    description: 'Serving officers whose other companies are looked up at full depth',
    minimum: 1,
    maximum: 50,
  }),
  circle_calls: integer({
    description: 'Questions to Companies House about who runs and owns the company at full depth, at most',
    minimum: 6,
    maximum: 50,
  }),
  ended: text('What is advised of a company that is no more'),
})

const { file, subject } = atCompany()
const { profile, officers, owners, statements, exempt, filings, charges, notices, noticesReach } = file
const { accounts, contracts, payment, lei } = file
const distress = distressOf(file, gatesOf(file))
const circle = circleOf(file, own)

const signalShape = drawn(
  object({
    signal: text('Name of the signal'),
    severity: choice(severities, { description: 'How grave it is', tones: severityTones }),
    detail: text('The finding, with its figures'),
    sources: list(text(), 'Ids of the sources that it rests on'),
  }),
  'findings',
  { title: 'signal', word: 'severity', more: ['detail', 'sources'] },
)

/** What the registers have on a company, and its distress score. */
export const entity = endpoint({
  id: 'entity',
  title: 'Company intelligence',
  summary:
    'What the registers hold of a company, by number or name; from standard up its officers, owners, filings, charges, regulators, Gazette notices ' +
    'and an explained distress score; at full depth its accounts in figures, contracts won, how it pays, and the other companies of its officers.',
  home: import.meta.dirname,
  path: '/entity/{identifier}',
  tool: 'uk_entity_intelligence',
  include: true,
  subject,
  sections: {
    entity: section(companyShown(file)),

    officers: standard(officersShown(file)),
    officers_total: beside('officers', standard(field(officers, 'total'))),
    active_officers_total: beside(
      'officers',
      standard(
        render(
          integer('Of these, those who serve today'),
          { officers, profile },
          ({ officers, profile: { status } }) => servingOf(officers, status).length,
        ),
      ),
    ),

    persons_with_significant_control: standard(ownersShown(file)),
    persons_with_significant_control_total: beside(
      'persons_with_significant_control',
      standard(field(owners, 'total')),
    ),
    persons_with_significant_control_statements: beside(
      'persons_with_significant_control',
      standard(render(statementsShape, statements, (listed) => listed.slice(0, 100))),
    ),
    persons_with_significant_control_exemptions: beside(
      'persons_with_significant_control',
      standard(render(exemptionsShape, exempt, (listed) => listed.slice(0, 100))),
    ),

    filings: standard(field(filings, 'newest')),
    filings_total: beside('filings', standard(field(filings, 'total'))),

    charges: standard(charges),

    ...registerSections(file, standard),

    gazette_notices: standard(take(100, notices)),
    gazette_notices_total: beside(
      'gazette_notices',
      standard(render(integer('All that were found'), notices, ({ length }) => length)),
    ),
    gazette_notices_reach: beside('gazette_notices', standard(noticesReach)),

    risk_signals: standard(
      renderEach(
        signalShape,
        redFlagsOf(file, circle.sanctions),
        ({ flag, severity, evidence, sources }) => ({ signal: flag, severity, detail: evidence, sources }),
        'Gravest first',
      ),
    ),

    distress_score: standard(
      render(scored, { distress, profile, own }, ({ distress, profile: { status }, own: { ended } }) =>
        hasEnded(status) ? { ...distress, recommendation: ended } : distress,
      ),
    ),

    figures: full(accounts),
    contracts: full(contracts),
    payment: full(payment),
    lei: full(lei),
    officer_network: full(networkOf(file, own)),
    circle: full(circle.shown),
    sanctions: full(sanctionsShown(circle.sanctions)),
  },
})

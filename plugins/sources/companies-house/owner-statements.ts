/** What a company states of its owners where it names none or not all, and why it need not name any. */
import {
  choice,
  date,
  day,
  drawn,
  list,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Shape,
} from '@domesday/core'
import { companiesHouse, isNotFound, pageSent } from './register.ts'

const kinds = ['none', 'not_identified', 'not_confirmed', 'complete', 'other'] as const
type Kind = (typeof kinds)[number]

const statementFields = drawn(
  object({
    statement: text('The register’s code'),
    detail: text('What it states, in words'),
    kind: choice(kinds, {
      description:
        'none: it has no owner who must be named; not_identified: it has one, whom it does not know or who does not answer; not_confirmed: one ' +
        'is known, and not all that must be stated; complete: all are named; other: about changes, or not known here',
      tones: { good: ['complete'], fair: ['not_confirmed'], bad: ['not_identified'] },
    }),
    owner: orNull(text('The owner whom it is about, where it is about one')),
    notified_on: orNull(date('When the register had it')),
    ceased_on: orNull(date('When it was withdrawn; null while it holds')),
  }),
  'timeline',
  { title: ['detail', 'statement'], from: 'notified_on', until: 'ceased_on', kind: 'kind', more: 'owner' },
)
/** A statement about owners. */
export interface OwnerStatement extends Of<typeof statementFields> {}
export const statementsShape: Shape<readonly OwnerStatement[]> = list(
  statementFields,
  'Of the company about its owners, newest first; asked for where there are some, or nobody is named',
)

// The register misspells its own code, and ends those of partnerships with a word more.
const ofCode: readonly (readonly [code: RegExp, kind: Kind, detail: string])[] = [
  [/^no-individual-or-entity-with-sign/, 'none', 'that it has no owner who must be named'],
  [/^psc-exists-but-not-identified/, 'not_identified', 'that it has an owner whom it has not identified'],
  [/^psc-contacted-but-no-response/, 'not_identified', 'that a likely owner has not answered its notice'],
  [
    /^restrictions-notice-issued/,
    'not_identified',
    'that it has restricted the shares of a likely owner who does not answer',
  ],
  [/^no-beneficial-owner-identified/, 'not_identified', 'that it has identified none of its owners'],
  [/^at-least-one-beneficial-owner-un/, 'not_identified', 'that at least one of its owners is not identified'],
  [/^psc-details-not-confirmed/, 'not_confirmed', 'that the details of an owner are not confirmed'],
  [/^psc-has-failed-to-confirm/, 'not_confirmed', 'that an owner has not confirmed details that changed'],
  [/^awaiting-confirmation-from-psc/, 'not_confirmed', 'that an owner has yet to confirm being one'],
  [/^steps-to-find-psc-not-yet/, 'not_confirmed', 'that it is still looking for its owners'],
  [/^information-not-provided-for/, 'not_confirmed', 'that it lacks information on at least one of its owners'],
  [/^all-beneficial-owners-identified/, 'complete', 'that all its owners are identified'],
]

const { text: words, must, often } = sent
/** Held against the register's schema and psc-statement-delta-consumer: a row means nothing without its statement. */
const statementsWire = wire({
  ...pageSent,
  items: must([
    {
      statement: must(words),
      notified_on: often(words),
      ceased_on: words,
      linked_psc_name: words,
      ...sent.unread('etag', 'kind', 'links', 'notification_id', 'restrictions_notice_withdrawal_reason'),
    },
  ]),
})

/** The statements of a company about its owners, past ones too. */
export const ownerStatements = companiesHouse.get('owner-statements', {
  wire: statementsWire,
  path: (number: string) => [
    `/company/${encodeURIComponent(number)}/persons-with-significant-control-statements`,
    { items_per_page: 100 },
  ],
  digest: statementsShape,
  read: ({ items }) =>
    items
      .map((one) => {
        const [, kind, detail] = ofCode.find(([code]) => code.test(one.statement)) ?? [null, 'other' as const, null]
        return {
          statement: one.statement,
          detail: detail ?? one.statement.replaceAll('-', ' '),
          kind,
          owner: stated(one.linked_psc_name),
          notified_on: day(one.notified_on),
          ceased_on: day(one.ceased_on),
        }
      })
      .toSorted((a, b) => (b.notified_on ?? '').localeCompare(a.notified_on ?? '', 'en')),
  none: (reply): readonly OwnerStatement[] | undefined => (isNotFound(reply) ? [] : undefined),
})

const exemptionFields = drawn(
  object({
    type: text('The register’s code, such as psc-exempt-as-trading-on-uk-regulated-market'),
    from: orNull(date('The first day')),
    until: orNull(date('The last day; null while it holds')),
  }),
  'timeline',
  { title: 'type', from: 'from', until: 'until' },
)
/** An exemption from naming owners, as of a company whose shares are traded. */
export interface Exemption extends Of<typeof exemptionFields> {}
export const exemptionsShape: Shape<readonly Exemption[]> = list(
  exemptionFields,
  'From naming owners, newest first; asked for where the register has some and nobody is named',
)

const exemptionSent = {
  exemption_type: words,
  items: [{ exempt_from: often(words), exempt_to: words }],
} as const
/** Held against company-exemptions-data-api and the register's code list, which has these five. */
const exemptionsWire = wire({
  exemptions: must({
    disclosure_transparency_rules_chapter_five_applies: exemptionSent,
    psc_exempt_as_shares_admitted_on_market: exemptionSent,
    psc_exempt_as_trading_on_eu_regulated_market: exemptionSent,
    psc_exempt_as_trading_on_regulated_market: exemptionSent,
    psc_exempt_as_trading_on_uk_regulated_market: exemptionSent,
  }),
  ...sent.unread('etag', 'kind', 'links'),
})

/** The exemptions of a company from naming its owners, past ones too. */
export const exemptions = companiesHouse.get('exemptions', {
  wire: exemptionsWire,
  path: (number: string) => `/company/${encodeURIComponent(number)}/exemptions`,
  digest: exemptionsShape,
  read: ({ exemptions }) =>
    Object.entries(exemptions)
      .flatMap(([name, one]) =>
        (one?.items ?? []).map(({ exempt_from, exempt_to }) => ({
          type: stated(one?.exemption_type) ?? name.replaceAll('_', '-'),
          from: day(exempt_from),
          until: day(exempt_to),
        })),
      )
      .toSorted((a, b) => (b.from ?? '').localeCompare(a.from ?? '', 'en')),
  none: (reply): readonly Exemption[] | undefined => (isNotFound(reply) ? [] : undefined),
})

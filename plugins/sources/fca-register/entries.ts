/** Entries in the register's wire format: an envelope, member names with blanks, all values strings. */
import {
  date,
  day,
  drawn,
  flag,
  list,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'

export const registrationFields = {
  frn: text('Firm reference number'),
  name: text('As the register has it'),
  status: orNull(
    text({
      description: 'Authorised, Registered, Appointed representative, No longer authorised …',
      tones: { good: ['Authorised', 'Registered', 'Appointed representative'], bad: ['No longer authorised'] },
    }),
  ),
  since: orNull(date('Since when it has that status')),
  current: orNull(flag('False if a permission has ended or never existed')),
  sub_status: orNull(text('Such as In Administration')),
  subStatusSince: orNull(date()),
  other_statuses: list(
    object({ regime: text(), status: text('In the register’s words'), since: orNull(date('Since when')) }),
    'For payment services, electronic money and under the money laundering regulations, ended ones too',
  ),
  cautions: list(text('In the regulator’s words'), 'What the register shows on top of the entry'),
  company: orNull(text('The company number that the firm gave, eight characters')),
}
const fields = object(registrationFields)
/** A firm on the register. The register's codes pass through. */
export interface Registration extends Of<typeof fields> {}
export const registrationShape: Shape<Registration> = fields

const actionFields = drawn(
  object({
    action: text('Such as Fines'),
    date: orNull(date('When the regulator did it')),
    under: orNull(text('The act it was done under')),
    summary: orNull(text('The first sentence of the register’s account')),
  }),
  'events',
  { on: 'date', title: 'action', more: ['summary', 'under'] },
)
/** An action of the regulator: a fine, a withdrawal of approval. */
export interface Action extends Of<typeof actionFields> {}
export const actionShape: Shape<Action> = actionFields

const { text: words, scalar, must, mustOrNull, often, unread } = sent
// Held against the pages of the register's portal: every answer has a status and data; values are texts, which are
// empty or absent where there are none.
const envelope = {
  Status: must(words),
  ResultInfo: { Next: words, per_page: scalar, total_count: scalar, ...unread('page', 'Previous') },
  ...unread('Message'),
} as const
export const searchWire = wire({
  ...envelope,
  Data: mustOrNull([
    {
      'Reference Number': often(words),
      Name: often(words),
      ...unread('URL', 'Status', 'Type of business or Individual'),
    },
  ]),
})
export const firmWire = wire({
  ...envelope,
  Data: mustOrNull([
    {
      FRN: words,
      'Organisation Name': words,
      Status: words,
      'Status Effective Date': words,
      'Sub-Status': words,
      'Sub Status Effective from': words,
      'Companies House Number': scalar,
      'PSD / EMD Status': words,
      'PSD / EMD Effective Date': words,
      'PSD Agent Status': words,
      'PSD Agent Effective date': words,
      'E-Money Agent Status': words,
      'E-Money Agent Effective Date': words,
      'MLRs Status': words,
      'MLRs Status Effective Date': words,
      'Exceptional Info Details': [{ 'Exceptional Info Title': words, 'Exceptional Info Body': words }],
      // So in older answers.
      'Exceptional Info Title': words,
      'Exceptional Info Body': words,
      ...unread('Business Type', 'Client Money Permission', 'Mutual Society Number', 'System Timestamp'),
      ...unread('Name', 'Address', 'Permission', 'Individuals', 'Regulators', 'DisciplinaryHistory', 'Requirements'),
      ...unread('Passport', 'Waivers', 'Exclusions', 'Appointed Representative'),
    },
  ]),
})
export const historyWire = wire({
  ...envelope,
  Data: mustOrNull([
    {
      TypeofAction: often(words),
      TypeofDescription: often(words),
      EnforcementType: words,
      ActionEffectiveFrom: often(words),
    },
  ]),
})
type RowOf<W> = W extends { readonly Data: infer D } ? (NonNullable<D> extends readonly (infer R)[] ? R : never) : never
type Firm = RowOf<Sent<typeof firmWire>>

/**
 * Every answer is a 200: `…-00` has data, `…-11` means none, anything else is an error, including a rejected key
 * (01-01-11).
 */
export const dataOf = <T>({
  Status,
  Data,
}: {
  readonly Status: string
  readonly Data: readonly T[] | null
}): readonly T[] => {
  const [, area, outcome] = /^FSR-API-(\d\d)-\d\d-(\d\d)$/.exec(Status) ?? []
  if (outcome === '00') return Data ?? []
  if (outcome === '11' && area !== '01') return []
  throw new Error(area === undefined ? 'an answer without a status code' : `status code ${Status}`)
}

const ended = /^(no longer|unauthorised|cancelled|revoked|refused|lapsed|withdrawn|former)/i

const regimes = [
  ['Payment services and electronic money', 'PSD / EMD Status', 'PSD / EMD Effective Date'],
  ['Payment services agent', 'PSD Agent Status', 'PSD Agent Effective date'],
  ['Electronic money agent', 'E-Money Agent Status', 'E-Money Agent Effective Date'],
  ['Money laundering regulations', 'MLRs Status', 'MLRs Status Effective Date'],
] as const

export const registrationOf = (firm: Firm, frn: string): Registration => {
  const status = stated(firm.Status)
  return {
    frn: stated(firm.FRN) ?? frn,
    name: stated(firm['Organisation Name']) ?? '',
    status,
    since: day(firm['Status Effective Date']),
    current: status === null ? null : !ended.test(status),
    sub_status: stated(firm['Sub-Status']),
    subStatusSince: day(firm['Sub Status Effective from']),
    other_statuses: regimes.flatMap(([regime, status, since]) => {
      const told = stated(firm[status])
      return told === null ? [] : [{ regime, status: told, since: day(firm[since]) }]
    }),
    cautions: [...(firm['Exceptional Info Details'] ?? []), firm].flatMap(
      (info) => stated(info['Exceptional Info Body']) ?? stated(info['Exceptional Info Title']) ?? [],
    ),
    company: companyNumber(firm['Companies House Number']),
  }
}

/** Descriptions have pages of text, some with numbered paragraphs, and end in the notice's URL. */
const firstSentence = (written: string | null): string | null => {
  const account = written && written.replace(/^\d+\.\s+/, '')
  const sentence =
    account &&
    (/^.+?(?<!\b(?:v|No|St|Mr|Ms|Dr|plc|Ltd|Co))\.(?=\s+[A-Z])/.exec(account)?.[0] ??
      account.replace(/\s*https?:\/\/\S+$/, ''))
  return sentence && sentence.length > 300 ? `${sentence.slice(0, sentence.lastIndexOf(' ', 299))} …` : sentence
}

export const actionOf = (item: RowOf<Sent<typeof historyWire>>): Action => ({
  action: stated(item.TypeofAction) ?? 'Action',
  date: day(item.ActionEffectiveFrom),
  under: stated(item.EnforcementType),
  summary: firstSentence(stated(item.TypeofDescription)),
})

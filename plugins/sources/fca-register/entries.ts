/** Entries in the register's wire format: an envelope, member names with blanks, all values strings. */
import { date, day, drawn, flag, list, many, object, orNull, stated, text, type Of, type Shape } from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'

export const registrationFields = {
  frn: text('Firm reference number'),
  name: text('As the register has it'),
  status: text({
    description: 'Authorised, Registered, Appointed representative, No longer authorised …',
    tones: { good: ['Authorised', 'Registered', 'Appointed representative'], bad: ['No longer authorised'] },
  }),
  since: orNull(date('Since when it has that status')),
  current: flag('False if a permission has ended or never existed'),
  sub_status: orNull(text('Such as In Administration')),
  subStatusSince: orNull(date()),
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

export interface Envelope<T> {
  readonly Status?: string
  readonly Data?: T | null
  readonly ResultInfo?: {
    readonly Next?: string | null
    readonly per_page?: string
    readonly total_count?: string
  } | null
}
export type Wire = Readonly<Record<string, unknown>>

/**
 * Every answer is a 200: `…-00` has data, `…-11` means none, anything else is an error, including a rejected key
 * (01-01-11).
 */
export const dataOf = <T>({ Status, Data }: Envelope<T>): T | null => {
  const [, area, outcome] = /^FSR-API-(\d\d)-\d\d-(\d\d)$/.exec(Status ?? '') ?? []
  if (outcome === '00') return Data ?? null
  if (outcome === '11' && area !== '01') return null
  throw new Error(area === undefined ? 'an answer without a status code' : `status code ${Status}`)
}

const ended = /^(no longer|unauthorised|cancelled|revoked|refused|lapsed|withdrawn|former)/i

export const registrationOf = (firm: Wire, frn: string): Registration => {
  const status = stated(firm['Status']) ?? 'Unknown'
  return {
    frn: stated(firm['FRN']) ?? frn,
    name: stated(firm['Organisation Name']) ?? '',
    status,
    since: day(firm['Status Effective Date']),
    current: !ended.test(status),
    sub_status: stated(firm['Sub-Status']),
    subStatusSince: day(firm['Sub Status Effective from']),
    cautions: many(firm['Exceptional Info Details'] as Wire | readonly Wire[]).flatMap(
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

export const actionOf = (item: Wire): Action => ({
  action: stated(item['TypeofAction']) ?? 'Action',
  date: day(item['ActionEffectiveFrom']),
  under: stated(item['EnforcementType']),
  summary: firstSentence(stated(item['TypeofDescription'])),
})

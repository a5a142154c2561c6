/** Entries in the register's wire format: an envelope, member names with blanks, all values strings. */
import { day, many, stated } from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'

/** A firm on the register. Days are ISO dates; the register's codes pass through. */
export interface Registration {
  /** Firm reference number. */
  readonly frn: string
  readonly name: string
  /** Such as Authorised, Registered, Appointed representative, No longer authorised. */
  readonly status: string
  /** First day of that status. */
  readonly since: string | null
  /** False if a permission has ended or never existed. */
  readonly current: boolean
  /** Such as In Administration. */
  readonly subStatus: string | null
  readonly subStatusSince: string | null
  /** Warnings that the register shows with the entry. */
  readonly cautions: readonly string[]
  /** The company number that the firm gave, eight characters. */
  readonly company: string | null
}

/** An action of the regulator: a fine, a withdrawal of approval. */
export interface Action {
  readonly action: string
  readonly date: string | null
  /** The act that it is based on, such as FSMA. */
  readonly under: string | null
  /** The first sentence of the register's description. */
  readonly summary: string | null
}

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
    subStatus: stated(firm['Sub-Status']),
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

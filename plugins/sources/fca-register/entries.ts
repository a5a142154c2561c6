/**
 * Entries of the register as it writes them: an envelope around everything, members with blanks in their names, texts
 * only.
 */
import { day, many, stated } from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'

/** A firm as it stands on the register. Days are ISO dates; the register's own words pass through. */
export interface Registration {
  /** Firm reference number. */
  readonly frn: string
  readonly name: string
  /** Such as Authorised, Registered, Appointed representative, No longer authorised. */
  readonly status: string
  /** Since when it has that status. */
  readonly since: string | null
  /** False once a permission has ended, or where there never was one. */
  readonly current: boolean
  /** Such as In Administration. */
  readonly subStatus: string | null
  readonly subStatusSince: string | null
  /** Cautions that the register shows on top of the entry. */
  readonly cautions: readonly string[]
  /** The company number that the firm gave, eight characters. */
  readonly company: string | null
}

/** Something the regulator did: a fine, a withdrawal of approval. */
export interface Action {
  readonly action: string
  readonly date: string | null
  /** The act it was done under, such as FSMA. */
  readonly under: string | null
  /** The first sentence of the register's account. */
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
 * Everything is a 200: `…-00` answers, `…-11` says that there is none, all else is a fault, a refused key (01-01-11)
 * too.
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

/** Accounts run to pages of text, some with numbered paragraphs, and end in the address of the notice. */
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

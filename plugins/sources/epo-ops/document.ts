/**
 * Bibliographic data as the service converts it from XML to JSON, element by element. Attributes start with `@`, text
 * is `$`. An element that may repeat is a list if it does and an object if it occurs once.
 */
import {
  date,
  day,
  integer,
  list,
  many,
  numeric,
  object,
  orNull,
  present,
  stated,
  text,
  type Of,
  type Shape,
  orAbsent,
} from '@domesday/core'

const publicationFields = object({
  family: text('The simple family, shared by all publications of one invention'),
  number: text('Office, number and kind, such as GB2598765A'),
  office: orNull(text()),
  published: orNull(date()),
  title: orNull(text('In English if available')),
  applicants: list(
    object({ name: text(), residence: orNull(text('Two letters')) }),
    'Names as normalised by the office and as first written',
  ),
  ipc: list(text('Such as F16D 3/84'), 'International classification, main groups and subgroups'),
})
/** One publication of an invention at one office. */
export interface Publication extends Of<typeof publicationFields> {}
export type Applicant = Publication['applicants'][number]

const foundFields = object({
  total: integer("The service's count of publications, which stops at 10,000"),
  publications: list(publicationFields as Shape<Publication>),
})
export interface Found extends Of<typeof foundFields> {}
export const foundShape: Shape<Found> = foundFields

type One<T> = T | readonly T[] | null
interface Text {
  readonly $?: string
  readonly '@lang'?: string
}
interface DocumentId {
  readonly '@document-id-type'?: string
  readonly country?: Text
  readonly 'doc-number'?: Text
  readonly kind?: Text
  readonly date?: Text
}
interface WireDocument {
  readonly '@family-id'?: string
  readonly '@country'?: string
  readonly '@doc-number'?: string
  readonly '@kind'?: string
  readonly 'bibliographic-data'?: {
    readonly 'publication-reference'?: { readonly 'document-id'?: One<DocumentId> }
    readonly 'invention-title'?: One<Text>
    readonly 'classifications-ipcr'?: { readonly 'classification-ipcr'?: One<{ readonly text?: Text }> }
    readonly parties?: {
      readonly applicants?: { readonly applicant?: One<{ readonly 'applicant-name'?: { readonly name?: Text } }> }
    }
  }
}
interface Wrapped {
  readonly 'exchange-document'?: One<WireDocument>
}
export interface WireSearch {
  readonly 'ops:world-patent-data'?: {
    readonly 'ops:biblio-search'?: {
      readonly '@total-result-count'?: string
      readonly 'ops:search-result'?: { readonly 'exchange-documents'?: One<Wrapped> }
    }
  }
}

const textOf = (text: Text | undefined): string | null => stated(text?.$)

/** `20251023`. */
const dateOf = (text: Text | undefined): string | null =>
  day(textOf(text)?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))

/** `ACME WIDGETS LTD [GB]`. */
const applicantOf = (name: string): Applicant => {
  const [, bare = name, residence = null] = /^(.*?)\s*\[([A-Z]{2})\]$/.exec(name) ?? []
  return { name: bare, residence }
}

/** `F16D   3/    84            A I                    `, in columns. */
const symbolOf = (text: string | null): string | null => {
  const [, subclass, group, sub] = /^([A-H]\d{2}[A-Z])\s*(\d{1,4})\s*\/\s*(\d{2,6})/.exec(text ?? '') ?? []
  return subclass === undefined ? null : `${subclass} ${group}/${sub}`
}

const isIpcr = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'classification-ipcr' in value

const publicationOf = (wire: WireDocument): Publication | null => {
  const data = wire['bibliographic-data'] ?? {}
  const ids = many(data['publication-reference']?.['document-id'])
  const id = ids.find((one) => one['@document-id-type'] === 'docdb') ?? ids[0]
  const office = stated(wire['@country']) ?? textOf(id?.country),
    serial = stated(wire['@doc-number']) ?? textOf(id?.['doc-number'])
  if (serial === null) return null
  // One of its numbers has the day, though not each.
  if (ids.length > 0)
    present(
      ids.find(({ date }) => date?.$ !== undefined),
      'publication-reference.document-id.date',
    )
  const number = `${office ?? ''}${serial}${stated(wire['@kind']) ?? textOf(id?.kind) ?? ''}`
  const titles = many(data['invention-title'])
  const names = many(data.parties?.applicants?.applicant).flatMap(
    (applicant) => textOf(applicant['applicant-name']?.name) ?? [],
  )
  return {
    family: stated(wire['@family-id']) ?? number,
    number,
    office,
    published: dateOf(id?.date) ?? ids.map(({ date }) => dateOf(date)).find((date) => date !== null) ?? null,
    title: textOf(titles.find((title) => title['@lang'] === 'en') ?? titles[0]),
    applicants: names.map(applicantOf),
    ipc: [
      ...new Set(
        many(orAbsent(data, 'classifications-ipcr', isIpcr)?.['classification-ipcr']).flatMap(
          ({ text }) => symbolOf(textOf(text)) ?? [],
        ),
      ),
    ],
  }
}

export const foundIn = (wire: WireSearch): Found => {
  const search = present(wire['ops:world-patent-data']?.['ops:biblio-search'], 'ops:biblio-search')
  const documents = many(search['ops:search-result']?.['exchange-documents']).flatMap((wrapped) =>
    many(wrapped['exchange-document']),
  )
  const publications = documents.flatMap((document) => publicationOf(document) ?? [])
  return { total: numeric(search['@total-result-count']) ?? publications.length, publications }
}

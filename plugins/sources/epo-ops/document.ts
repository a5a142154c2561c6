/**
 * Bibliographic data as the service converts it from XML to JSON, element by element. Attributes start with `@`, text
 * is `$`. An element that may repeat is a list if it does and an object if it occurs once.
 */
import { date, day, integer, list, numeric, object, orNull, partly, sent, stated, text, wire } from '@domesday/core'
import type { Of, Partly, Sent, Shape } from '@domesday/core'

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

const { text: words, scalar, must, often, unread } = sent
const element = { $: words } as const
/**
 * Held against the exchange format of the office, in which each document has a country and a number.
 * Elements that were never filled in, as in old publications, are absent.
 */
export const searchWire = wire({
  'ops:world-patent-data': must({
    'ops:biblio-search': must({
      '@total-result-count': often(scalar),
      'ops:search-result': {
        'exchange-documents': [
          {
            'exchange-document': must([
              {
                '@doc-number': must(words),
                '@country': often(words),
                '@kind': words,
                '@family-id': often(words),
                'bibliographic-data': often({
                  'publication-reference': often({
                    'document-id': [
                      { '@document-id-type': words, date: element, ...unread('country', 'doc-number', 'kind') },
                    ],
                  }),
                  'invention-title': [{ $: words, '@lang': words }],
                  'classifications-ipcr': { 'classification-ipcr': [{ text: element, ...unread('@sequence') }] },
                  parties: often({
                    applicants: {
                      applicant: [{ 'applicant-name': { name: element }, ...unread('@data-format', '@sequence') }],
                    },
                    ...unread('inventors', 'agents'),
                  }),
                  ...unread('application-reference', 'priority-claims', 'patent-classifications', 'references-cited'),
                  ...unread('classification-ipc', 'dates-of-public-availability', 'previously-filed-app'),
                }),
                ...unread('@system', 'abstract'),
              },
            ]),
          },
        ],
        ...unread('ops:publication-reference'),
      },
      ...unread('ops:query', 'ops:range'),
    }),
    ...unread('@xmlns', 'ops:meta'),
  }),
})
type WireSearch = Sent<typeof searchWire>
type Search = NonNullable<WireSearch['ops:world-patent-data']['ops:biblio-search']['ops:search-result']>
type WireDocument = NonNullable<Search['exchange-documents']>[number]['exchange-document'][number]
type Text = { readonly $?: string | null } | null | undefined

const textOf = (text: Text): string | null => stated(text?.$)

/** `20251023`. */
const dateOf = (text: Text): string | null => day(textOf(text)?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'))

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

const publicationOf = (wire: WireDocument): Publication => {
  const data = wire['bibliographic-data'] ?? {}
  const ids = data['publication-reference']?.['document-id'] ?? []
  const dated = ids.filter(({ date }) => textOf(date) !== null)
  const id = dated.find((one) => one['@document-id-type'] === 'docdb') ?? dated[0]
  const office = stated(wire['@country'])
  const number = `${office ?? ''}${wire['@doc-number']}${stated(wire['@kind']) ?? ''}`
  const titles = data['invention-title'] ?? []
  const names = (data.parties?.applicants?.applicant ?? []).flatMap(
    (applicant) => textOf(applicant['applicant-name']?.name) ?? [],
  )
  return {
    family: stated(wire['@family-id']) ?? number,
    number,
    office,
    published: dateOf(id?.date),
    title: textOf(titles.find((title) => title['@lang'] === 'en') ?? titles[0]),
    applicants: names.map(applicantOf),
    ipc: [
      ...new Set(
        (data['classifications-ipcr']?.['classification-ipcr'] ?? []).flatMap(
          ({ text }) => symbolOf(textOf(text)) ?? [],
        ),
      ),
    ],
  }
}

const classesOf = (wire: WireDocument) =>
  wire['bibliographic-data']?.['classifications-ipcr']?.['classification-ipcr'] ?? []
/** What cannot be so: publications are found by their applicants, and have a day. A class is a text. */
const doubtOf = (documents: readonly WireDocument[], publications: readonly Publication[]): string | null => {
  const nameless = publications.filter(({ applicants }) => applicants.length === 0).length
  if (nameless > 0) return `${nameless} of ${publications.length} publications name no applicant`
  if (publications.length > 0 && publications.every(({ published }) => published === null))
    return 'no publication has a day'
  const classless = publications.filter(({ ipc }, i) => ipc.length === 0 && classesOf(documents[i]!).length > 0).length
  return classless > 0 ? `the classes of ${classless} of ${publications.length} publications could not be read` : null
}

export const foundIn = (wire: WireSearch): Found | Partly<Found> => {
  const search = wire['ops:world-patent-data']['ops:biblio-search']
  const documents = (search['ops:search-result']?.['exchange-documents'] ?? []).flatMap(
    (wrapped) => wrapped['exchange-document'],
  )
  const publications = documents.map(publicationOf)
  const found = { total: numeric(search['@total-result-count']) ?? publications.length, publications }
  const doubt = doubtOf(documents, publications)
  return doubt === null ? found : partly(found, doubt)
}

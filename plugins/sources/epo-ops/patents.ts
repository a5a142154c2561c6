/** The inventions of a company, as answers show them. */
import { countBy, date, drawn, flag, integer, list, object, orNull, text, type Of, type Shape } from '@domesday/core'
import { matchShape, type Match } from '@domesday/vocabulary-companies'
import type { Publication } from './document.ts'

const patentFields = drawn(
  object({
    number: text('Of the newest publication of the invention'),
    title: orNull(text('In English where there is one')),
    published: orNull(date('Of that publication')),
    first_published: orNull(date('Of the first')),
    offices: list(text('Such as GB, EP, US; WO is the international application'), 'Patent offices that published it'),
    ipc: list(text('Such as H04L 9/08'), 'International patent classification'),
    url: text({ description: 'Its page', format: 'uri' }),
    match: matchShape,
  }),
  'events',
  { on: 'published', title: ['title', 'number'], more: ['number', 'first_published', 'offices', 'ipc', 'url'] },
)
/** One invention: a family of publications. */
export interface Patent extends Of<typeof patentFields> {}

const patentsFields = object({
  total: integer(
    'Inventions (patent families) with the company as an applicant, found by its name and its former ones',
  ),
  publications: integer('Applications and patents that were published on them, at all offices'),
  newest: orNull(date('Of the newest publication')),
  complete: flag('False where there were more publications than are read: then the counts are the least they can be'),
  classifications: list(
    object({
      code: text('Subclass of the international patent classification'),
      section: orNull(text('The section that it belongs to')),
      families: integer('Inventions in it'),
    }),
    'Most frequent first',
  ),
  items: list(patentFields as Shape<Patent>, 'Newest first, 100 at most'),
  possible: list(patentFields as Shape<Patent>, 'Possible matches by name alone, which are not counted; 10 at most'),
})
/** Inventions with the company as an applicant. */
export interface Patents extends Of<typeof patentsFields> {}
export const patentsShape: Shape<Patents> = patentsFields

/** Sections of the international patent classification. */
const ipcSections: Readonly<Record<string, string>> = {
  A: 'Human necessities',
  B: 'Performing operations; transporting',
  C: 'Chemistry; metallurgy',
  D: 'Textiles; paper',
  E: 'Fixed constructions',
  F: 'Mechanical engineering; lighting; heating; weapons; blasting',
  G: 'Physics',
  H: 'Electricity',
}

interface Family {
  readonly publications: readonly Publication[]
  readonly match: Match | null
}
const patentOf = ({ publications, match }: Family): Patent => {
  const dated = publications.toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '', 'en'))
  const [newest] = dated as [Publication, ...Publication[]]
  return {
    number: newest.number,
    title: newest.title ?? dated.find(({ title }) => title !== null)?.title ?? null,
    published: newest.published,
    first_published: dated.findLast(({ published }) => published !== null)?.published ?? null,
    offices: [...new Set(dated.flatMap(({ office }) => office ?? []))].toSorted(),
    ipc: [...new Set(dated.flatMap(({ ipc }) => ipc))].slice(0, 20),
    url: `https://worldwide.espacenet.com/patent/search?q=pn%3D${encodeURIComponent(newest.number)}`,
    match: match!,
  }
}

const listed = 100

const newestFirst = (families: readonly Family[]): readonly Patent[] =>
  families.map(patentOf).toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '', 'en'))

/** `complete`: whether these are all of the company's publications. */
export const patentsIn = (
  { own, possible }: { readonly own: readonly Family[]; readonly possible: readonly Family[] },
  complete: boolean,
): Patents => {
  const patents = newestFirst(own)
  const classes = countBy(
    patents.flatMap(({ ipc }) => [...new Set(ipc.map((symbol) => symbol.slice(0, 4)))]),
    (subclass) => subclass,
  )
  return {
    total: patents.length,
    publications: own.reduce((sum, { publications }) => sum + publications.length, 0),
    newest: patents[0]?.published ?? null,
    complete,
    classifications: Object.entries(classes).map(([code, families]) => ({
      code,
      section: ipcSections[code[0]!] ?? null,
      families,
    })),
    items: patents.slice(0, listed),
    possible: newestFirst(possible).slice(0, 10),
  }
}

/** Areas on the platform that affect building, and how much each constrains it. */
import {
  choice,
  date,
  day,
  link,
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

/** What is shown of an area. Values missing in the register are null. */
export const siteFields = {
  name: orNull(text('As published; outlines of listed buildings and most ancient woods have none')),
  kind: text('conservation area, Site of Special Scientific Interest …'),
  // Heritage is buildings and remains, nature is wildlife and landscape, policy is neither.
  theme: choice(['heritage', 'nature', 'policy'], 'What it protects'),
  reference: orNull(text('Its publisher’s reference')),
  grade: orNull(text('Of a listed building, park or garden')),
  designated: orNull(date('Day since which it has been designated')),
  url: orNull(text('A page about it')),
}
const siteWithDataset = object({ dataset: text('Such as conservation-area'), ...siteFields })
/** An area that contains a point. */
export interface Site extends Of<typeof siteWithDataset> {}
export const siteShape: Shape<Site> = siteWithDataset

interface Designation extends Pick<Site, 'kind' | 'theme'> {
  /**
   * How much one area constrains building: 5 nearly rules it out, 1 adds a consent or a check, 0 does not constrain.
   */
  readonly weight: number
}

const entries = {
  'conservation-area': ['conservation area', 'heritage', 2],
  'listed-building-outline': ['listed building', 'heritage', 3],
  'scheduled-monument': ['scheduled monument', 'heritage', 5],
  'world-heritage-site': ['World Heritage Site', 'heritage', 3],
  'world-heritage-site-buffer-zone': ['buffer zone of a World Heritage Site', 'heritage', 1],
  'park-and-garden': ['registered park or garden', 'heritage', 2],
  battlefield: ['registered battlefield', 'heritage', 2],
  'archaeological-priority-area': ['archaeological priority area', 'heritage', 1],
  'green-belt': ['green belt', 'policy', 5],
  'article-4-direction-area': ['article 4 direction', 'policy', 1],
  'tree-preservation-zone': ['tree preservation zone', 'policy', 1],
  'central-activities-zone': ['central activities zone', 'policy', 0],
  'national-park': ['national park', 'nature', 5],
  'area-of-outstanding-natural-beauty': ['National Landscape', 'nature', 3],
  'site-of-special-scientific-interest': ['Site of Special Scientific Interest', 'nature', 5],
  'special-area-of-conservation': ['Special Area of Conservation', 'nature', 5],
  'special-protection-area': ['Special Protection Area', 'nature', 5],
  ramsar: ['Ramsar site', 'nature', 5],
  'national-nature-reserve': ['National Nature Reserve', 'nature', 5],
  'local-nature-reserve': ['Local Nature Reserve', 'nature', 2],
  'ancient-woodland': ['ancient woodland', 'nature', 4],
} as const satisfies Readonly<Record<string, readonly [kind: string, theme: Site['theme'], weight: number]>>

/** By data set. */
export const designations: ReadonlyMap<string, Designation> = new Map(
  Object.entries(entries).map(([dataset, [kind, theme, weight]]) => [dataset, { kind, theme, weight }]),
)

const { scalar, must, text: words } = sent
/** What entities of any data set have beside what is read. The platform writes an empty text for what is not known. */
export const besides = sent.unread(
  'typology',
  'prefix',
  'entry-date',
  'quality',
  'geometry',
  'geojson',
  'organisation',
  'notes',
)
/**
 * What surrounds the entities. Held against the platform's own contract test, which requires both, and of an entity its
 * number and set.
 */
export const searchSent = { count: must(scalar), links: sent.ignored } as const
/** The extra members are those that the platform's specification lists for these data sets. */
export const areasWire = wire({
  ...searchSent,
  entities: must([
    {
      ...besides,
      'end-date': words,
      ...sent.unread('point', 'flood-risk-level', 'flood-risk-type'),
      entity: must(scalar),
      dataset: must(words),
      name: scalar,
      reference: scalar,
      'organisation-entity': scalar,
      'start-date': words,
      'green-belt-core': scalar,
      'listed-building-grade': scalar,
      'park-and-garden-grade': scalar,
      'designation-date': words,
      'documentation-url': words,
      'article-4-direction': scalar,
      ...sent.unread('address', 'address-text', 'address-texts', 'uprn', 'uprns', 'description', 'document-url'),
      ...sent.unread('legislation', 'geography', 'categories', 'website', 'twitter', 'wikidata', 'wikipedia', 'region'),
      ...sent.unread('listed-building', 'scheduled-monument', 'park-and-garden', 'local-authority-district'),
      ...sent.unread('world-heritage-site', 'world-heritage-convention-site', 'archaeological-risk-tier'),
      ...sent.unread('tree-preservation-order', 'tree-preservation-order-tree', 'tree-preservation-zone-type'),
      ...sent.unread('tree-species', 'tree-species-list', 'nature-reserve-status', 'ramsar', 'ramsar-site'),
      ...sent.unread('ancient-woodland', 'ancient-woodland-status'),
      ...sent.unread('special-area-of-conservation', 'special-protection-area'),
    },
  ]),
})
export type Area = Sent<typeof areasWire>['entities'][number]

// Councils name outlines of listed buildings after their grade, `Listed Building Grade II*`, and many omit the grade
// itself.
const nameOfGrade = /^listed building\b(?: grade (I{1,2}\*?)(?!\S))?/i
const nameOf = (wire: Area): string | null => {
  const name = stated(wire['name'])
  return name !== null && nameOfGrade.test(name) ? null : (name ?? stated(wire['green-belt-core']))
}
const gradeOf = (wire: Area): string | null =>
  stated(wire['listed-building-grade']) ??
  stated(wire['park-and-garden-grade']) ??
  nameOfGrade.exec(stated(wire['name']) ?? '')?.[1]?.toUpperCase() ??
  null

export const siteOf = (wire: Area): Site | null => {
  const { dataset } = wire,
    known = designations.get(dataset)
  return known
    ? {
        dataset,
        name: nameOf(wire),
        kind: known.kind,
        theme: known.theme,
        reference: stated(wire['reference']),
        grade: gradeOf(wire),
        designated: day(wire['designation-date']) ?? day(wire['start-date']),
        url: link(wire['documentation-url']),
      }
    : null
}

const plain = (text: string | null): string =>
  (text ?? '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Key of a site. A conservation area comes from its council and from Historic England, with different references;
 * several areas can belong to one article 4 direction; outlines of listed buildings have no names.
 */
export const identityOf = (wire: Area): string => {
  const { dataset, name, reference } = siteOf(wire) ?? { dataset: '', name: null, reference: null }
  const own =
    dataset === 'article-4-direction-area'
      ? (stated(wire['article-4-direction']) ?? reference)
      : plain(name) || reference
  return `${dataset} ${own ?? String(wire['entity'])}`
}

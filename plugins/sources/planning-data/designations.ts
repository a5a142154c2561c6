/** What the platform calls the areas that bear on building, and how far each of them constrains it. */
import { day, link, stated } from '@domesday/core'

/** What an area protects: buildings and remains, wildlife and landscape, or neither. */
export type Theme = 'heritage' | 'nature' | 'policy'
export interface Designation {
  /** In plain words: `conservation area`. */
  readonly kind: string
  readonly theme: Theme
  /**
   * How far one of them constrains building: 5 all but rules it out, 1 adds a consent or a check, 0 does not hinder.
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
} as const satisfies Readonly<Record<string, readonly [kind: string, theme: Theme, weight: number]>>

/** By data set. */
export const designations: ReadonlyMap<string, Designation> = new Map(
  Object.entries(entries).map(([dataset, [kind, theme, weight]]) => [dataset, { kind, theme, weight }]),
)

export type Wire = Readonly<Record<string, unknown>>

/** An area that holds a point. What the register leaves empty is null. */
export interface Site extends Pick<Designation, 'kind' | 'theme'> {
  /** The data set it is in: `conservation-area`. */
  readonly dataset: string
  readonly name: string | null
  /** Its publisher's reference: `654`. */
  readonly reference: string | null
  readonly grade: string | null
  readonly designated: string | null
  readonly url: string | null
}

// Councils name outlines of listed buildings after their grade, `Listed Building Grade II*`, and many leave the grade
// itself out.
const nameOfGrade = /^listed building\b(?: grade (I{1,2}\*?)(?!\S))?/i
const nameOf = (wire: Wire): string | null => {
  const name = stated(wire['name'])
  return name !== null && nameOfGrade.test(name) ? null : (name ?? stated(wire['green-belt-core']))
}
const gradeOf = (wire: Wire): string | null =>
  stated(wire['listed-building-grade']) ??
  stated(wire['park-and-garden-grade']) ??
  nameOfGrade.exec(stated(wire['name']) ?? '')?.[1]?.toUpperCase() ??
  null

export const siteOf = (wire: Wire): Site | null => {
  const dataset = stated(wire['dataset']) ?? '',
    known = designations.get(dataset)
  return known
    ? {
        dataset,
        kind: known.kind,
        theme: known.theme,
        name: nameOf(wire),
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
 * What tells one site from another. A conservation area comes from its council and from Historic England, each with a
 * reference of its own; several areas can belong to one article 4 direction; outlines of listed buildings have no
 * name of their own.
 */
export const identityOf = (wire: Wire): string => {
  const { dataset, name, reference } = siteOf(wire) ?? { dataset: '', name: null, reference: null }
  const own =
    dataset === 'article-4-direction-area'
      ? (stated(wire['article-4-direction']) ?? reference)
      : plain(name) || reference
  return `${dataset} ${own ?? String(wire['entity'])}`
}

/** Chapters, headings and codes as the tariff's documents: goods with their measures, or groups with their codes. */
import { yamlRows } from '@domesday/vocabulary-samples'
import { measuresOf, ref, type MeasureRow, type Resource } from './measures.ts'

type CodeRow = readonly [
  code: string,
  suffix: string,
  indents: number,
  name: string,
  measures?: readonly MeasureRow[],
  exports?: readonly string[],
]
interface HeadingRow {
  readonly code: string
  readonly name: string
  readonly codes?: readonly CodeRow[]
  readonly measures?: readonly MeasureRow[]
  readonly exports?: readonly string[]
}
interface ChapterRow {
  readonly code: string
  readonly name: string
  readonly headings: readonly HeadingRow[]
}

const chapters = yamlRows<ChapterRow>(import.meta.dirname, 'goods.yaml')
const headings = chapters.flatMap((chapter) => chapter.headings.map((heading) => ({ chapter, heading })))
const codes = headings.flatMap(({ chapter, heading }) =>
  (heading.codes ?? []).map((row, at) => ({ chapter, heading, row, at })),
)

const validity = { validity_start_date: '1972-01-01T00:00:00.000Z', validity_end_date: null }
const chapterOf = ({ code, name }: ChapterRow): Resource => ({
  ...ref('chapter', `9${code}`),
  attributes: {
    goods_nomenclature_item_id: code.padEnd(10, '0'),
    description: name,
    formatted_description: name.charAt(0) + name.slice(1).toLowerCase(),
    chapter_note: null,
    ...validity,
  },
})
const described = (name: string) => ({ description: name, formatted_description: name, description_plain: name })
const headingOf = ({ code, name, measures }: HeadingRow): Resource => ({
  ...ref('heading', `9${code}`),
  attributes: {
    goods_nomenclature_item_id: code.padEnd(10, '0'),
    producline_suffix: '80',
    declarable: measures !== undefined,
    ...described(name),
    ...validity,
  },
})
const codeOf = ([code, suffix, indents, name, measures]: CodeRow): Resource => ({
  ...ref('commodity', `${code}${suffix}`),
  attributes: {
    goods_nomenclature_item_id: code,
    producline_suffix: suffix,
    number_indents: indents,
    leaf: measures !== undefined,
    declarable: measures !== undefined,
    ...described(name),
    ...validity,
  },
})

const references = (resources: readonly Resource[]) => ({ data: resources.map(({ id, type }) => ref(type, id)) })

const group = (self: Resource, name: string, members: readonly Resource[]): object => ({
  data: { ...self, relationships: { footnotes: { data: [] }, [name]: references(members) } },
  included: members,
})

type Above = Readonly<Record<string, Resource>>
const goods = (
  self: Resource,
  code: string,
  above: Above,
  ancestors: readonly Resource[],
  measures: readonly MeasureRow[],
  exports: readonly string[] = [],
): object => {
  const imported = measuresOf(code, measures),
    exported = measuresOf(
      `9${code}`,
      exports.map((type) => [type, '', '1011']),
    )
  const own = (resources: readonly Resource[]) => references(resources.filter(({ type }) => type === 'measure'))
  const basic = measures.filter(([type]) => type === '103')
  const zero = basic.length > 0 && basic.every(([, rate]) => rate === '0.00 %')
  const included = new Map(
    [...Object.values(above), ...ancestors, ...imported, ...exported].map((resource) => [
      `${resource.type}/${resource.id}`,
      resource,
    ]),
  )
  return {
    data: {
      ...self,
      attributes: {
        ...self.attributes,
        basic_duty_rate: null,
        meursing_code: false,
        has_chemicals: false,
        consigned: false,
      },
      relationships: {
        ...Object.fromEntries(Object.entries(above).map(([name, { id, type }]) => [name, { data: ref(type, id) }])),
        ancestors: references(ancestors),
        footnotes: { data: [] },
        import_measures: own(imported),
        export_measures: own(exported),
      },
      meta: {
        duty_calculator: {
          applicable_vat_options: {},
          entry_price_system: false,
          meursing_code: false,
          source: 'uk',
          trade_defence: false,
          zero_mfn_duty: zero,
        },
      },
    },
    included: [...included.values()],
  }
}

/** The rows above one, outermost first: for each lesser indent, the last row before it. */
const above = (rows: readonly CodeRow[], at: number): readonly CodeRow[] => {
  let indents = rows[at]![2]
  return rows.slice(0, at).reduceRight<CodeRow[]>((found, row) => {
    if (row[2] >= indents) return found
    indents = row[2]
    return [row, ...found]
  }, [])
}
const under = (rows: readonly CodeRow[], at: number): readonly CodeRow[] => {
  const end = rows.findIndex((row, i) => i > at && row[2] <= rows[at]![2])
  return rows.slice(at, end === -1 ? undefined : end)
}

/** The document of a chapter, heading, subheading or commodity; null if there is none. */
export const documentOf = (kind: string, id: string): object | null => {
  switch (kind) {
    case 'chapters': {
      const chapter = chapters.find(({ code }) => code === id)
      return chapter ? group(chapterOf(chapter), 'headings', chapter.headings.map(headingOf)) : null
    }
    case 'headings': {
      const { chapter, heading } = headings.find((one) => one.heading.code === id) ?? {}
      if (!chapter || !heading) return null
      return heading.measures
        ? goods(headingOf(heading), id, { chapter: chapterOf(chapter) }, [], heading.measures, heading.exports)
        : group(headingOf(heading), 'commodities', (heading.codes ?? []).map(codeOf))
    }
    case 'subheadings': {
      const found = codes.find(({ row: [code, suffix, , , measures] }) => `${code}-${suffix}` === id && !measures)
      return found
        ? group(
            { ...codeOf(found.row), type: 'subheading' },
            'commodities',
            under(found.heading.codes!, found.at).map(codeOf),
          )
        : null
    }
    case 'commodities': {
      const found = codes.find(({ row: [code, , , , measures] }) => code === id && measures)
      if (!found) return null
      const [code, , , , measures = [], exports] = found.row
      const ancestors = above(found.heading.codes!, found.at).map(codeOf)
      return goods(
        codeOf(found.row),
        code,
        { chapter: chapterOf(found.chapter), heading: headingOf(found.heading) },
        ancestors,
        measures,
        exports,
      )
    }
    default:
      return null
  }
}

/** The words of a text without their endings. */
export const stems = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/(es|(?<!s)s|e)$/, ''))

/**
 * Search results, best first: codes whose own name, or one above it, has every word. Words in their own name count
 * more.
 */
export const hitsOf = (sought: readonly string[]) => {
  const found = (
    above: readonly string[],
    name: string,
    source: object,
  ): readonly { readonly score: number; readonly source: object }[] => {
    const own = stems(name),
      all = new Set([...above.flatMap(stems), ...own])
    if (sought.length === 0 || !sought.every((stem) => all.has(stem))) return []
    return [{ score: sought.length + 2 * sought.filter((stem) => own.includes(stem)).length, source }]
  }
  const ranked = (hits: readonly ReturnType<typeof found>[]) =>
    hits
      .flat()
      .toSorted((a, b) => b.score - a.score)
      .map(({ score, source }) => ({ _index: 'tariff', _id: '1', _score: score, _source: source }))
  return {
    sections: [],
    chapters: [],
    headings: ranked(headings.map(({ heading }) => found([], heading.name, headingOf(heading).attributes ?? {}))),
    commodities: ranked(
      codes.map(({ chapter, heading, row, at }) => {
        const path = [heading.name, ...above(heading.codes!, at).map(([, , , name]) => name)]
        return found(path, row[3], {
          ...codeOf(row).attributes,
          ancestor_descriptions: [chapter.name, ...path, row[3]],
        })
      }),
    ),
  }
}

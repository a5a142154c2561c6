/** A part of the tariff as its API writes it: JSON:API documents of codes, and the two forms of a search. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { SampleAnswer, SampleReply } from '@domesday/core/samples'

type MeasureRow = readonly [type: string, rate: string, areas: string]
type CodeRow = readonly [code: string, suffix: string, indents: number, name: string, measures?: readonly MeasureRow[], exports?: readonly string[]]
interface HeadingRow { readonly code: string; readonly name: string; readonly codes?: readonly CodeRow[]; readonly measures?: readonly MeasureRow[]; readonly exports?: readonly string[] }
interface ChapterRow { readonly code: string; readonly name: string; readonly headings: readonly HeadingRow[] }
interface Rows {
  readonly types: Names; readonly exports: Names; readonly chapters: readonly ChapterRow[]
  readonly quotas: Readonly<Record<string, readonly [status: string, volume: string, balance: string] | null>>
  readonly terms: Readonly<Record<string, readonly [kind: string, id: string]>>
}
type Names = Readonly<Record<string, readonly [name: string, series: string]>>

const load = <T>(file: string): T => parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as T
const areas = load<Readonly<Record<string, { readonly name: string; readonly members?: string }>>>('areas.yaml')
const { types, exports: exportTypes, chapters, quotas, terms } = load<Rows>('goods.yaml')

const countries = [...new Set(Object.entries(areas).flatMap(([id, { members }]) => members === undefined ? [id] : members === '*' ? [] : members.split(' ')))]
const membersOf = (id: string): readonly string[] => {
  const { members } = areas[id]!
  return members === undefined ? [] : members === '*' ? countries : members.split(' ')
}

interface Ref { readonly id: string; readonly type: string }
interface Resource extends Ref { readonly attributes: object; readonly relationships?: Readonly<Record<string, { readonly data: Ref | readonly Ref[] | null }>> }
const ref = (type: string, id: string): Ref => ({ id, type })

const sentence = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase()
const named = (name: string) => ({ description: name, formatted_description: name === name.toUpperCase() ? sentence(name) : name, description_plain: name === name.toUpperCase() ? sentence(name) : name, validity_start_date: '1972-01-01T00:00:00.000Z', validity_end_date: null })
const chapterOf = ({ code, name }: ChapterRow): Resource => ({ ...ref('chapter', `9${code}`), attributes: { goods_nomenclature_item_id: code.padEnd(10, '0'), ...named(name), chapter_note: null } })
const headingOf = ({ code, name, measures }: HeadingRow): Resource => ({ ...ref('heading', `9${code}`), attributes: { goods_nomenclature_item_id: code.padEnd(10, '0'), ...named(name), producline_suffix: '80', declarable: measures !== undefined, bti_url: null } })
const codeOf = ([code, suffix, indents, name, measures]: CodeRow): Resource => ({
  ...ref('commodity', `${code}${suffix}`),
  attributes: { goods_nomenclature_item_id: code, producline_suffix: suffix, number_indents: indents, leaf: measures !== undefined, declarable: measures !== undefined, ...named(name) },
})

const areaOf = (id: string): Resource => ({
  ...ref('geographical_area', id), attributes: { id, description: areas[id]!.name, geographical_area_id: id },
  ...(membersOf(id).length > 0 && { relationships: { children_geographical_areas: { data: membersOf(id).map((one) => ref('geographical_area', one)) } } }),
})
const typeOf = (id: string): Resource => {
  const [name, series] = types[id] ?? exportTypes[id]!
  return { ...ref('measure_type', id), attributes: { id, description: name, measure_type_series_id: series, validity_start_date: '1972-01-01T00:00:00.000Z', validity_end_date: null } }
}

/** One resource for each measure, area, type, expression and quota, as `included` has them. */
const measureOf = (id: string, type: string, rate: string, place: string): readonly Resource[] => {
  const [, area = '', order, additional] = /^(\w+?)(?::(\d+))?(?:\+(\w+))?$/.exec(place) ?? []
  const isExport = type in exportTypes, quota = order === undefined ? undefined : quotas[order]
  return [
    areaOf(area), typeOf(type),
    { ...ref('duty_expression', `${id}-duty_expression`), attributes: { base: rate, formatted_base: rate.replace(/[\d.]+/g, (figure) => `<span>${figure}</span>`), verbose_duty: rate } },
    ...(order === undefined ? [] : [{ ...ref('order_number', order), attributes: { number: order }, relationships: { definition: { data: quota ? ref('definition', `2${order}`) : null } } }]),
    ...(quota ? [{ ...ref('definition', `2${order}`), attributes: { status: quota[0], initial_volume: quota[1], balance: quota[2], measurement_unit: 'Kilogram (kg)' } }] : []),
    ...(additional === undefined ? [] : [{ ...ref('additional_code', additional), attributes: { code: additional, description: additional, formatted_description: additional } }]),
    {
      ...ref('measure', id),
      attributes: { origin: 'eu', import: !isExport, export: isExport, vat: type === '305', excise: false, effective_start_date: '2021-01-01T00:00:00.000Z', effective_end_date: null, resolved_duty_expression: '' },
      relationships: {
        duty_expression: { data: ref('duty_expression', `${id}-duty_expression`) }, measure_type: { data: ref('measure_type', type) },
        geographical_area: { data: ref('geographical_area', area) }, excluded_countries: { data: [] }, order_number: { data: order === undefined ? null : ref('order_number', order) },
        ...(additional !== undefined && { additional_code: { data: ref('additional_code', additional) } }),
      },
    },
  ]
}

const measuresOf = (code: string, rows: readonly MeasureRow[]): readonly Resource[] =>
  rows.flatMap(([type, rate, places]) => String(places).split(' ').map((place) => [type, rate, place] as const))
    // National measures, those of VAT, have negative numbers.
    .flatMap(([type, rate, place], i) => measureOf(`${type === '305' ? '-' : ''}${Number(code.slice(0, 6)) * 1000 + i}`, type, rate, place))

const goodsDocument = (self: Resource, above: Readonly<Record<string, Resource>>, ancestors: readonly Resource[], measures: readonly MeasureRow[], exports: readonly string[]): object => {
  const { goods_nomenclature_item_id: code } = self.attributes as { readonly goods_nomenclature_item_id: string }
  const imported = measuresOf(code, measures), exported = measuresOf(`9${code}`, exports.map((type) => [type, '', '1011']))
  const own = (resources: readonly Resource[]) => ({ data: resources.filter(({ type }) => type === 'measure').map(({ id, type }) => ref(type, id)) })
  const included = new Map([...Object.values(above), ...ancestors, ...imported, ...exported].map((resource) => [`${resource.type}/${resource.id}`, resource]))
  return {
    data: {
      ...self, attributes: { ...self.attributes, basic_duty_rate: null, meursing_code: false, has_chemicals: false, consigned: false },
      relationships: {
        ...Object.fromEntries(Object.entries(above).map(([name, { id, type }]) => [name, { data: ref(type, id) }])),
        ancestors: { data: ancestors.map(({ id, type }) => ref(type, id)) }, footnotes: { data: [] }, import_measures: own(imported), export_measures: own(exported),
      },
      meta: { duty_calculator: { applicable_additional_codes: {}, applicable_measure_units: {}, applicable_vat_options: {}, entry_price_system: false, meursing_code: false, source: 'uk', trade_defence: false, zero_mfn_duty: false } },
    },
    included: [...included.values()],
  }
}

const groupDocument = (self: Resource, name: string, members: readonly Resource[]): object => ({
  data: { ...self, relationships: { footnotes: { data: [] }, [name]: { data: members.map(({ id, type }) => ref(type, id)) } } }, included: members,
})

/** The rows above one, from the outside in: the last row of each lesser indent before it. */
const ancestorsOf = (codes: readonly CodeRow[], at: number): readonly CodeRow[] => {
  let indents = codes[at]![2]
  return codes.slice(0, at).reduceRight<CodeRow[]>((found, row) => {
    if (row[2] >= indents) return found
    indents = row[2]
    return [row, ...found]
  }, [])
}
const under = (codes: readonly CodeRow[], at: number): readonly CodeRow[] => {
  const end = codes.findIndex((row, i) => i > at && row[2] <= codes[at]![2])
  return codes.slice(at, end === -1 ? undefined : end)
}

const headings = chapters.flatMap((chapter) => chapter.headings.map((heading) => ({ chapter, heading })))
const places = headings.flatMap(({ chapter, heading }) => (heading.codes ?? []).map((row, at) => ({ chapter, heading, row, at })))

const documentOf = (kind: string, id: string): object | null => {
  if (kind === 'chapters') {
    const chapter = chapters.find(({ code }) => code === id)
    return chapter ? groupDocument(chapterOf(chapter), 'headings', chapter.headings.map(headingOf)) : null
  }
  if (kind === 'headings') {
    const found = headings.find(({ heading }) => heading.code === id)
    if (!found) return null
    const { chapter, heading } = found
    return heading.measures ? goodsDocument(headingOf(heading), { chapter: chapterOf(chapter) }, [], heading.measures, heading.exports ?? []) : groupDocument(headingOf(heading), 'commodities', (heading.codes ?? []).map(codeOf))
  }
  if (kind === 'subheadings') {
    const found = places.find(({ row: [code, suffix, , , measures] }) => `${code}-${suffix}` === id && measures === undefined)
    return found ? groupDocument({ ...codeOf(found.row), type: 'subheading' }, 'commodities', under(found.heading.codes!, found.at).map(codeOf)) : null
  }
  const found = places.find(({ row: [code, , , , measures] }) => code === id && measures !== undefined)
  if (kind !== 'commodities' || !found) return null
  const [, , , , measures = [], exports = []] = found.row
  return goodsDocument(codeOf(found.row), { chapter: chapterOf(found.chapter), heading: headingOf(found.heading) }, ancestorsOf(found.heading.codes!, found.at).map(codeOf), measures, exports)
}

const hit = (source: object) => ({ _index: 'sample', _id: '1', _score: 9.9, _source: source })
const searchFor = (words: string): object => {
  const asked = words.trim().toLowerCase()
  const stems = asked.split(/\W+/).filter((word) => word !== '').map((word) => word.replace(/(es|s)$/, ''))
  const holds = (text: string): boolean => stems.length > 0 && stems.every((stem) => text.toLowerCase().includes(stem))
  const exact = (endpoint: string, id: string) => ({ data: { id: '1', type: 'exact_search', attributes: { type: 'exact_match', entry: { endpoint, id } } } })
  const term = terms[asked] ?? (/^\d{10}$/.test(asked) && documentOf('commodities', asked) ? ['commodities', asked] as const : undefined)
  if (term) return exact(...term)
  const commodities = places.flatMap(({ chapter, heading, row, at }) => {
    const path = [chapter.name, heading.name, ...ancestorsOf(heading.codes!, at).map(([, , , name]) => name), row[3]]
    return holds(path.slice(1).join(' ')) ? [hit({ ...codeOf(row).attributes, ancestor_descriptions: path })] : []
  })
  const empty = { sections: [], chapters: [], headings: [], commodities: [] }
  return { data: { id: '1', type: 'fuzzy_search', attributes: { type: 'fuzzy_match', goods_nomenclature_match: { ...empty, commodities, headings: headings.filter(({ heading }) => holds(heading.name)).map(({ heading }) => hit(headingOf(heading).attributes)) }, reference_match: empty } } }
}

export const answer: SampleAnswer = ({ method, segments, path, query, headers }): SampleReply | null => {
  const [service, api, kind = '', id = ''] = segments
  if (method !== 'GET' || service !== 'uk' || api !== 'api' || !headers['accept']?.includes('vnd.hmrc')) return null
  if (kind === 'search') return { json: searchFor(query.get('q') ?? '') }
  const found = documentOf(kind, id)
  return found ? { json: found } : { status: 404, json: { error: 'not found', url: `https://www.trade-tariff.service.gov.uk${path}` } }
}

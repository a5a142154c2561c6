/** The tariff's entry for a code: goods with their duties, or a group of codes. Nothing else of the body is kept. */
import {
  counted,
  flag,
  integer,
  list,
  object,
  orNull,
  partly,
  stated,
  text,
  type Of,
  type Partly,
  type Shape,
} from '@domesday/core'
import { countIn, relatedIn, type Document, type Linked, type Related, type Resource } from './document.ts'
import { importMeasures, isChannelIslands, isForAll, reachOf, type Measure } from './measures.ts'
import { controlOf } from './controls.ts'
import { dearerFirst, isFree, rateOf, rateShape, type Rate } from './rate.ts'

const code = text('Ten digits')
const country = text('A country, or a group of countries as the tariff names it')
const rate = text('As the tariff words it')

const goodsFields = object({
  code,
  description: text('As in the tariff; where it is only "Other", after the name of its heading'),
  hierarchy: list(text(), 'From the chapter down to the goods'),
  // Due unless a better rate applies.
  duties: list(rateShape, 'Third-country duty; several if it depends on an additional code, highest first'),
  suspended: orNull(rateShape),
  vat: list(rateShape, 'The usual one first; others need an additional code'),
  excise: flag('Whether excise duty is due as well'),
  preferences: list(
    object({
      country,
      rate,
      area: text({ title: 'Area code', description: 'Two letters of a country, or four digits of a group' }),
    }),
    'Rates under trade agreements and schemes, 100 at most',
  ),
  preferredCountries: integer('Countries with a preferential rate other than the third-country duty'),
  // Anti-dumping, countervailing, safeguard and others.
  additional: list(
    object({
      kind: text('Such as anti-dumping or additional duties'),
      country,
      rate: orNull(text('As the tariff words it; null where it depends on conditions that the tariff lists')),
    }),
    'Duties on top for some origins, 100 at most; empty when there are none',
  ),
  additionalCountries: integer(),
  controls: list(
    object({
      control: text("The tariff's name for it"),
      origin: text('A country or a group of countries, or All origins'),
      forAll: flag(),
      prohibits: flag('Whether it prohibits import, where no condition allows it'),
      // Of goods with a certain additional code, or not of all countries.
      limited: flag(),
      allows: orNull(flag('Whether a condition allows import; null where conditions are not stated')),
      exempts: orNull(flag('Whether goods can be exempt from it; null where conditions are not stated')),
      documents: orNull(list(text(), 'Documents that allow import, with their codes; null where they are not stated')),
    }),
    'Prohibitions, restrictions and controls on import, 100 at most; empty when there are none',
  ),
  quotas: integer('Open tariff-rate quotas, those by licence among them'),
  measures: integer('Import and export measures in force'),
})
/** Goods that can be declared under their code. `[]` and 0 mean that the tariff has none. */
export interface Goods extends Of<typeof goodsFields> {}
export const goodsShape: Shape<Goods> = goodsFields

export const leafShape = object({ code, description: text() })
export interface Leaf extends Of<typeof leafShape> {}

export const entryShape = object({
  goods: orNull(goodsShape),
  // Of a code that groups others and cannot be declared.
  leaves: list(leafShape, "Goods codes under it, in the tariff's order; for a chapter, its headings"),
})
/** The tariff's entry for a code: goods, or a group of them. */
export interface Entry extends Of<typeof entryShape> {}

const dutyTypes = ['103', '105'] // 105 is for authorised use, and applies if there is no 103
const suspension = '112' // other suspensions need authorised use or a certain destination
const preferential = new Set(['106', '142', '145'])
const quotaTypes = new Set(['122', '123', '143', '146', '147'])
const remedies = new Set(['551', '552', '553', '554', '695', '696'])

const distinct = <T>(items: readonly T[], key: (item: T) => string): readonly T[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
]
const describedAs = ({ attributes = {} }: Linked): string => {
  const { description_plain: plain, formatted_description: formatted, description } = attributes
  return stated(plain) ?? stated(formatted) ?? stated(description) ?? ''
}
const codeOf = ({ attributes }: Linked): string => stated(attributes?.['goods_nomenclature_item_id']) ?? ''

const ratesIn = (measures: readonly Measure[]): readonly Rate[] =>
  distinct(
    measures.flatMap(({ rate }) => rate ?? []),
    ({ text }) => text,
  ).toSorted(dearerFirst)
/** The rates without an additional code, and those that need one. */
const ratesOf = (measures: readonly Measure[]) => {
  const { usual = [], coded = [] } = Object.groupBy(measures, ({ isConditional }) =>
    isConditional ? 'coded' : 'usual',
  )
  return { usual: ratesIn(usual), coded: ratesIn(coded) }
}

// A critical quota is nearly used up but still open.
const isOpen = (status: string): boolean => !/^(exhausted|closed|suspended|blocked)/i.test(status)
/** The third digit of a quota's number says that it goes by licence. Such quotas have no definition. */
const isLicensed = ({ id, attributes }: Resource): boolean => /^\d\d4/.test(stated(attributes?.['number']) ?? id)

/** A quota without a definition has no period that runs today. Of those `unknown` the tariff says too little. */
const quotasIn = (measures: readonly Measure[], related: Related) => {
  const orders = distinct(
    measures.flatMap(({ type, order }) => (order && quotaTypes.has(type) ? [order] : [])),
    ({ id }) => id,
  )
  const states = orders.map((order) => {
    if (isLicensed(order)) return 'open'
    if (related.states(order, 'definition') && related.references(order, 'definition').length === 0) return 'closed'
    const status = stated(related.one(order, 'definition')?.attributes?.['status'])
    return status === null ? 'unknown' : isOpen(status) ? 'open' : 'closed'
  })
  const count = (state: string): number => states.filter((one) => one === state).length
  return { open: count('open'), unknown: count('unknown') }
}

/** The goods, and what is not known of them. */
const goodsIn = (document: Document, related: Related): { readonly goods: Goods; readonly why: readonly string[] } => {
  const { data } = related
  const isZero = document.data.meta?.duty_calculator?.zero_mfn_duty === true
  const measures = importMeasures(related)
  const chapter = related.one(data, 'chapter'),
    heading = related.one(data, 'heading')
  const plain = describedAs(data)
  const worded =
    dutyTypes
      .map((type) => ratesOf(measures.filter((one) => one.type === type && isForAll(one))))
      .map(({ usual, coded }) => (usual.length > 0 ? usual : coded))
      .find((rates) => rates.length > 0) ?? []
  // Without a measure, a zero duty may be stated outside the measures.
  const duties = worded.length === 0 && isZero ? [rateOf('0.00 %')!] : worded
  const preferences = measures.filter(
    (one) => preferential.has(one.type) && one.rate !== null && !isForAll(one) && !isChannelIslands(one),
  )
  const additional = measures.filter(
    ({ type, series, rate }) => remedies.has(type) || (rate !== null && (series === 'D' || series === 'J')),
  )
  const vat = ratesOf(measures.filter((one) => (one.isVat || one.type === '305') && isForAll(one)))
  const quotas = quotasIn(measures, related)
  const isFull = ({ rate }: Measure): boolean => rate?.text === duties[0]?.text
  const goods = {
    code: codeOf(data),
    description: /^other$/i.test(plain) && heading ? `${describedAs(heading)}: ${plain}` : plain,
    hierarchy: [chapter, heading, ...related.all(data, 'ancestors'), data].flatMap((one) =>
      one ? [describedAs(one)] : [],
    ),
    duties,
    suspended: duties.every(isFree)
      ? null
      : (measures.find((one) => one.type === suspension && isForAll(one) && !one.isConditional)?.rate ?? null),
    vat: distinct([...vat.usual, ...vat.coded], ({ text }) => text),
    excise: measures.some(({ isExcise, type }) => isExcise || type === '306'),
    preferences: distinct(preferences, ({ area, rate }) => `${area} ${rate?.text}`).map(({ area, country, rate }) => ({
      area,
      country,
      rate: rate?.text ?? '',
    })),
    preferredCountries: reachOf(preferences.filter((one) => !isFull(one))),
    additional: distinct(additional, ({ name, area, rate }) => `${name} ${area} ${rate?.text}`).map(
      ({ name, country, rate }) => ({ kind: name, country, rate: rate?.text ?? null }),
    ),
    additionalCountries: reachOf(additional),
    controls: distinct(
      measures.filter(({ series }) => series === 'A' || series === 'B'),
      ({ name, area, isConditional }) => `${name} ${area} ${isConditional}`,
    ).map(controlOf),
    quotas: quotas.open,
    measures: countIn(related, 'import_measures') + countIn(related, 'export_measures'),
  }
  const asked = related.references(data, 'import_measures').length
  const unread = asked - measures.length
  const above = document.data.type === 'commodity' ? ['chapter', 'heading', 'ancestors'] : ['chapter']
  const why = [
    ...(above.every((name) => related.states(data, name))
      ? []
      : ['what stands above it in the tariff is not all stated']),
    ...(unread > 0 ? [`${counted(unread, 'measure')} of ${asked} could not be read and are left out`] : []),
    ...(quotas.unknown > 0 ? [`whether ${counted(quotas.unknown, 'quota')} is open is not said`] : []),
  ]
  // No share is given: those left out may be all of one kind.
  return { goods, why }
}

/** Reads chapters, headings, subheadings and commodities: a heading may be goods or a group. */
export const readCode = (document: Document): Entry | Partly<Entry> => {
  const related = relatedIn(document),
    { data } = related
  const below = document.data.type === 'chapter' ? 'headings' : 'commodities'
  if (!related.states(data, below)) {
    const { goods, why } = goodsIn(document, related)
    const entry = { goods, leaves: [] }
    return why.length === 0 ? entry : partly(entry, why.join('; '))
  }
  const leaves = related
    .all(data, below)
    .filter(({ attributes }) => below === 'headings' || attributes?.['declarable'] === true)
    .map((one) => ({ code: codeOf(one), description: describedAs(one) }))
  return { goods: null, leaves }
}

/** The laws of `laws.yaml` as search feeds: twenty per page, facets over all matches. */
import { countBy } from '@domesday/core'
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Law {
  readonly type: string
  readonly year: string
  readonly number: string
  readonly title: string
  readonly welsh?: string
  readonly made?: string
  readonly about?: string
  readonly regnal?: string
}

/** Counts of the whole register for a word in titles, if given: the samples have only a few of those laws. */
interface Counts {
  readonly word: string
  readonly types: Readonly<Record<string, number>>
  readonly years: Readonly<Record<string, number>>
}

const laws = yamlRows<Law>(import.meta.dirname, 'laws.yaml')
const counted = yamlRows<Counts>(import.meta.dirname, 'counts.yaml')
const longNames: Readonly<Record<string, string>> = {
  ukpga: 'UnitedKingdomPublicGeneralAct',
  ukla: 'UnitedKingdomLocalAct',
  ukppa: 'UnitedKingdomPrivateOrPersonalAct',
  uksi: 'UnitedKingdomStatutoryInstrument',
  uksro: 'UnitedKingdomStatutoryRuleOrOrder',
  asp: 'ScottishAct',
  ssi: 'ScottishStatutoryInstrument',
  asc: 'WelshParliamentAct',
  wsi: 'WelshStatutoryInstrument',
  nia: 'NorthernIrelandAct',
  nisi: 'NorthernIrelandOrderInCouncil',
  nisr: 'NorthernIrelandStatutoryRule',
  nisro: 'NorthernIrelandStatutoryRuleOrOrder',
  eur: 'EuropeanUnionRegulation',
  eudn: 'EuropeanUnionDecision',
  eudr: 'EuropeanUnionDirective',
}
const pageSize = 20
const site = 'http://www.legislation.gov.uk'
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const stem = (word: string): string => word.toLowerCase().replace(/(ies|es|s|ing)$/, '')
const holds = (text: string, words: string): boolean => {
  const found = new Set(text.split(/[^\p{L}\d-]+/u).map(stem))
  return words
    .split(/[^\p{L}\d-]+/u)
    .filter((word) => word !== '')
    .every((word) => found.has(stem(word)))
}

const entry = ({ type, year, number, title, welsh, made, regnal }: Law): string => {
  const place = `${type}/${regnal ?? year}/${number}`
  const titles =
    welsh === undefined
      ? escaped(title)
      : `<div xmlns="http://www.w3.org/1999/xhtml"><span xml:lang="cy">${escaped(welsh)}</span> <span xml:lang="en">${escaped(title)}</span></div>`
  return `<entry><id>${site}/id/${place}</id><title>${titles}</title><link rel="self" href="${site}/id/${place}"/><link href="${site}/${place}"/>
<link rel="alternate" type="application/xml" href="${site}/${place}/data.xml" title="XML"/><author><name/></author><updated>2026-10-01T09:00:00Z</updated>
<ukm:DocumentMainType Value="${longNames[type]}"/><ukm:Year Value="${year}"/><ukm:Number Value="${number}"/>
${made === undefined ? '' : `<ukm:CreationDate Date="${made}"/>`}<summary/></entry>`
}

const feed = (found: readonly Law[], { types, years }: Omit<Counts, 'word'>): string => {
  const page = found.slice(0, pageSize),
    total = Object.values(types).reduce((sum, count) => sum + count, 0)
  const ofTypes = Object.entries(types).map(
    ([type, count]) =>
      `<leg:facetType type="${longNames[type]}" href="${site}/search/data.feed?type=${type}" value="${count}"/>`,
  )
  const ofYears = Object.entries(years).map(
    ([year, count]) => `<leg:facetYear year="${year}" href="${site}/search/data.feed?year=${year}" total="${count}"/>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:leg="${site}/namespaces/legislation"
 xmlns:ukm="${site}/namespaces/metadata" xmlns:openSearch="http://a9.com/-/spec/opensearch/1.1/">
<id>${site}/data.feed</id><updated>2026-10-15T09:00:00Z</updated><title>Search Results</title>
<openSearch:itemsPerPage>${pageSize}</openSearch:itemsPerPage><openSearch:startIndex>1</openSearch:startIndex><openSearch:totalResults>${page.length}</openSearch:totalResults><leg:page>1</leg:page><leg:morePages>${Math.max(0, Math.ceil(total / pageSize) - 1)}</leg:morePages>
<leg:facets>${total === 0 ? '' : `<leg:facetTypes>${ofTypes.join('')}</leg:facetTypes><leg:facetYears>${ofYears.join('')}</leg:facetYears>`}</leg:facets>
${page.map(entry).join('\n')}
</feed>`
}

const isEuropean = (type: string): boolean => type.startsWith('eu')

export const answer: SampleAnswer = ({ method, segments: [list, file], query }) => {
  if (method !== 'GET' || file !== 'data.feed' || (list !== 'all' && list !== 'primary+secondary')) return null
  const title = query.get('title'),
    text = query.get('text')
  const isListed = (type: string): boolean => list === 'all' || !isEuropean(type)
  const matches = (law: Law): boolean =>
    (title === null || holds(law.title, title)) && (text === null || holds(`${law.title} ${law.about ?? ''}`, text))
  const found = laws.filter((law) => isListed(law.type) && matches(law))
  const told = counted.find(({ word }) => word === title?.toLowerCase())
  const counts = told
    ? { types: Object.fromEntries(Object.entries(told.types).filter(([type]) => isListed(type))), years: told.years }
    : { types: countBy(found, ({ type }) => type), years: countBy(found, ({ year }) => year) }
  return { xml: feed(found, counts), type: 'application/atom+xml;charset=utf-8' }
}

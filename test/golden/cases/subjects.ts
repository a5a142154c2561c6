/** Subjects of law and trades at a place: what is counted there, and what the count does not tell. */
import type { Case } from '../case.ts'
import { json, type Answer } from '../../../plugins/tools/gateway/server.ts'
import { answering, asItIs, both, changing, down, text } from '../wire.ts'
import type { StandIn } from '../world.ts'

const site = 'http://www.legislation.gov.uk'
/** A feed of the register: its first law, and counts over all pages. */
const feed = (
  title: string,
  types: Readonly<Record<string, number>>,
  years: Readonly<Record<string, number>>,
): Answer => {
  const ofTypes = Object.entries(types).map(([type, count]) => `<leg:facetType type="${type}" value="${count}"/>`)
  const ofYears = Object.entries(years).map(([year, count]) => `<leg:facetYear year="${year}" total="${count}"/>`)
  const facets = `<leg:facetTypes>${ofTypes.join('')}</leg:facetTypes><leg:facetYears>${ofYears.join('')}</leg:facetYears>`
  const entry = `<entry><id>${site}/id/uksi/2011/990</id><title>${title}</title></entry>`
  return text(
    `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:leg="${site}/namespaces/legislation"><leg:facets>${ofTypes.length === 0 ? '' : facets}</leg:facets>${ofTypes.length === 0 ? '' : entry}</feed>`,
    'application/atom+xml;charset=utf-8',
  )
}
const titled = (...of: Parameters<typeof feed>): StandIn =>
  answering('legislation-gov-uk', { query: /title=/ }, () => feed(...of))
const inTexts = (...of: Parameters<typeof feed>): StandIn =>
  both(
    titled('', {}, {}),
    answering('legislation-gov-uk', { query: /text=/ }, () => feed(...of)),
  )

const [act, instrument, draft, regulation] = [
  'UnitedKingdomPublicGeneralAct',
  'UnitedKingdomStatutoryInstrument',
  'UnitedKingdomDraftStatutoryInstrument',
  'EuropeanUnionRegulation',
]
const burden = /\bburden|little law|hardly any law|regulated/i

export const laws: readonly Case[] = [
  {
    id: 'agriculture-by-type',
    says: 'Over a thousand instruments and thirty Acts have agriculture in their titles: few subjects have more.',
    given: asItIs,
    asks: '/legal/agriculture',
    expect: {
      read: { 'legislation_by_type[type=uksi].count': 604 },
      rating: ['REGULATED', 'HIGHLY_REGULATED'],
      certain: true,
      advises: /lawmakers’ attention, not what it costs to comply/,
      neverAdvises: burden,
      factors: {
        legislation_volume: /604 UK Statutory Instruments.*in the title|in the title.*604 UK Statutory Instruments/,
        primary_legislation: /24 UK Public General Acts.*construction had 6/,
      },
    },
  },
  {
    id: 'an-old-subject-at-rest',
    says: 'Thirty orders and one Act on steam boilers, none of them made in this century.',
    given: titled('The Steam Boilers Order', { [instrument!]: 30, [act!]: 1 }, { '1961': 12, '1974': 18, '1988': 1 }),
    asks: '/legal/steam boilers',
    expect: {
      read: { total_legislation: 31 },
      rating: ['LIGHTLY_REGULATED'],
      advises: /duties may stand under laws of other titles/,
      neverAdvises: /general law applies|little law/i,
      factors: { recent_activity: /^No law among them made since 2022/ },
    },
  },
  {
    id: 'law-of-the-union-and-drafts',
    says: 'Nine hundred European regulations and forty drafts on olive oil are not what lawmakers here have made.',
    given: titled('Olive oil', { [regulation!]: 900, [draft!]: 40, [instrument!]: 3 }, { '1999': 943 }),
    asks: '/legal/olive oil',
    expect: {
      read: { total_legislation: 943 },
      rating: ['MINIMAL', 'LIGHTLY_REGULATED'],
      factors: { legislation_volume: /^3 instruments, rules and orders/ },
    },
  },
  {
    id: 'words-in-passing',
    says: 'Eight thousand texts say “reasonable steps”, and no title: how many are on it nobody knows.',
    given: inTexts('The Ladders Regulations', { [instrument!]: 8000, [act!]: 700 }, { '2023': 300, '2024': 280 }),
    asks: '/legal/reasonable steps',
    expect: {
      read: { matched_in: 'text' },
      confidence: ['low'],
      possible: ['MINIMAL'],
      reaches: 0,
      factors: {
        legislation_volume: /at most these are on the subject/i,
        primary_legislation: /no title has the words/,
      },
    },
  },
  {
    id: 'laws-not-read',
    says: 'The register of laws did not answer, and one bill is at its first reading.',
    given: down('legislation-gov-uk'),
    asks: '/legal/agriculture',
    expect: {
      missing: { source: 'legislation-gov-uk' },
      confidence: ['low'],
      reaches: 80,
      factors: { legislation_volume: /not known/i, primary_legislation: /not known/i },
    },
  },
]

const translators = '/market/WA11UH?sector=translation'
const ofAgent = { path: /advanced-search/, query: /location=WA1\+9ZZ/ }

export const trades: readonly Case[] = [
  {
    id: 'no-sector-in-the-country',
    says: 'No sector was given in deep country: nothing is said of competition but how to ask.',
    given: asItIs,
    asks: '/market/PR30SG?depth=standard',
    expect: {
      possible: ['LOW'],
      factors: { competition_density: /^Does not apply: .*name a sector/ },
      never: /no sector was given, so|competition is (few|many|weak|strong)/i,
    },
  },
  {
    id: 'no-sector-in-scotland',
    says: 'Neither a sector nor prices of homes: pay alone is known.',
    given: asItIs,
    asks: '/market/EH11YZ?depth=standard',
    expect: { confidence: ['low'], factors: { competition_density: /name a sector/, property_activity: /not known/i } },
  },
  {
    id: 'registered-with-an-agent',
    says: 'Two of three translators are registered where four thousand companies are: one competes here.',
    given: asItIs,
    asks: translators,
    expect: {
      read: {
        'competition.matching_companies': 3,
        'competition.at_formation_agents': 2,
        'competition.top_competitors[company_number=99000198].at_formation_agent': true,
        'competition.top_competitors[company_number=99000180].at_formation_agent': false,
      },
      factors: { competition_density: /^1 active company .* not counting 2 at formation agents/ },
    },
  },
  {
    id: 'a-full-block-of-offices',
    says: 'Nine hundred and ninety-nine companies at their postcode: a block of offices, and three competitors.',
    given: changing('companies-house', ofAgent, (body) => ({ ...body, hits: 999 })),
    asks: translators,
    expect: {
      read: {
        'competition.at_formation_agents': 0,
        'competition.top_competitors[company_number=99000198].companies_at_postcode': 999,
      },
      factors: { competition_density: /^3 active companies for “translation” in WA1\.$/ },
    },
  },
  {
    id: 'an-office-not-looked-at',
    says: 'The register did not say how many companies share the postcode of two translators.',
    given: down('companies-house', ofAgent),
    asks: translators,
    expect: {
      read: { 'competition.top_competitors[company_number=99000198].at_formation_agent': null },
      missing: { source: 'companies-house' },
      factors: { competition_density: /^3 active companies .* up to 2 of them may be at formation agents/ },
    },
  },
  {
    id: 'halves-of-a-postcode-apart',
    says: 'Asked for a postcode the register found offices of other ones: what it counted is no crowd.',
    given: answering('companies-house', ofAgent, () =>
      json(200, {
        hits: 61_000,
        items: ['WA1 9ZZ', 'WA1 1AA'].map((postal_code) => ({ registered_office_address: { postal_code } })),
      }),
    ),
    asks: translators,
    expect: {
      read: { 'competition.at_formation_agents': 0 },
      factors: { competition_density: /up to 2 of them may be/ },
    },
  },
]

/** Where a trade is to be had, and what law is listed, as who opens a shop would read it. */
import type { Case } from '../case.ts'
import { asItIs, changing, down } from '../wire.ts'

const market = (postcode: string, sector: string): string => `/market/${postcode}?sector=${sector}&depth=standard`

export const markets: readonly Case[] = [
  {
    id: 'cafes-of-a-student-quarter',
    says: 'Street after street of cafés, whose firms are registered at accountants elsewhere.',
    given: asItIs,
    asks: market('CF243AA', 'cafe'),
    expect: {
      factors: {
        competition_density:
          /^\d+ food premises within 1,000 m for “cafe” \(restaurant\/cafe\/canteen\); registered offices/i,
      },
      notRating: ['HIGH'],
    },
  },
  {
    id: 'no-pub-for-miles',
    says: 'The village has lost its pub: whoever opens one has no rival.',
    given: changing('fsa-food-hygiene', {}, (body) => ({
      ...body,
      establishments: body.establishments.filter((one: any) => !one.BusinessType.startsWith('Pub')),
    })),
    asks: market('PR30SG', 'pub'),
    expect: { factors: { competition_density: /^0 food premises within 1,000 m for “pub”/i } },
  },
  {
    id: 'a-trade-that-serves-no-food',
    says: 'Of software firms the offices are all there is to count.',
    given: down('fsa-food-hygiene'),
    asks: market('WA11UH', 'software'),
    expect: { factors: { competition_density: /^2 active companies for “software” in WA1/ } },
  },
  {
    id: 'food-hygiene-down',
    says: 'The register of food premises does not answer: how many cafés there are is not known, few offices or not.',
    given: down('fsa-food-hygiene'),
    asks: market('CF243AA', 'cafe'),
    expect: {
      missing: { source: 'fsa-food-hygiene', reason: 'upstream_failed' },
      factors: { competition_density: /^Not known/ },
      confidence: ['low', 'medium'],
    },
  },
]

export const laws: readonly Case[] = [
  {
    id: 'an-act-that-is-no-more',
    says: 'The first data protection Act is listed beside those in force: it was repealed long ago.',
    given: asItIs,
    asks: '/legal/data%20protection',
    expect: {
      notDecidedBy: /./,
      advises: /no longer in force: Data Protection Act 1984, repealed 1\.3\.2000/,
    },
  },
  {
    id: 'laws-that-speak-of-repealing',
    says: 'A regulation repeals another in its title: it is not itself repealed.',
    given: asItIs,
    asks: '/legal/construction',
    expect: { neverAdvises: /no longer in force/ },
  },
]

/** Goods: what words mean, what is prohibited, and what needs a licence. */
import type { Case } from '../case.ts'
import { asItIs, changing, down } from '../wire.ts'
import type { StandIn } from '../world.ts'

const asses = { path: /commodities\/0101300000$/ }
/** One of its controls becomes a prohibition; `measures` and `more` change and add what it rests on. */
const prohibiting = (change: (measure: any) => void, more: readonly object[] = []): StandIn =>
  changing('trade-tariff', asses, (body) => {
    for (const one of body.included) {
      if (one.type === 'measure_type' && one.id === '710')
        Object.assign(one, { id: '277', attributes: { ...one.attributes, description: 'Import prohibition' } })
      if (one.type !== 'measure' || one.relationships.measure_type.data.id !== '710') continue
      one.relationships.measure_type.data.id = '277'
      change(one.relationships)
    }
    return { ...body, included: [...body.included, ...more] }
  })
const condition = (code: string, action: string, words: string | null) => ({
  id: `277${action}`,
  type: 'measure_condition',
  attributes: { action_code: action, document_code: code, certificate_description: words, duty_expression: '' },
})
const document = [condition('9120', '29', 'A derogation of the Secretary of State'), condition('', '09', null)]
const refs = (rows: readonly { readonly id: string }[]) => ({
  data: rows.map(({ id }) => ({ id, type: 'measure_condition' })),
})

export const tariffs: readonly Case[] = [
  {
    id: 'prohibited-from-everywhere',
    says: 'Import is prohibited from every origin, and nothing allows it: the duty is of no account.',
    given: prohibiting(() => undefined),
    asks: '/trade/0101300000',
    expect: {
      rating: ['PROHIBITIVE'],
      atLeast: 80,
      decidedBy: /prohibited from every origin/,
      advises: /^Import is prohibited from every origin/,
      neverAdvises: /modest/,
    },
  },
  {
    id: 'prohibited-without-a-document',
    says: 'Import is prohibited, but a document allows it: it is named first, and no gate.',
    given: prohibiting((measure) => (measure.measure_conditions = refs(document)), document),
    asks: '/trade/0101300000',
    expect: {
      rating: ['LOW'],
      notDecidedBy: /./,
      advises: /^Import from every origin is prohibited \(Import prohibition\), but with 9120: A derogation/,
    },
  },
  {
    id: 'prohibited-from-one-country',
    says: 'Import is prohibited from Belarus alone: others bring it in as before.',
    given: prohibiting((measure) => (measure.geographical_area.data.id = 'BY')),
    asks: '/trade/0101300000',
    expect: { rating: ['LOW'], notDecidedBy: /./, certain: true, advises: /^Import from Belarus is prohibited/ },
  },
  {
    id: 'prohibited-by-unstated-conditions',
    says: 'A prohibition of which the tariff does not state the conditions: something may allow it.',
    given: prohibiting((measure) => delete measure.measure_conditions),
    asks: '/trade/0101300000',
    expect: { notDecidedBy: /./, possible: ['PROHIBITIVE'], reaches: 80, advises: /prohibited/ },
  },
  {
    id: 'tariff-down',
    says: 'The tariff does not answer: there is no answer, and none is made up.',
    given: down('trade-tariff'),
    asks: '/trade/0101300000',
    expect: { status: 502 },
  },
  {
    id: 'drug-needs-a-licence',
    says: 'A controlled drug: without a licence of the Home Office it must not be ordered.',
    given: asItIs,
    asks: '/trade/2924297099',
    expect: {
      rating: ['FAVOURABLE'],
      certain: true,
      advises: /^Home Office Controlled Drugs \(import\): a licence is needed/,
    },
  },
  {
    id: 'horses-of-several-duties',
    says: 'Breeding stock is free and a riding horse pays ten per cent: who says horses has to choose.',
    given: asItIs,
    asks: '/trade/horses',
    expect: {
      rating: ['FAVOURABLE'],
      possible: ['LOW'],
      advises:
        /^Choose the code first: ‘horses’ is taken for 0101210000 Pure-bred breeding animals: duty 0.00 %, and may mean 0101299000 .*: duty 10.00 %\./,
    },
  },
  {
    id: 'words-of-one-goods',
    says: 'Asses are asses: other animals of the heading are not meant.',
    given: asItIs,
    asks: '/trade/asses',
    expect: { rating: ['LOW'], certain: true, neverAdvises: /choose the code/i },
  },
  {
    id: 'words-whose-duty-is-one',
    says: 'The words fit several goods with the same duty: there is nothing to choose by.',
    given: changing('trade-tariff', { path: /commodities\/0101299000$/ }, (body) => ({
      ...body,
      included: body.included.map((one: any) =>
        one.type === 'duty_expression' && one.attributes.base === '10.00 %'
          ? { ...one, attributes: { ...one.attributes, base: '0.00 %' } }
          : one,
      ),
    })),
    asks: '/trade/horses',
    expect: { rating: ['FAVOURABLE'], neverAdvises: /choose the code/i },
  },
  {
    id: 'other-goods-not-read',
    says: 'What other horses pay could not be read: the choice may decide, and nobody can say how.',
    given: down('trade-tariff', { path: /commodities\/0101299000$/ }),
    asks: '/trade/horses',
    expect: {
      rating: ['FAVOURABLE'],
      possible: ['HIGH'],
      confidence: ['low'],
      advises: /^Choose the code first.*whose duty could not be read/,
      missing: { source: 'trade-tariff', reason: 'upstream_failed' },
    },
  },
]

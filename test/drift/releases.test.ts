/** Releases under other names of members: what a portal's page is refused for, and what it may lack. */
import { describe, expect, it } from 'vitest'
import { findATender } from '@domesday/source-find-a-tender'
import { pagedFeed } from '../../plugins/sources/find-a-tender/walk.ts'
import { pageOf } from '../../plugins/clients/dataset/feed-page.ts'
import type { Dataset } from '../../core/contract/dataset.ts'

const pounds = { amount: 100, amountGross: 120, currency: 'GBP' }
const item = {
  id: '1',
  additionalClassifications: [{ scheme: 'CPV', id: '45000000' }],
  deliveryAddresses: [{ region: 'UKC', country: 'GB', countryName: 'United Kingdom' }],
}
const release = {
  ocid: 'ocds-1',
  id: '1',
  date: '2026-01-01T00:00:00Z',
  tag: ['award', 'contract'],
  buyer: { id: 'org-1', name: 'A' },
  parties: [
    { id: 'org-1', name: 'A', roles: ['buyer'], identifier: { scheme: 'GB-COH', id: '09900001', legalName: 'A' } },
    { id: 'org-2', name: 'B', roles: ['supplier'], additionalIdentifiers: [{ scheme: 'GB-COH', id: 'SC990001' }] },
  ],
  tender: {
    id: 't',
    title: 'Pumps',
    description: 'Of any kind',
    status: 'complete',
    legalBasis: { scheme: 'CELEX', id: '32014L0024' },
    value: pounds,
    classification: { scheme: 'CPV', id: '42122000' },
    tenderPeriod: { endDate: '2026-02-01T12:00:00Z' },
    awardPeriod: { startDate: '2026-02-01T12:00:00Z', endDate: '2026-03-01T12:00:00Z' },
    items: [item],
    documents: [{ id: 'd', documentType: 'contractNotice', url: 'https://example.org/d' }],
  },
  awards: [{ id: '1', status: 'active', value: pounds, suppliers: [{ id: 'org-2', name: 'B' }], items: [item] }],
  contracts: [{ id: '1', awardID: '1', value: pounds, dateSigned: '2026-03-02T00:00:00Z' }],
}

/** The release with the member at the end of a path under another name, or without it. */
const without = (path: string, other?: string): typeof release => {
  const copy = structuredClone(release) as any
  const names = path.split('.')
  const last = names.pop()!
  const at = names.reduce((value, name) => value[name], copy)
  if (other) at[other] = at[last]
  delete at[last]
  return copy
}

/** A page of six releases that are alike. */
const page = (one: object) =>
  pageOf(
    findATender as Dataset,
    pagedFeed,
    { asked: pagedFeed.first(new Date(0), new Date()), since: new Date(0), now: new Date() },
    { body: JSON.stringify({ releases: Array(6).fill(one) }), headers: {} },
  )

describe('a page of releases', () => {
  it('is read as it is', () => {
    const { taken, tally } = page(release)
    expect([taken.length, tally!.unread, tally!.unnamed]).toEqual([6, 0, {}])
  })

  it.each([
    ['tender', 'procurement'],
    ['tender.title', 'name'],
    ['tender.description', 'summary'],
    ['tender.status', 'state'],
    ['tender.value', 'estimatedValue'],
    ['tender.value.amount', 'net'],
    ['tender.classification', 'mainClassification'],
    ['tender.classification.scheme', 'list'],
    ['tender.classification.id', 'code'],
    ['tender.tenderPeriod', 'submissionPeriod'],
    ['tender.tenderPeriod.endDate', 'closeDate'],
    ['tender.items', 'objects'],
    ['tender.items.0.additionalClassifications', 'classifications'],
    ['tender.items.0.deliveryAddresses', 'places'],
    ['tender.items.0.deliveryAddresses.0.region', 'nuts'],
    ['tender.documents', 'papers'],
    ['tender.documents.0.id', 'number'],
    ['tender.documents.0.documentType', 'type'],
    ['tender.documents.0.url', 'href'],
    ['parties', 'organisations'],
    ['parties.0.identifier', 'register'],
    ['parties.0.identifier.scheme', 'list'],
    ['parties.0.identifier.id', 'number'],
    ['parties.1.additionalIdentifiers', 'identifiers'],
    ['awards', 'results'],
    ['awards.0.id', 'number'],
    ['awards.0.suppliers', 'winners'],
    ['awards.0.suppliers.0.id', 'party'],
    ['awards.0.value', 'worth'],
    ['awards.0.items', 'objects'],
    ['contracts', 'agreements'],
    ['contracts.0.awardID', 'award'],
    ['contracts.0.value', 'worth'],
    ['contracts.0.dateSigned', 'signed'],
  ])('with their %s under the name of %s is refused, or its entries are left out', (path, other) => {
    const read = () => page(without(path, other))
    // What every entry has to have: those without it are left out and counted.
    if (/(documents|awards)\.0\.id$/.test(path)) expect(read().tally!.unread).toBe(6)
    else expect(read).toThrow(new RegExp(`${other} in it in place of .*${path.split('.').at(-1)}`))
  })

  it('with the ids of their parties under another name is refused', () => {
    const parties = release.parties.map(({ id, ...party }) => ({ ...party, key: id }))
    expect(() => page({ ...release, parties })).toThrow('parties[].key in it in place of releases[].parties[].id')
  })

  it.each([
    'tender',
    'tender.title',
    'tender.classification.scheme',
    'parties.0.id',
    'awards.0.suppliers.0.id',
    'tender.description',
    'tender.status',
    'tender.value',
    'tender.value.amount',
    'tender.classification',
    'tender.tenderPeriod',
    'tender.items',
    'tender.items.0.additionalClassifications',
    'tender.items.0.deliveryAddresses',
    'tender.items.0.deliveryAddresses.0.region',
    'tender.documents',
    'tender.documents.0.documentType',
    'tender.documents.0.url',
    'parties',
    'parties.0.identifier',
    'awards',
    'awards.0.suppliers',
    'awards.0.value',
    'contracts',
    'contracts.0.value',
    'contracts.0.dateSigned',
  ])('may lack their %s', (path) => expect(page(without(path)).tally!.unread).toBe(0))

  it('may say of awards and contracts only that they were changed', () => {
    const skeletons = {
      ...release,
      tender: { id: 't', title: 'Space technology', legalBasis: { scheme: 'UKPGA', id: '2023/54' } },
      awards: [{ id: '7', amendments: [{ id: '990001-2026' }] }],
      contracts: [
        { id: '1', awardID: '1', amendments: [{ date: '2026-08-21', id: '990001-2026' }], statusDetails: null },
      ],
    }
    expect(page(skeletons).tally!.unread).toBe(0)
  })

  it('may have one object in place of a list of one', () => {
    const [award] = release.awards
    expect(page({ ...release, awards: award }).tally!.unread).toBe(0)
    expect(page({ ...release, awards: { ...award, id: undefined } }).tally!.unread).toBe(6)
  })

  it('may have other money, other codes and other periods', () => {
    const { value: _, classification: _c, tenderPeriod: _p, ...tender } = release.tender
    const more = {
      minValue: pounds,
      enquiryPeriod: { endDate: '2026-01-20' },
      additionalClassifications: [{ scheme: 'CPV', id: '1' }],
    }
    expect(page({ ...release, tender: { ...tender, ...more } }).taken).toHaveLength(6)
  })
})

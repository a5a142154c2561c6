/**
 * A kept pack of each endpoint of the release before gives the same answer by the code of today, or is refused in words
 * where a plugin says that its digest means something else.
 */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { open, packOf, seal, type Ask } from '@domesday/verify'
import { projectRoot, type Plugins } from '../../core/registry/load.ts'
import { inspect } from '../../core/service/configure.ts'
import { changed } from './changed.ts'
import { foundOf, keptPacks, ofToday, type Found, type KeptPack } from './kept-packs.ts'

const kept = keptPacks()
let plugins: Plugins
beforeAll(async () => {
  ;({ plugins } = await inspect(join(projectRoot, 'config'), {}))
})

/** Whether the caller of then is told the truth: the same answer, or in words that there is none. */
const isHonest = (found: Found): boolean =>
  found.state === 'identical' || (found.state === 'cannot_be_replayed' && found.raised.length > 0)

describe('the pack that the release before kept', () => {
  it('is there for each endpoint, and for no other', () => {
    // A new endpoint: npm run kept-packs -- <endpoint>
    expect([...kept.keys()].toSorted()).toEqual([...plugins.endpoints.keys()].toSorted())
  })

  it.each([...kept])('of %s gives its answer again', async (endpoint, pack) => {
    const found = await foundOf(plugins, pack)
    if (found.state === 'cannot_be_replayed')
      console.info(`${endpoint} of release ${pack.release} cannot be replayed: ${found.why}`)
    const why = changed[endpoint]
    expect({ endpoint, found, told: isHonest(found) !== (why !== undefined) }).toMatchObject({ told: true })
    // Whatever changed, nothing that was known then is told as a gap.
    if (found.state === 'differs') expect(found.lost).toEqual([])
  })
})

/** The same pack, sealed again with other questions. */
const withAsks = ({ pack, ...rest }: KeptPack, change: (ask: Ask) => Ask): KeptPack => {
  const { gathering } = open(pack)
  return {
    ...rest,
    pack: packOf(seal({ ...gathering, answer: rest.answer, asks: (gathering.asks as readonly Ask[]).map(change) })),
  }
}

describe('a kept pack', () => {
  let company: KeptPack
  beforeAll(async () => {
    company = await ofToday()
  })
  const isFiled = ({ operation, outcome }: Ask): boolean => operation === 'filings' && 'value' in outcome

  it('of a digest of another version is refused in words that name it', async () => {
    const found = await foundOf(
      plugins,
      withAsks(company, (ask) => (isFiled(ask) ? { ...ask, digest_version: 9 } : ask)),
    )
    expect(found).toMatchObject({
      state: 'cannot_be_replayed',
      why: expect.stringMatching(/has version 9 of its digest, and the code has \d/),
      raised: [expect.stringMatching(/^companies-house\.filings(#\d)?: 9 → \d$/)],
    })
    expect(isHonest(found)).toBe(true)
  })

  it('of a digest of another shape under the same version is a fault', async () => {
    const found = await foundOf(
      plugins,
      withAsks(company, (ask) => (isFiled(ask) ? { ...ask, outcome: { value: { of: 'another shape' } } } : ask)),
    )
    expect(found).toMatchObject({ state: 'cannot_be_replayed', raised: [] })
    expect(isHonest(found)).toBe(false)
  })

  it('of which the code of today makes another answer is a fault that names the sections', async () => {
    const { answer } = company
    const other = { ...company, answer: { ...answer, data: { ...answer.data, profile: { name: 'OTHER' } } } }
    const found = await foundOf(
      plugins,
      withAsks(other, (ask) => ask),
    )
    expect(found).toEqual({ state: 'differs', sections: ['profile'], lost: [] })
    expect(isHonest(found)).toBe(false)
  })

  it('whose known fact is a gap today is a fault that names the gap', async () => {
    const found = await foundOf(
      plugins,
      withAsks(company, (ask) =>
        isFiled(ask) ? { ...ask, outcome: { gap: 'upstream_timeout', retry_after_s: 1 } } : ask,
      ),
    )
    expect(found).toMatchObject({
      state: 'differs',
      lost: expect.arrayContaining([expect.stringContaining('upstream_timeout')]),
    })
  })

  it('that was tampered with is no proof', async () => {
    const { form } = company.pack
    expect(
      await foundOf(plugins, { ...company, pack: { ...company.pack, form: { ...form, depth: 'summary' } } }),
    ).toMatchObject({
      state: 'unsound',
    })
  })
})

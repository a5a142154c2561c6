/** The small package of evidence behind its port: what it has of the conformance suite, and a service that names it. */
import { describe, expect, it } from 'vitest'
import { verify } from '@domesday/verify'
import { keysIn, verifyFile } from '@domesday/verify/signed'
import { fixtures } from '../conformance/evidence/fixture.ts'
import { readingConformance } from '../conformance/evidence/reading.ts'
import { termsConformance } from '../conformance/evidence/terms.ts'
import { shelf } from './shelf/index.ts'
import { here, runSmallService } from './small-service.ts'

describe('the evidence in memory', () => {
  const fixture = fixtures((_, { warn, ...opening }) =>
    shelf.open({ ...opening, dataDir: '', env: {}, mode: 'live', log: { info: () => {}, warn } }),
  )
  readingConformance(fixture)
  termsConformance(fixture)
})

describe('a service that names it', () => {
  const changes = { evidence: `${here}/shelf`, surfaces: '[rest, evidence]' }

  it('keeps what an answer was made from, shows it to who was charged, signs it, and forgets it', async () => {
    const service = await runSmallService(changes)
    try {
      const key = await service.key(5)
      const { body } = await service.send('/api/v1/lighthouse/fastnet', { key })
      const { evidence: id } = body._meta
      const shown = await service.send(`/evidence/${id}`, { key })
      expect(verify(shown.body.data.pack)).toMatchObject({ ok: true, pack: { id } })
      expect((await service.send(`/evidence/${id}`, { key: await service.key(5) })).status).toBe(404)
      expect((await service.send(`/evidence/${id}/changes/${id}`, { key })).status).toBe(200)

      const signed = await service.send(`/evidence/${id}`, { key, headers: { accept: 'application/jose+json' } })
      const { keys } = await keysIn((await service.send('/.well-known/jwks.json')).text)
      expect(await verifyFile(Buffer.from(signed.text), keys)).toMatchObject({ signature: 'valid', faults: [] })
    } finally {
      await service.close()
    }
  })

  it('keeps nothing where its settings say so', async () => {
    const service = await runSmallService(changes, { 'evidence/shelf.yaml': 'keep: 0d\n' })
    try {
      expect((await service.send('/api/v1/lighthouse/fastnet')).body._meta.evidence).toBeNull()
    } finally {
      await service.close()
    }
  })
})

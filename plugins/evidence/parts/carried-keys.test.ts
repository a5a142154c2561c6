/** Keys that come beside a backup, on a machine that has keys of its own. */
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { carriedFile, carriedWith, carryKeys, checkChoice, takeKeys, type Choice } from './carried-keys.ts'
import { openSigningKeys, rotateSigningKeys, signingKeysFile, signingKeysVariable } from './signing-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'domesday-carried-'))
afterAll(() => rmSync(root, { recursive: true }))
const at = new Date('2026-03-01T10:00:00Z'),
  exp = at.getTime() / 1000

const newPlace = async ({ signs }: { readonly signs: boolean }) => {
  const place = { dataDir: mkdtempSync(join(root, 'data-')), env: {} }
  if (signs) await openSigningKeys(place)
  return place
}
type Place = Awaited<ReturnType<typeof newPlace>>
const keysAt = ({ dataDir }: Place) =>
  (
    JSON.parse(readFileSync(join(dataDir, signingKeysFile), 'utf8')) as {
      keys: { kid: string; exp?: number; d?: string }[]
    }
  ).keys
const backupOf = async (place: Place, withPrivate: boolean): Promise<string> => {
  const file = join(mkdtempSync(join(root, 'backup-')), 'monday.db')
  await carryKeys(place, file, { withPrivate })
  return file
}
const take = async (place: Place, backup: string, choice: Choice) => {
  const carried = (await carriedWith(place, backup))!
  checkChoice(place, carried, choice)
  await takeKeys(place, carried, choice, at)
  const keys = keysAt(place)
  expect(keys.filter(({ d }) => d !== undefined)).toEqual([keys[0]])
  expect(readdirSync(place.dataDir)).toEqual([signingKeysFile])
  return keys.map((key) => [key.kid, key.exp])
}

describe('keys beside a backup', () => {
  it('are none where nothing was signed', async () => {
    const place = await newPlace({ signs: false })
    const backup = await backupOf(place, true)
    expect([existsSync(carriedFile(backup)), await carriedWith(place, backup)]).toEqual([false, null])
  })

  it('join those of a machine that signs with another key, whichever goes on', async () => {
    const old = await newPlace({ signs: true })
    await rotateSigningKeys(old, new Date('2026-02-01T00:00:00Z'))
    const [current, retired] = keysAt(old).map(({ kid }) => kid)
    const [one, two] = [await newPlace({ signs: true }), await newPlace({ signs: true })]
    const [ofOne, ofTwo] = [one, two].map((place) => keysAt(place)[0]!.kid)
    const february = Date.UTC(2026, 1, 1) / 1000
    expect(await take(one, await backupOf(old, false), 'without')).toEqual([
      [ofOne, undefined],
      [current, exp],
      [retired, february],
    ])
    expect(await take(two, await backupOf(old, true), 'with')).toEqual([
      [current, undefined],
      [ofTwo, exp],
      [retired, february],
    ])
  })

  it('change nothing where their key signs here, unless it is to end', async () => {
    const place = await newPlace({ signs: true })
    const backup = await backupOf(place, false)
    const [{ kid }] = keysAt(place) as [{ kid: string }]
    expect(await carriedWith(place, backup)).toMatchObject({ here: 'signs' })
    expect(await take(place, backup, 'with')).toEqual([[kid, undefined]])
    expect(await take(place, backup, 'without')).toEqual([
      [expect.not.stringMatching(kid), undefined],
      [kid, exp],
    ])
  })

  it('bring no key back that was retired here, though its private half came', async () => {
    const place = await newPlace({ signs: true })
    const backup = await backupOf(place, true)
    const { now, before } = await rotateSigningKeys(place, new Date('2026-02-01T00:00:00Z'))
    const february = Date.UTC(2026, 1, 1) / 1000
    for (const choice of ['without', 'with'] as const)
      expect(await take(place, backup, choice)).toEqual([
        [now, undefined],
        [before, february],
      ])
    const open = await backupOf(place, false)
    await rotateSigningKeys(place, at)
    await expect(take(place, open, 'with')).rejects.toThrow('was retired in')
  })

  it('wait for the file that the environment names', async () => {
    const backup = await backupOf(await newPlace({ signs: true }), true)
    const place = { dataDir: root, env: { [signingKeysVariable]: join(root, 'shared.json') } }
    const carried = (await carriedWith(place, backup))!
    for (const choice of ['with', 'without'] as const)
      expect(() => checkChoice(place, carried, choice)).toThrow('which is not there: put it there first')
  })

  it('are refused where the file is none, in words that give nothing of it away', async () => {
    const old = await newPlace({ signs: true })
    const backup = await backupOf(old, true)
    const { d, ...open } = keysAt(old)[0]!
    for (const [text, words] of [
      [`{"keys":[${d}`, /is not JSON/],
      ['{}', /has no keys/],
      [JSON.stringify({ keys: [] }), /has no keys/],
      [JSON.stringify({ keys: [{ ...open, kid: 'x' }] }), /not its thumbprint/],
    ] as const) {
      writeFileSync(carriedFile(backup), text)
      const error = await carriedWith(old, backup).catch((thrown: Error) => thrown)
      expect((error as Error).message).toMatch(words)
      expect((error as Error).message).not.toContain(d)
    }
  })
})

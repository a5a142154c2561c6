/**
 * Evidence for tests, in memory. It uses its port and the format of packs, and nothing else of the project. It finds a
 * subject by its plain text alone, has no bound but time, and is gone with the process.
 */
import type { webcrypto } from 'node:crypto'
import { text } from '@domesday/core'
import {
  durationPattern,
  evidence,
  Failure,
  keepable,
  milliseconds,
  termsOf,
  type EvidenceParts,
  type EvidenceQuery,
  type EvidenceRow,
  type KeptGathering,
  type OpenEvidence,
} from '@domesday/core/evidence'
import { packOf, redact, seal, sealedPlaces, type Pack } from '@domesday/verify'
import { signPack, thumbprintOf, type PublicKey } from '@domesday/verify/signed'

interface Shelved {
  /** Their order, from 1. */
  readonly number: number
  readonly row: EvidenceRow
  readonly lookup: string
  readonly timings: KeptGathering['timings']
  readonly owners: Set<string>
  pack: Pack
}

const mostRows = 1_000

const newKey = async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  const { privateKey, publicKey } = pair as webcrypto.CryptoKeyPair
  const { x } = (await crypto.subtle.exportKey('jwk', publicKey)) as { readonly x: string }
  const plain = { kty: 'OKP', crv: 'Ed25519', x } as const
  const key: PublicKey = { ...plain, kid: await thumbprintOf(plain) }
  return { privateKey, key }
}

const openShelf = ({
  mode,
  settings,
  sources,
  now = Date.now,
}: EvidenceParts<{ readonly keep: string }>): OpenEvidence => {
  const shelved = new Map<string, Shelved>()
  let signing: ReturnType<typeof newKey> | undefined,
    last = 0

  /** The pack without the digests that the terms of their sources no longer allow. Nobody owns sample data. */
  const allowed = (pack: Pack, at: number): Pack => {
    if (mode === 'sandbox') return pack
    const over = pack.form.asks.map(({ source, fetched_at }) => {
      const declared = sources.get(source)
      const from = fetched_at === null ? at : Date.parse(fetched_at)
      return declared !== undefined && from + keepable(termsOf(declared).mayKeep) <= now()
    })
    const places = [...sealedPlaces(pack.form).keys()].filter((place) => {
      const [, ask] = /^\/asks\/(\d+)\/outcome\//.exec(place) ?? []
      return ask !== undefined && over[Number(ask)] && Object.hasOwn(pack.values, place)
    })
    return places.length === 0 ? pack : redact(pack, places)
  }
  /** Drops what is kept no longer. */
  const kept = (): readonly Shelved[] => {
    const keep = milliseconds(settings().keep)
    for (const [id, { row }] of shelved) if (keep > 0 && row.at + keep <= now()) shelved.delete(id)
    return [...shelved.values()]
  }
  const isOf = ({ owners }: Shelved, owner: string | null): boolean => owner === null || owners.has(owner)
  const about = (subject: string): readonly Shelved[] => {
    const words = decodeURIComponent(subject.split('/').at(-1)!).toLowerCase()
    return words === '' ? [] : kept().filter(({ pack }) => JSON.stringify(pack.values).toLowerCase().includes(words))
  }
  const pageOf = (cursor: string | undefined): number => {
    if (cursor === undefined) return Infinity
    if (/^[1-9]\d*$/.test(cursor)) return Number(cursor)
    throw new Failure('invalid_parameter', 'The cursor does not belong to this list.')
  }
  const isAsked = (one: Shelved, { owner, path, lookup, since = 0, before = Infinity }: EvidenceQuery): boolean =>
    isOf(one, owner) &&
    (path === undefined || one.row.path === path) &&
    (lookup === undefined || one.lookup === lookup) &&
    one.row.at >= since &&
    one.row.at < before

  return {
    keep: (gathered) => {
      if (milliseconds(settings().keep) === 0) return null
      const at = gathered.madeAt ?? now(),
        pack = packOf(seal(gathered))
      const { path, endpoint, depth, score, answer, lookup, timings } = gathered
      const row = { id: pack.id, path, endpoint, depth, verdict: answer.verdict, ...score, at }
      shelved.set(pack.id, { number: (last += 1), row, lookup, timings, owners: new Set(), pack: allowed(pack, at) })
      return pack.id
    },
    own: (id, owner) => void shelved.get(id)?.owners.add(owner),
    find: async (id, owner) => {
      const found = kept().find(({ row }) => row.id === id)
      if (found === undefined || !isOf(found, owner)) return null
      found.pack = allowed(found.pack, found.row.at)
      return { row: found.row, pack: found.pack, timings: found.timings }
    },
    list: async (query) => {
      const from = pageOf(query.cursor),
        most = Math.min(query.limit, mostRows)
      const found = kept()
        .filter((one) => one.number < from && isAsked(one, query))
        .toReversed()
      const page = found.slice(0, most)
      return { rows: page.map(({ row }) => row), next: found.length > most ? String(page.at(-1)!.number) : null }
    },
    about: async (subject) => {
      const found = about(subject).map(({ row }) => row)
      const counts = Map.groupBy(found, ({ endpoint }) => endpoint)
      return {
        endpoints: Object.fromEntries([...counts].map(([endpoint, rows]) => [endpoint, rows.length])),
        newest: found.toReversed().slice(0, 100),
      }
    },
    forget: async (subject) => {
      const found = about(subject)
      for (const { row } of found) shelved.delete(row.id)
      return found.length
    },
    sign: async (pack) => {
      const { key, privateKey } = await (signing ??= newKey())
      return signPack(pack as Pack, key.kid, privateKey)
    },
    keySet: async () => ({ keys: signing === undefined ? [] : [(await signing).key] }),
    gauges: [{ name: 'shelf_packs', help: 'Packs on the shelf', read: () => kept().length }],
    flush: async () => {},
    close: async () => shelved.clear(),
  }
}

export const shelf = evidence({
  id: 'shelf',
  home: import.meta.dirname,
  settings: { keep: text({ description: 'How long a pack is kept; 0d: none', pattern: durationPattern }) },
  open: openShelf,
})

import {
  integer,
  list as listOf,
  need,
  notCovered,
  object,
  orNull,
  source,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import {
  bodyOf,
  listFrom,
  listShape,
  localFrom,
  localPetitionShape,
  petitionShape,
  listWire,
  localWire,
  slugOf,
  type LocalPetition,
  type LocalWire,
} from './petitions.ts'

export { openPetitionShape, type LocalPetition, type Petition } from './petitions.ts'

export const parliamentPetitions = source({
  id: 'parliament-petitions',
  title: 'UK Government and Parliament petitions',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from petition.parliament.uk licensed under the Open Government Licence v3.0',
  covers: ['England', 'Wales', 'Scotland', 'Northern Ireland'],
  coverage:
    'Petitions to the UK Parliament and Government since the last general election, with signatures by constituency',
})

const json = { as: 'text', parse: bodyOf, headers: { accept: 'application/json' } } as const

/** One page of `count` open petitions, most signatures first; null while no petition can be signed. */
const list = parliamentPetitions.get('list', {
  ...json,
  wire: listWire,
  path: (count: number) => ['/petitions.json', { state: 'open', count }],
  version: 2,
  digest: listShape,
  read: listFrom,
  confidence: 'unconfirmed',
})

const nationalFields = object({
  open: orNull(integer('Open petitions; null if the service does not tell how many there are')),
  signatures: integer('Of the fifty most signed'),
  top: listOf(petitionShape),
})
/** Petitions in the whole country. */
export interface National extends Of<typeof nationalFields> {}
const nationalShape: Shape<National> = nationalFields

/**
 * Open petitions in the whole country. The service states no total: with one petition per page, it is the number of the
 * last page.
 */
export const national = parliamentPetitions.run(
  'national',
  async (_: object, { ask }): Promise<National | null> => {
    const [fifty, singles] = await Promise.all([ask(list, 50), ask(list, 1)])
    const open = fifty?.total ?? singles?.total ?? null
    return fifty === null ? null : { open, signatures: fifty.signatures, top: fifty.petitions.slice(0, 5) }
  },
  { confidence: 'unconfirmed', digest: nationalShape, version: 2 },
)

const localIn = (states: 'open' | 'all', page: (slug: string) => string) => ({
  ...json,
  wire: localWire,
  path: (constituency: string) => page(encodeURIComponent(slugOf(constituency))),
  version: 2,
  digest: listOf(localPetitionShape),
  read: (body: LocalWire) => localFrom(body, states),
  none: ({ status }: { readonly status: number }) => (status === 404 ? null : undefined),
  confidence: 'unconfirmed' as const,
})

/**
 * The fifty open petitions with most signatures in a constituency, by its name. Null for an unknown name, and while no
 * petition can be signed.
 */
export const local = parliamentPetitions.get(
  'local',
  localIn('open', (slug) => `/petitions/local/${slug}.json`),
)

/** The same, including petitions closed since the last general election. */
export const localAll = parliamentPetitions.get(
  'local-all',
  localIn('all', (slug) => `/petitions/local/${slug}/all.json`),
)

type Placed = Node<{ readonly postcode: string; readonly constituency: string | null }>
const inConstituency =
  (operation: typeof local) =>
  (place: Placed): Shown<readonly LocalPetition[]> =>
    need(
      operation,
      place,
      ({ postcode, constituency }) => constituency ?? notCovered(`${postcode} is in no constituency`),
    )

export const petitionsNow: Shown<National> = need(national, {}, () => ({}))
export const localPetitionsOf = inConstituency(local)
export const allLocalPetitionsOf = inConstituency(localAll)

/** `evidence …`: what answers were made from, for operators, who read all and may erase. */
import { inColumns, openPacks, type Configured, type EvidenceRow, type OpenEvidence } from '@domesday/core/tool'
import { subjectHash } from '@domesday/store-parts/subject-hash'
import { sameQuestion } from '@domesday/surface-parts/same-question'
import { noting } from './acting.ts'
import { isConfirmed } from './asking.ts'
import { onlyArgument, UsageFault, wholeNumber, type Command, type Invocation } from './command.ts'

const json = { type: 'boolean' } as const
const usualRows = 20
const mostRows = 1_000

const withEvidence = async <T>(
  { service }: Invocation,
  use: (evidence: OpenEvidence, configured: Configured) => Promise<T>,
): Promise<T> => {
  const { evidence, configured } = await openPacks(service)
  try {
    return await use(evidence, configured)
  } finally {
    await evidence.close()
  }
}

const answers = (count: number): string => (count === 1 ? '1 answer' : `${count} answers`)

const shown = ({ at, ...row }: EvidenceRow) => ({ ...row, at: new Date(at).toISOString() })

const table = (rows: readonly EvidenceRow[]): string =>
  inColumns([
    ['made', 'path', 'depth', 'score', 'rating', 'id'],
    ...rows
      .map(shown)
      .map(({ at, path, depth, score, rating, id }) => [at, path, depth, String(score ?? '–'), rating ?? '–', id]),
  ])

const list: Command = {
  words: 'evidence list',
  summary: 'lists what answers were made from, newest first; --path /entity/99000025 for one subject, --limit 100',
  options: { path: { type: 'string' }, limit: { type: 'string' }, json },
  run: (invocation) =>
    withEvidence(invocation, async (evidence, { plugins, current }) => {
      const { path: asked, limit: wanted } = invocation.flags
      const limit = wanted === undefined ? usualRows : wholeNumber(wanted, 'limit', 1)
      if (limit > mostRows) throw new UsageFault(`--limit is at most ${mostRows}`)
      const path = typeof asked === 'string' ? { path: sameQuestion({ plugins, settings: current }, asked) } : {}
      const { rows, next } = await evidence.list({ owner: null, limit, ...path })
      if (invocation.flags['json']) invocation.print(JSON.stringify(rows.map(shown)))
      else invocation.print(rows.length === 0 ? 'none is kept' : table(rows))
      if (next !== null) invocation.remark(`there are more: --limit shows up to ${mostRows}`)
      return 0
    }),
}

const show: Command = {
  words: 'evidence show',
  takes: '<id>',
  summary: 'prints what an answer was made from, as JSON; the id stands in its _meta.evidence',
  run: (invocation) => {
    const id = onlyArgument(invocation, 'id, such as ev_ and 64 digits')
    return withEvidence(invocation, async (evidence) => {
      const found = await evidence.find(id, null)
      if (found === null) {
        invocation.remark('no evidence of this id is kept')
        return 1
      }
      invocation.print(JSON.stringify(found.pack, null, 2))
      return 0
    })
  },
}

const size: Command = {
  words: 'evidence size',
  summary: 'says how many answers have kept evidence, and how much room it takes',
  options: { json },
  run: (invocation) =>
    withEvidence(invocation, async ({ gauges }) => {
      const read = async (name: string) => Number(await gauges.find((gauge) => gauge.name === name)?.read())
      const [packs, bytes] = [await read('domesday_evidence_packs'), await read('domesday_evidence_bytes')]
      invocation.print(
        invocation.flags['json']
          ? JSON.stringify({ packs, bytes })
          : `${answers(packs)}, ${(bytes / 1e6).toFixed(1)} MB`,
      )
      return 0
    }),
}

const unasked = 'asks before it erases: say --yes where nobody can answer'

const forget: Command = {
  words: 'evidence forget',
  takes: '<subject>',
  summary: 'erases what was kept about a path, an id, a postcode or a name, with every answer that rests on it; --yes',
  options: { yes: { type: 'boolean' }, json },
  run: (invocation) => {
    const subject = onlyArgument(invocation, 'path, id, postcode or name')
    const { flags, print, remark } = invocation
    return withEvidence(invocation, async (evidence) => {
      const { endpoints, newest } = await evidence.about(subject)
      const found = Object.values(endpoints).reduce((sum, packs) => sum + packs, 0)
      if (found > 0 && !flags['json']) {
        print(table(newest))
        if (newest.length < found) print(`… and ${found - newest.length} older ones`)
        print(
          Object.entries(endpoints)
            .map(([endpoint, packs]) => `${endpoint}: ${packs}`)
            .join(', '),
        )
      }
      if (
        found > 0 &&
        !flags['yes'] &&
        !(await isConfirmed(invocation, `Erase the evidence of ${answers(found)}?`, unasked))
      ) {
        remark('nothing was erased')
        return 1
      }
      const erased = await noting(
        invocation,
        async () => (found === 0 ? 0 : evidence.forget(subject)),
        (answers) => ({ act: 'evidence forget', target: subjectHash(subject), details: { answers } }),
      )
      print(
        flags['json']
          ? JSON.stringify({ subject, erased })
          : erased === 0
            ? 'nothing is kept about this subject'
            : `erased the evidence of ${answers(erased)}. Backups, and what was handed out, are not erased`,
      )
      return 0
    })
  },
}

export const evidenceCommands: readonly Command[] = [list, show, size, forget]

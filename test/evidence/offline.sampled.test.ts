/**
 * Of every example, at every depth, the evidence is kept and sound, and gives the same answer again from its file
 * alone, in a process without network. The same is what has the hash of the pack: that of its canonical bytes. The
 * quick set tries a third of the examples of each look-up, others each day; the full set all.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { open, type Pack } from '@domesday/verify'
import { expect, it, onTestFinished } from 'vitest'
import { depths } from '../../core/contract/node.ts'
import { tokens } from '../../core/service/tokens.ts'
import { allCases, today } from '../support/cases.ts'
import { sharedService } from '../support/shared-service.ts'
import type { ReplayedFiles } from './replay-files.ts'

const isTried = (_: string, i: number): boolean => allCases || i % 3 === today % 3

/** Writes the packs into a folder; by its file, what each is of. */
const writePacks = async (folder: string) => {
  const { container, send } = await sharedService()
  const { plugins, current } = container.get(tokens.configured)
  const written = new Map<string, { readonly asked: string; readonly endpoint: string }>()
  for (const { declared, flat } of plugins.endpoints.values())
    for (const path of Object.keys(current().endpoint(declared.id).examples).filter(isTried))
      for (const depth of flat ? ['full'] : depths) {
        const asked = flat ? path : `${path}${path.includes('?') ? '&' : '?'}depth=${depth}`
        const { status, body } = await send(`/api/v1${asked}`)
        // Some examples show a refusal, or an answer that is free because nothing is known.
        if (status !== 200 || body._meta.evidence === null) continue
        const { pack } = (await container.get(tokens.evidence)!.find(body._meta.evidence, null))!
        const {
          data,
          _meta: { missing },
        } = body
        expect([asked, open(pack as Pack).isAnswer({ data, missing })]).toEqual([asked, true])
        const file = `${String(written.size).padStart(4, '0')}.json`
        writeFileSync(join(folder, file), JSON.stringify(pack))
        written.set(file, { asked, endpoint: declared.id })
      }
  return written
}

const works = (command: readonly string[]): boolean => {
  try {
    execFileSync(command[0]!, [...command.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it('every example at every depth is replayed from its pack alone, in a process without network', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const written = await writePacks(folder)
  expect(written.size).toBeGreaterThan(allCases ? 300 : 60)
  expect(new Set([...written.values()].map(({ endpoint }) => endpoint)).size).toBe(22)

  const apart =
    [
      ['unshare', '-n'],
      ['unshare', '-rn'],
    ].find(works) ?? []
  console.info(
    `${written.size} packs, ${apart.length > 0 ? `under ${apart.join(' ')}` : 'without unshare -n, which does not work here'}`,
  )
  const [program, ...args] = [
    ...apart,
    process.execPath,
    '--import',
    join(import.meta.dirname, 'no-network.ts'),
    join(import.meta.dirname, 'replay-files.ts'),
    folder,
  ]
  const { refused, tried, files } = JSON.parse(
    execFileSync(program!, args, { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  ) as ReplayedFiles
  expect([refused, tried]).toEqual([4, 0])
  const others = files.filter(({ identical }) => identical !== true)
  expect(others.map(({ file }) => written.get(file)!.asked)).toEqual([])
  expect(files).toHaveLength(written.size)
})

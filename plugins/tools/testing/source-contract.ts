/** What every source promises, told from its declaration and its folder: a line for each promise that is broken. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatFault, licenceFault, readSettings, sourceDocument, termsOf, type AnySource } from '@domesday/core/tool'
import { createSandbox } from '@domesday/tool-gateway'

/** That its datasets can be imported is told by `importFaultsOf`. */
export const faultsOfSource = async (source: AnySource): Promise<readonly string[]> => [
  ...(source.operations.size > 0 ? [] : [`the source '${source.id}' declares no operation`]),
  ...faultsOfTerms(source),
  ...faultsOfSettings(source),
  ...(await faultsOfSamples(source)),
]

/** Only what is finished has one: whoever writes a plugin tries and checks it before. */
export const faultsOfTests = ({ id, home }: AnySource): readonly string[] =>
  hasTest(home) ? [] : [`the source '${id}' has no test`]

/** A package may have several sources, each in a folder of its own: the test stands in any of those above it too. */
const hasTest = (folder: string): boolean =>
  readdirSync(folder).some((file) => /\.test\.[cm]?[jt]s$/.test(file)) ||
  (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder && hasTest(dirname(folder)))

const faultsOfTerms = (source: AnySource): readonly string[] => {
  const { licence, attribution, coverage, title, parts = {} } = source
  const misspelt = licenceFault(source)
  if (misspelt !== null) return [misspelt]
  const all = [termsOf(source).terms, ...Object.values(parts).map(({ terms }) => terms)]
  return [
    ...all.flatMap(({ url, words }) => [
      ...(url.startsWith('https:') ? [] : [`its terms do not say where they stand: '${licence}' needs terms: { url }`]),
      ...(words.length > 20 ? [] : [`its terms do not say what they allow: '${licence}' needs terms: { words }`]),
    ]),
    ...Object.entries({ licence, attribution, coverage, title })
      .filter(([, text]) => text.length <= 3)
      .map(([what, text]) => `its ${what} is '${text}', which says nothing`),
  ]
}

const faultsOfSettings = (source: AnySource): readonly string[] =>
  readSettings([sourceDocument(source)], {
    // No file of a project's settings is about it.
    configDir: join(source.home, 'no-overrides'),
    env: {},
    partial: true,
  }).faults.map((fault) => formatFault(fault, source.home))

const faultsOfSamples = async (source: AnySource): Promise<readonly string[]> => {
  if (!existsSync(join(source.home, 'samples'))) return [`the source '${source.id}' has no folder samples`]
  try {
    // The first call reads them all, and rejects with file and line.
    await createSandbox({ sources: new Map([[source.id, source]]) }).answer({ source: source.id, target: '/' })
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

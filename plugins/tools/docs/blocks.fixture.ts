/** The code blocks of the pages that are written by hand, and what each is. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'

export interface Block {
  readonly page: string
  /** Of its first line. */
  readonly line: number
  /** The second-level heading above it; what one says holds until the next. */
  readonly heading: string
  readonly language: string
  /** What stands behind the language, which GitHub does not show: the file of an excerpt, the call of an answer. */
  readonly info: string
  readonly text: string
  /** What it is, or null if nothing checks such a block. */
  readonly kind: Kind | null
}

/** What a block may be, with the tests that check it. */
export const kinds = {
  /** A file of the reader, named in its first line: `// my/…`. */
  module: ['examples.test.ts'],
  /** Lines of the file that `info` names. */
  excerpt: ['excerpts.test.ts'],
  /** A file of settings, named in its first line. */
  settings: ['settings-shown.test.ts', 'walk.test.ts'],
  /** Samples of a source. */
  rows: ['settings-shown.test.ts'],
  /** An answer to the call that `info` names. */
  answer: ['answers-shown.test.ts'],
  /** A package.json. */
  manifest: ['answers-shown.test.ts'],
  /** Commands of a shell. */
  commands: ['commands.test.ts', 'walk.test.ts'],
  /** What the commands above it print. */
  output: ['walk.test.ts'],
  /** Lines of `file:line:column  message`. */
  faults: ['faults-shown.test.ts'],
}
export type Kind = keyof typeof kinds

const isGenerated = (text: string): boolean => text.slice(0, 200).includes('<!-- Made by `npm run docs`')
// It has a test of its own.
const left = ['docs/tutorial.md']

const textOf = (page: string): string => readFileSync(join(projectRoot, page), 'utf8')

export const pages: readonly string[] = [
  'README.md',
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .sort(),
].filter((page) => !left.includes(page) && !isGenerated(textOf(page)))

type Read = Omit<Block, 'kind'>

const kindOf = ({ language, info, text }: Read, before: Kind | null): Kind | null => {
  const [first = ''] = text.split('\n')
  if ((language === 'ts' ? /^\/\/ my\/\S+\.ts$/ : /^# my\/\S+\.yaml$/).test(first)) return 'module'
  if (language === 'json' && /^[A-Z]+ \//.test(info)) return 'answer'
  if (/\.\w+$/.test(info)) return 'excerpt'
  if (language === 'json' && /"(dependencies|peerDependencies)":/.test(text)) return 'manifest'
  if (language === 'yaml' && settingsFileOf(text) !== null) return 'settings'
  if (language === 'yaml' && first.startsWith('- { request: ')) return 'rows'
  if (['sh', 'crontab'].includes(language)) return 'commands'
  if (language === '' && /^\S+\.\w+:\d+:\d+ {2}/.test(first)) return 'faults'
  return language === '' && before === 'commands' ? 'output' : null
}

/** The file of settings that the first line names, `config/endpoints/location.yaml`, or whose schema it names. */
export const settingsFileOf = (text: string): string | null => {
  const [, named, schema] =
    /^# (?:(config\/\S+\.yaml)|yaml-language-server: \$schema=\.\.\/schemas\/(\S+)\.json)\n/.exec(text) ?? []
  return named ?? (schema === undefined ? null : `config/${schema}.yaml`)
}

/** Fences as GitHub reads them, at the margin or inside a list. */
const blocksIn = (page: string): readonly Block[] => {
  const found: Block[] = []
  let heading = '',
    open: { readonly fence: string; readonly line: number; readonly language: string; readonly info: string } | null =
      null
  let inside: string[] = []
  for (const [i, line] of textOf(page).split('\n').entries()) {
    const [, indent, fence, language, info] = /^( *)(`{3,}|~{3,})([^\s`]*) *([^`]*)$/.exec(line) ?? []
    if (open === null) {
      if (line.startsWith('## ')) heading = line.slice(3)
      if (fence === undefined) continue
      open = { fence: indent! + fence, line: i + 2, language: language!, info: info! }
      inside = []
    } else if (line === open.fence) {
      const margin = open.fence.search(/\S/)
      const text = `${inside.map((one) => one.slice(margin)).join('\n')}\n`
      const read = { page, heading, line: open.line, language: open.language, info: open.info, text }
      found.push({ ...read, kind: kindOf(read, found.at(-1)?.kind ?? null) })
      open = null
    } else inside.push(line)
  }
  if (open !== null) throw new Error(`${page}:${open.line - 1}  a block is not closed`)
  return found
}

export const blocks: readonly Block[] = pages.flatMap(blocksIn)
export const blocksOf = (...kinds: readonly Kind[]): readonly Block[] =>
  blocks.filter(({ kind }) => kind !== null && kinds.includes(kind))

/** `docs/plugins.md:60`, to name a test by. */
export const placeOf = ({ page, line }: Block): string => `${page}:${line}`

/** Finds imports between files by text, for the architecture test and the picture. */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export interface Import {
  /** Path in the project, as `core/http/app.ts`. */
  readonly from: string
  /** A file of the project, or a package specifier. */
  readonly to: string
  /** `relative` within the project, or by the `name` of a package. */
  readonly by: 'relative' | 'name'
}

const statement = /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s+'([^']+)'|(?:^|[\s;])import\s+'([^']+)'/gm
const call = /\bimport\(\s*'([^']+)'\s*\)|\b(?:require|resolve|url\))\(\s*'([^']+)'\s*\)/g
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** Tests and fixtures: they may import anything. */
export const isForTests = (file: string): boolean => /\.(test|fixture)\.ts$/.test(file)

/** What a browser runs: modules that nothing else imports. They are listed where this folder is asked for alone. */
export const consolePage = 'plugins/surfaces/console/page'

const filesIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name) && !/(^|\/)node_modules\//.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((file) => folder === consolePage || !file.startsWith(`${consolePage}/`))
    .sort()

/** The TypeScript and JavaScript files under these folders of the project. */
export const sourceFiles = (root: string, folders: readonly string[] = ['core', 'plugins']): readonly string[] =>
  folders.flatMap((folder) => filesIn(root, folder))

/** What one file imports. */
export const importsOf = (root: string, from: string): readonly Import[] => {
  const text = readFileSync(join(root, from), 'utf8').replace(comments, '')
  const found = [...text.matchAll(statement), ...text.matchAll(call)].flatMap(
    ([, first, second]) => first ?? second ?? [],
  )
  return [...new Set(found)]
    .filter((to) => !to.startsWith('node:'))
    .map((to) =>
      to.startsWith('.')
        ? { from, to: relative(root, join(root, dirname(from), to)), by: 'relative' as const }
        : { from, to, by: 'name' as const },
    )
}

/** The package of a file: `core`, `plugins/surfaces/rest`. */
export const packageOf = (file: string): string =>
  file.startsWith('plugins/') ? file.split('/').slice(0, 3).join('/') : file.split('/')[0]!

/** The package's own name in an import: `@domesday/core` of `@domesday/core/surface`. */
export const nameIn = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** What the documentation points to is there: pages and their headings, and the files of the project that it names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { expect, it } from 'vitest'

const pages = [
  'README.md',
  'test/bench/README.md',
  'test/peers/README.md',
  ...readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const textOf = (page: string): string => readFileSync(join(projectRoot, page), 'utf8')
const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '')

/** As GitHub makes them. */
const anchorsIn = (page: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(textOf(page)).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

it('links lead to pages that are there, and to headings in them', () => {
  const broken = pages.flatMap((page) =>
    [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
      if (/^[a-z]+:/.test(link!)) return []
      const [path, anchor] = link!.split('#') as [string, string?]
      const to = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(projectRoot, to))) return [`${page}: ${link}`]
      return anchor === undefined || anchorsIn(to).has(anchor) ? [] : [`${page}: ${link}, which has no such heading`]
    }),
  )
  expect(broken).toEqual([])
})

it('files that are named in passing are there', () => {
  const gone = pages
    // What was is told there as it was.
    .filter((page) => page !== 'docs/changes.md')
    .flatMap((page) =>
      [
        ...withoutCode(textOf(page)).matchAll(
          /`((?:core|plugins|test|docs)\/[\w./-]+|(?!my\/)\w[\w./-]*\/[\w.-]+\.ts)`/g,
        ),
      ]
        .map(([, path]) => path!)
        .filter((path) => ![path, join(dirname(page), path)].some((one) => existsSync(join(projectRoot, one))))
        .map((path) => `${page}: ${path}`),
    )
  expect(gone).toEqual([])
})

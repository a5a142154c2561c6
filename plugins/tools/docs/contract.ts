/** The reference of the contract: what packages import, with the doc comments of its declarations. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { capitalised } from '@domesday/core'
import { offeredBy, type Exported } from './exports.ts'
import { generated } from './markdown.ts'

/** The modules of the reference, each with its file. */
const modules: readonly (readonly [specifier: string, file: string])[] = [
  ['@domesday/core', 'core/index.ts'],
  ['@domesday/tool-testing', 'plugins/tools/testing/index.ts'],
]

/** The text of a comment, without its stars; its lines joined to paragraphs. */
const wordsOf = (comment: string): string =>
  comment
    .trim()
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .replace(/([^\n])\n(?=[^\n])/g, '$1 ')
    .trim()

/** What a file says of itself. */
const aboutFile = (text: string): string => wordsOf(/^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? '')

/** Where the parameters of a function end: `=>` or `{` outside all brackets. */
const endOfSignature = (text: string): number => {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const two = text.slice(at, at + 2)
    if (two === '=>') {
      if (depth === 0) return at
      at += 1
    } else if ('([{<'.includes(text[at]!)) depth += 1
    else if (')]}>'.includes(text[at]!)) depth -= 1
  }
  return text.length
}

/** Lines until the next declaration: those indented, and those that close a bracket or go on with a union. */
const declarationAt = (text: string): string => {
  const [first = '', ...rest] = text.split('\n')
  const end = rest.findIndex((line) => !/^(?:\s|[)}\]|>])/.test(line) || line === '')
  return [first, ...rest.slice(0, end === -1 ? rest.length : end)].join('\n')
}

const shownDeclaration = (declaration: string): string => {
  const plain = declaration.replace(/^export /, '')
  if (/^(?:interface|type|class)/.test(plain)) return plain
  const [head, body] = plain.split(/ = (.*)/s) as [string, string?]
  if (body === undefined) return plain.replace(/ \{[\s\S]*$/, '')
  if (head.includes(': ') || !/^(?:async )?[<(]/.test(body)) return head
  return `${head} = ${body.slice(0, endOfSignature(body)).trimEnd()}`
}

/** Every declaration of a name in a file, overloads among them, each with its comment. */
const declarationsOf = (text: string, name: string): string => {
  const pattern = new RegExp(
    `((?:^/\\*\\*(?:(?!\\*/)[\\s\\S])*?\\*/\\n)?)^export (?:async )?(?:const|function|interface|type|class) ${name}\\b`,
    'gm',
  )
  const found = [...text.matchAll(pattern)].map((match) => ({
    comment: match[1]!,
    code: shownDeclaration(declarationAt(text.slice(match.index + match[1]!.length))),
  }))
  const words = found.map(({ comment }) => wordsOf(comment)).filter((one) => one !== '' && one !== aboutFile(text))
  const overloads = found.length > 1 ? found.slice(0, -1) : found
  return [`#### ${name}`, ...words, ['```ts', overloads.map(({ code }) => code).join('\n'), '```'].join('\n')].join(
    '\n\n',
  )
}

const sectionOf = (root: string, file: string, names: readonly Exported[]): string => {
  const text = readFileSync(join(root, file), 'utf8')
  const title = file.slice(file.lastIndexOf('/') + 1, -'.ts'.length).replaceAll('-', ' ')
  return [
    `### ${capitalised(title)}`,
    aboutFile(text),
    names.map(({ name }) => `\`${name}\``).join(', '),
    ...names.map(({ name }) => declarationsOf(text, name)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** `docs/contract.md`. */
export const contractPage = (root: string): string => {
  const parts = modules.map(([specifier, file]) => {
    const own = [...offeredBy(root, file).values()].filter(({ from }) => from.endsWith('.ts'))
    const byFile = Map.groupBy(own, ({ from }) => from)
    return [`## ${specifier}`, ...[...byFile].map(([from, names]) => sectionOf(root, from, names))].join('\n\n')
  })
  const about = 'Every name that plugins and their tests import, by topic. [How they are used](plugins.md).'
  return `${[generated, '# Reference of the contract', about, ...parts].join('\n\n')}\n`
}

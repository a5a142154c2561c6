/** What a reader of the pages has: the modules that they show, in a folder, and settings that name them. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { blocksOf } from './blocks.fixture.ts'

export interface Reader {
  readonly folder: string
  /** Paths of the modules in the folder, such as `my/batch/index.ts`. */
  readonly modules: readonly string[]
  /** `service.yaml` with its paths made absolute; with the project's endpoints where it names none. */
  service(text: string): string
  write(path: string, text: string): void
  remove(): void
}

const pathOf = (text: string): string => /^\S+ (my\/\S+)\n/.exec(text)![1]!
const endpoints = /^endpoints:.*\n(?: .*\n)*/m

export const openReader = (): Reader => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-reader-')))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  write('package.json', '{ "type": "module" }')
  const shown = blocksOf('module')
  for (const { text } of shown) write(pathOf(text), text)
  const [own] = endpoints.exec(readFileSync(join(projectRoot, 'config/service.yaml'), 'utf8'))!
  return {
    folder,
    modules: shown.map(({ text }) => pathOf(text)),
    service: (text) => (endpoints.test(text) ? '' : own) + text.replaceAll('./my/', `${folder}/my/`),
    write,
    remove: () => rmSync(folder, { recursive: true }),
  }
}

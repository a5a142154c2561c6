/** `docs`: writes the generated pages and schemas, and removes obsolete ones. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import type { Command } from './command.ts'

const kinds = ['', '/endpoints', '/sources', '/scores', '/surfaces', '/stores', '/clients', '/evidence']
/** Folders whose files are all generated. */
const folders = ['docs/endpoints', 'docs/scores', 'docs/scores/plots', ...kinds.map((kind) => `config/schemas${kind}`)]

export const docs: Command = {
  words: 'docs',
  summary:
    'writes the generated pages under docs/ and the schemas under config/schemas/; --check only lists those that are out of date',
  options: { check: { type: 'boolean' } },
  run: async ({ service, flags, print }) => {
    const { generatedPages } = await import('@domesday/tool-docs')
    const pages = await generatedPages(service)
    const stale = [...pages]
      .filter(
        ([path, text]) =>
          !existsSync(join(projectRoot, path)) || readFileSync(join(projectRoot, path), 'utf8') !== text,
      )
      .map(([path]) => path)
    const orphans = folders
      .filter((folder) => existsSync(join(projectRoot, folder)))
      .flatMap((folder) =>
        readdirSync(join(projectRoot, folder), { withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => `${folder}/${entry.name}`)
          .filter((path) => !pages.has(path)),
      )
    if (!flags['check']) {
      for (const path of stale) {
        mkdirSync(dirname(join(projectRoot, path)), { recursive: true })
        writeFileSync(join(projectRoot, path), pages.get(path)!)
      }
      for (const path of orphans) rmSync(join(projectRoot, path))
    }
    for (const path of [...stale, ...orphans]) print(path)
    return flags['check'] && stale.length + orphans.length > 0 ? 1 : 0
  },
}

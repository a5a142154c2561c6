/** A small endpoint from elsewhere, with questions to two sources of the project, as the files of its folder. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'

export const dice = ({
  domesday = { endpoint: 'dice', contract: 2 },
  police = '@domesday/source-police-uk',
}: {
  /** What its package.json says; nothing where it is null. */
  readonly domesday?: unknown
  /** The module of one of its sources. */
  readonly police?: string
} = {}): Readonly<Record<string, string>> => ({
  'package.json': JSON.stringify({
    name: '@team/dice',
    version: '1.0.0',
    type: 'module',
    ...(domesday !== null && { domesday }),
    dependencies: {
      '@domesday/core': '3.0.0',
      '@domesday/source-police-uk': '3.0.0',
      '@domesday/source-postcodes-io': '3.0.0',
    },
  }),
  'index.ts': `import { endpoint, need, params, postcode, section } from '@domesday/core'
import { newest } from '${police}'
import { placeOf } from '@domesday/source-postcodes-io'

const asked = params({ postcode })
const place = placeOf(asked)
const month = need(newest, { place }, () => ({}))
export const dice = endpoint({
  id: 'dice',
  title: 'Dice',
  summary: 'Throws a die for a place.',
  home: import.meta.dirname,
  path: '/dice/{postcode}',
  subject: { asked, required: [place] },
  sections: { thrown: section({ month }) },
})
`,
  'defaults.yaml': `credits: { flat: 2 }
deadline: 11s
examples:
  /dice/WA11UH: 'A town'
  /dice/SW1A2AA: 'A city'
  /dice/PR30SG: 'A village'
`,
})

/** Writes files by their path, and gives the folder. */
export const write = (folder: string, files: Readonly<Record<string, string>>): string => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Links folders into a folder's node_modules, as `npm install --save file:…` does: name → folder. */
export const link = (folder: string, links: Readonly<Record<string, string>>): void => {
  for (const [name, to] of Object.entries(links)) {
    const at = join(folder, 'node_modules', name)
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(to, at)
  }
}

export const own = {
  '@domesday/core': join(projectRoot, 'core'),
  '@domesday/source-police-uk': join(projectRoot, 'plugins/sources/police-uk'),
  '@domesday/source-postcodes-io': join(projectRoot, 'plugins/sources/postcodes-io'),
}

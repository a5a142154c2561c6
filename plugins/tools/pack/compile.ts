/** Compiles the TypeScript of some folders to JavaScript and declarations, in a temporary folder. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Compiled {
  readonly folder: string
  /** `file(line,column): error …`, in the compiler's words. */
  readonly faults: readonly string[]
}

export const compile = (root: string, include: readonly string[]): Compiled => {
  const folder = mkdtempSync(join(tmpdir(), 'domesday-pack-'))
  const settings = join(folder, 'tsconfig.json')
  const within = (path: string): string => join(root, path)
  writeFileSync(
    settings,
    JSON.stringify({
      extends: within('tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir: root,
        outDir: folder,
        typeRoots: [within('node_modules/@types')],
      },
      include: include.map(within),
      exclude: ['plugins/surfaces/console/page', '**/*.test.ts', '**/*.fixture.ts', '**/node_modules'].map(within),
    }),
  )
  const { stdout } = spawnSync(process.execPath, [within('node_modules/typescript/bin/tsc'), '-p', settings], {
    cwd: root,
    encoding: 'utf8',
  })
  return { folder, faults: stdout.split('\n').filter((line) => line !== '') }
}

/** A copy of the project, whose settings and packages a test may change. */
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'

export const copyProject = (to: string): void => {
  for (const name of ['config', 'core', 'docs', 'plugins', 'test', 'package.json', 'tsconfig.json'])
    cpSync(join(projectRoot, name), join(to, name), { recursive: true })
  mkdirSync(join(to, 'node_modules'))
  for (const name of readdirSync(join(projectRoot, 'node_modules')))
    if (name !== '@domesday' && !name.startsWith('.vite'))
      symlinkSync(join(projectRoot, 'node_modules', name), join(to, 'node_modules', name))
  // The project's own packages are relative links: copied, they lead into the copy.
  cpSync(join(projectRoot, 'node_modules/@domesday'), join(to, 'node_modules/@domesday'), {
    recursive: true,
    verbatimSymlinks: true,
  })
}

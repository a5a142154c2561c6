/**
 * Finds the project's own modules without a search. For each import Node reads package files, follows links and asks
 * for the module's kind: half of what it costs to load the some 300 small files of the core and the plugins. What
 * lies elsewhere is left to Node.
 */
import { statSync } from 'node:fs'
import { registerHooks, type ResolveFnOutput } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Module } from './held.ts'

/** The scope of the packages of this workspace: one name is one package, whoever imports it. */
const own = '@domesday/'

const isFile = (url: string): boolean => statSync(fileURLToPath(url), { throwIfNoEntry: false })?.isFile() === true

/** Modules that are loaded already under another address, by their own, and where `held` is to be imported from. */
export interface Shared {
  readonly modules: ReadonlyMap<string, Module>
  readonly from: string
}

/** A module in the place of one that runs from elsewhere: with its exports, so that there is one of each. */
const standIn = (url: string, module: Module, from: string): string =>
  [
    `import { held } from ${JSON.stringify(from)}`,
    `const module = await held.get(${JSON.stringify(url)})()`,
    ...Object.keys(module).map(
      (name, i) =>
        `const export${i} = module[${JSON.stringify(name)}]\nexport { export${i} as ${JSON.stringify(name)} }`,
    ),
  ].join('\n')

/** `root` is the address of the project's folder. */
export const resolveOwnModules = (root: string, shared?: Shared): void => {
  const packages = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve: (specifier, context, next) => {
      // It is loaded; Node would look for its file, which is gone once a later pack is there.
      if (specifier === shared?.from) return { url: specifier, format: 'module', shortCircuit: true }
      if (specifier.startsWith(own)) {
        const known = packages.get(specifier)
        if (known) return known
        const found = next(specifier, context)
        packages.set(specifier, { ...found, shortCircuit: true })
        return found
      }
      if (specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL?.startsWith(root)) {
        const { href } = new URL(specifier, context.parentURL)
        // A file that is not there is left to Node too, which says who wanted it.
        if (isFile(href)) return { url: href, format: 'module-typescript', shortCircuit: true }
      }
      return next(specifier, context)
    },
    ...(shared && {
      load: (url, context, next) => {
        const module = shared.modules.get(url)
        return module
          ? { format: 'module', source: standIn(url, module, shared.from), shortCircuit: true }
          : next(url, context)
      },
    }),
  })
}

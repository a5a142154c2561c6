/** Finds in the stack of an error the line of a plugin's code that threw it. */
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coreFolder } from './version.ts'

const frame = /^\s+at (?:.*\()?(?:async )?((?:file:|\/|[A-Za-z]:[\\/])[^\n]*?):(\d+):(\d+)\)?$/gm

const isIn = (folder: string, file: string): boolean => file.startsWith(folder + sep)

/** Relative to the working folder where it is inside. */
export const shownPath = (file: string): string => {
  const path = relative(process.cwd(), file)
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path
}

/** A message can have lines that look like frames, with any address. */
const pathIn = (at: string): string => {
  try {
    return at.startsWith('file:') ? fileURLToPath(at.replace(/\?.*$/, '')) : at
  } catch {
    return at
  }
}

/** `file:line:column` of the first frame in one of the folders, else of the very first; null where the core threw. */
export const thrownAt = (error: unknown, homes: readonly string[]): string | null => {
  const { stack } = (error ?? {}) as { readonly stack?: unknown }
  const frames = [...String(stack).matchAll(frame)].map(([, at, line, column]) => ({
    file: pathIn(at!),
    place: `${line}:${column}`,
  }))
  const found =
    frames.find(({ file }) => homes.some((home) => isIn(home, file))) ??
    frames.slice(0, 1).find(({ file }) => !isIn(coreFolder, file))
  return found ? `${shownPath(found.file)}:${found.place}` : null
}

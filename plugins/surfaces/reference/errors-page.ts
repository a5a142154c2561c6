/** `/errors/<code>`: what a failure means and what to do, from `docs/errors.md`. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, failures, projectRoot, type Code, type Http } from '@domesday/core/surface'

let pages: Promise<ReadonlyMap<string, string>> | undefined

/** The text under each heading of the form "## `code`". */
const readPages = async (): Promise<ReadonlyMap<string, string>> => {
  const packed = join(import.meta.dirname, 'errors.md')
  const text = await readFile(existsSync(packed) ? packed : join(projectRoot, 'docs/errors.md'), 'utf8')
  return new Map(
    text
      .split(/^(?=## `)/m)
      .slice(1)
      .map((part) => [/^## `([a-z_]+)`/.exec(part)?.[1] ?? '', part]),
  )
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Domesday</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}code{font-size:.9em}</style>
${body}<p><a href="/docs">Reference</a> · <a href="/">Console</a></p></html>`

export const errorPages = (http: Http): void => {
  http.get('/errors/:code', async (ctx) => {
    const code = ctx.params['code'] ?? ''
    const text = (await (pages ??= readPages())).get(code)
    if (text === undefined || !(code in failures))
      throw new Failure('unknown_path', 'There is no failure of this name.')
    const { marked } = await import('marked')
    ctx.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    ctx.type = 'text/html'
    ctx.body = page(failures[code as Code].title, await marked.parse(text))
  })
}

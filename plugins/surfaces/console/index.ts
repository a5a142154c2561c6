/** The console: a page at `/` and its files below `/console/`, all from this server. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { surface, type Http } from '@domesday/core/surface'
import { asset, fileAsset, typeOf, type Asset } from '@domesday/surface-parts/assets'
import { outline } from './outline.ts'

const folder = join(import.meta.dirname, 'page')
const base = '/console/'

/** No inline scripts or styles, no other origins, no frames. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The page's files by name, those of the chart library, and the coast beneath the maps. */
const filesOf = (): ReadonlyMap<string, Asset> => {
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name !== 'index.html' && typeOf(name))
  const uplot = dirname(createRequire(import.meta.url).resolve('uplot'))
  return new Map([
    ...own.map((name) => [name, fileAsset(join(folder, name))] as const),
    ['vendor/uplot.js', fileAsset(join(uplot, 'uPlot.esm.js'))],
    ['vendor/uplot.css', fileAsset(join(uplot, 'uPlot.min.css'))],
    ['outline.json', asset('application/json', outline)],
  ])
}

/** Preloads all modules at once: otherwise the browser discovers them import by import. */
const preloads = (names: Iterable<string>): string =>
  [...names]
    .filter((name) => name.endsWith('.js') && !name.startsWith('vendor/'))
    .map((name) => `<link rel="modulepreload" href="${base}${name}">`)
    .join('')

const mount = (http: Http, mode: 'sandbox' | 'live'): void => {
  const files = filesOf()
  const index = asset('text/html; charset=utf-8', async () => {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    return Buffer.from(
      html.replace('<html lang="en"', `$& data-mode="${mode}"`).replace('</head>', `${preloads(files.keys())}</head>`),
    )
  })

  http.get('/', async (ctx) => {
    ctx.set('content-security-policy', policy)
    ctx.set('referrer-policy', 'no-referrer')
    ctx.set(
      'link',
      '</.well-known/api-catalog>; rel="api-catalog", </openapi.json>; rel="service-desc", </docs>; rel="service-doc"',
    )
    await index.send(ctx)
  })
  http.get(
    `${base}{*file}`,
    async (ctx) => {
      const file = files.get(ctx.path.slice(base.length))
      if (file) await file.send(ctx)
    },
    { uncounted: true },
  )
}

export const consoleSurface = surface({
  id: 'console',
  home: import.meta.dirname,
  keyless: true,
  paths: ['/', `${base}*`],
  // The page shows from the start whether answers are sample data.
  mount: (http, { sandbox }) => mount(http, sandbox ? 'sandbox' : 'live'),
  describe: () => ({
    guide: (origin) => [
      { heading: 'Documents', lines: [`- [Console](${origin}/): get a key and look things up by hand`] },
    ],
  }),
})

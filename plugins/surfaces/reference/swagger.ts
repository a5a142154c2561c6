/** `/docs`: Swagger UI from its npm package. The page loads nothing from, and sends nothing to, other servers. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Http } from '@domesday/core/surface'
import { asset, fileAsset } from '@domesday/surface-parts/assets'

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Domesday</title>
<link rel="icon" href="/console/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<nav aria-label="Domesday"><a href="/">Console</a> <a href="/openapi.json">OpenAPI document</a> <a href="/llms.txt">llms.txt</a></nav>
<main id="reference"><noscript>The reference needs JavaScript. <a href="/openapi.json">The OpenAPI document</a> says the same.</noscript></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`

// `validatorUrl: null` stops Swagger UI from sending the document to a public validator. An entered key is not stored.
// The colours are those of the console, and the key is the one that it holds in this tab.
const script = `const root = document.documentElement
const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => root.classList.toggle('dark-mode', prefersDark.matches)
prefersDark.addEventListener('change', follow)
follow()

const stored = (name) => {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

window.ui = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  requestSnippetsEnabled: true,
  onComplete: () => {
    const key = stored('domesday.key')
    if (key) window.ui.preauthorizeApiKey('bearer', key)
  },
})
`

const style = `nav { max-width: 1460px; margin: 0 auto; padding: 1rem 20px 0; font: 15px/1.5 system-ui, sans-serif; display: flex; gap: 1.2rem }
nav a { color: #0b5563 }
body { margin: 0; background: #fff }
html.dark-mode { color-scheme: dark }
html.dark-mode body { background: #14171a }
html.dark-mode nav a { color: #7fc9d4 }
`

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const swagger = (http: Http): void => {
  const dist = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const textAsset = (text: string, type: string) => asset(`${type}; charset=utf-8`, async () => Buffer.from(text))
  const files = {
    '/docs': textAsset(page, 'text/html'),
    '/docs/page.js': textAsset(script, 'text/javascript'),
    '/docs/page.css': textAsset(style, 'text/css'),
    '/docs/swagger-ui-bundle.js': fileAsset(join(dist, 'swagger-ui-bundle.js')),
    '/docs/swagger-ui.css': fileAsset(join(dist, 'swagger-ui.css')),
  }
  for (const [path, file] of Object.entries(files)) {
    http.get(
      path,
      async (ctx) => {
        ctx.set('content-security-policy', policy)
        ctx.set('referrer-policy', 'no-referrer')
        await file.send(ctx)
      },
      path.startsWith('/docs/') ? { uncounted: true } : {},
    )
  }
}

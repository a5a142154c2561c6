import { describe, expect, it } from 'vitest'
import { runService } from '@domesday/tool-testing'
import { sharedService } from '../../../test/support/shared-service.ts'

const service = await sharedService()
const get = (path: string, headers: Record<string, string> = {}) => service.send(path, { key: null, headers })

describe('llms.txt', () => {
  it('lists every lookup with its price, and the other documents', async () => {
    const { text, headers } = await get('/llms.txt')
    const { endpoints } = (await get('/catalogue')).body.data
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    for (const {
      path,
      prices: { credits },
      tool,
    } of endpoints) {
      const line = text.split('\n').find((each) => each.startsWith(`- \`GET /api/v1${path}\``))
      expect(line, path).toContain(
        credits.flat === undefined
          ? `Price: ${credits.summary} summary / ${credits.standard} standard / ${credits.full} full.`
          : `Price: ${credits.flat} credits.`,
      )
      if (tool !== null) expect(line).toContain(`\`${tool}\``)
    }
    for (const path of ['/openapi.json', '/catalogue', '/docs', '/mcp', '/pay/', '/keys'])
      expect(text).toContain(`${service.origin}${path}`)
  })

  it('gives addresses that answer', async () => {
    const { text } = await get('/llms.txt')
    const addresses = [...text.matchAll(/\]\((\S+)\)/g)]
      .map(([, address]) => address!)
      .filter((address) => !address.endsWith('/mcp'))
    expect(addresses.length).toBeGreaterThan(4)
    for (const address of addresses) expect((await get(address.slice(service.origin.length))).status, address).toBe(200)
  })
})

describe('the API catalogue', () => {
  it('links the interfaces with their description, documentation and status', async () => {
    const {
      headers,
      body: {
        linkset: [catalogue, ...interfaces],
      },
    } = await get('/.well-known/api-catalog')
    expect(headers['content-type']).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
    expect(catalogue.item.map(({ href }: { href: string }) => href)).toEqual(
      interfaces.map(({ anchor }: { anchor: string }) => anchor),
    )
    expect(interfaces.map(({ anchor }: { anchor: string }) => anchor)).toEqual(
      ['/api/v1', '/mcp', '/pay'].map((path) => `${service.origin}${path}`),
    )
    const [lookups] = interfaces
    for (const relation of ['service-desc', 'service-doc', 'status']) {
      const { href, type } = lookups[relation][0]
      const { status, headers: answered } = await get(href.slice(service.origin.length))
      expect([relation, status, answered['content-type']!.split(';')[0]]).toEqual([relation, 200, type])
    }
  })

  it('answers HEAD, and says of itself what it is', async () => {
    const { status, headers, text } = await service.send('/.well-known/api-catalog', { method: 'HEAD', key: null })
    expect([status, text, headers['link']]).toEqual([200, '', '</.well-known/api-catalog>; rel="api-catalog"'])
    expect((await get('/')).headers['link']).toContain('rel="api-catalog"')
  })
})

describe('pages', () => {
  it.each(['/', '/docs'])('let %s load nothing from elsewhere and run nothing inline', async (path) => {
    const { status, headers, text } = await get(path)
    const policy = headers['content-security-policy']!
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(text).not.toMatch(/<style|<script>|\son\w+=|\sstyle=|(src|href)="(https?:)?\/\//)
    for (const [, address] of text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g))
      expect((await get(address!)).status, address).toBe(200)
  })

  it('are sent once: a second visit gets 304', async () => {
    const { headers } = await get('/console/main.js')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    const again = await get('/console/main.js', { 'if-none-match': headers['etag']! })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('are compressed for those who take it', async () => {
    const { headers, text } = await get('/docs/swagger-ui-bundle.js', { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(text).toContain('SwaggerUIBundle')
  })

  it.each(['/console/../mount.ts', '/console/%2e%2e/mount.ts', '/console/types.d.ts', '/console/', '/console/none.js'])(
    'hold no file but their own: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )

  it('say whether the data are samples', async () => {
    expect((await get('/')).text).toContain('data-mode="sandbox"')
    const live = await runService({ mode: 'live' })
    try {
      expect((await live.send('/', { key: null })).text).toContain('data-mode="live"')
    } finally {
      await live.close()
    }
  })

  it('are not counted by the file', async () => {
    for (let i = 0; i < 700; i++) expect((await get('/console/icon.svg')).status).toBe(200)
    expect((await get('/catalogue')).status).toBe(200)
  })
})

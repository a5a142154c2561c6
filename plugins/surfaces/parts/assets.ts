/** Files that a browser loads from this server: read on first use, compressed once, revalidated by their hash. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'koa'

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
}

/** What `name` is served as; undefined for a kind that is not served. */
export const typeOf = (name: string): string | undefined => types[name.slice(name.lastIndexOf('.') + 1)]

const zip = promisify(gzip),
  brotli = promisify(brotliCompress)
const worthCompressing = (type: string, { length }: Buffer): boolean => length > 1024 && type !== types['png']

export interface Asset {
  /** Answers with the file, or 304 where the caller has it. */
  send(ctx: Context): Promise<void>
}

/** A file, or bytes made by `make`; `make` runs once. */
export const asset = (type: string, make: () => Promise<Buffer>): Asset => {
  const once = <T>(run: () => Promise<T>): (() => Promise<T>) => {
    let made: Promise<T> | undefined
    return () =>
      (made ??= run().catch((error: unknown) => {
        made = undefined
        throw error
      }))
  }
  const plain = once(async () => {
    const bytes = await make()
    return { bytes, etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  })
  const zipped = once(async () => zip((await plain()).bytes))
  const brotlied = once(async () => brotli((await plain()).bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))

  return {
    send: async (ctx) => {
      const { bytes, etag } = await plain()
      ctx.status = 200
      ctx.type = type
      ctx.etag = etag
      ctx.set('cache-control', 'private, no-cache')
      ctx.vary('accept-encoding')
      if (ctx.fresh) {
        ctx.status = 304
        return
      }
      const encoding =
        worthCompressing(type, bytes) && ctx.get('accept-encoding') !== ''
          ? ctx.acceptsEncodings('br', 'gzip', 'identity')
          : 'identity'
      if (encoding === 'br' || encoding === 'gzip') ctx.set('content-encoding', encoding)
      ctx.body = encoding === 'br' ? await brotlied() : encoding === 'gzip' ? await zipped() : bytes
    },
  }
}

export const fileAsset = (path: string): Asset => {
  const type = typeOf(path)
  if (type === undefined) throw new RangeError(`${path} is of no kind that is served`)
  return asset(type, () => readFile(path))
}

/** Static files for browsers: read on first use, compressed once, revalidated by ETag. */
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

/** The media type of a file name; undefined if this kind of file is not served. */
export const typeOf = (name: string): string | undefined => types[name.slice(name.lastIndexOf('.') + 1)]

const zip = promisify(gzip),
  brotli = promisify(brotliCompress)
const worthCompressing = (type: string, { length }: Buffer): boolean => length > 1024 && type !== types['png']

export interface Asset {
  /** Answers with the file, or 304 if the caller's copy is current. */
  send(ctx: Context): Promise<void>
}

/** A file, or bytes made by `make`; `make` runs once. */
export const asset = (type: string, make: () => Promise<Buffer>): Asset => {
  const once = <T>(run: () => Promise<T>): (() => Promise<T>) => {
    let result: Promise<T> | undefined
    return () =>
      (result ??= run().catch((error: unknown) => {
        result = undefined
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
  if (type === undefined) throw new RangeError(`${path} has no file type that is served`)
  return asset(type, () => readFile(path))
}

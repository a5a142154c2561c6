/** A bucket that nodes share, by the protocol of S3: path-style addresses, Signature Version 4. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel'
import { XMLParser } from 'fast-xml-parser'
import { request, type Dispatcher } from 'undici'
import type { SharedPlace } from './shared-place.ts'

type Env = Readonly<Record<string, string | undefined>>
type Answer = Dispatcher.ResponseData

interface Call {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** The name of a file; empty for the bucket itself. */
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  /** Made anew for each try. */
  readonly body?: () => string | Readable
  readonly headers?: Readonly<Record<string, string>>
  /** For all tries. */
  readonly signal?: AbortSignal
}

/** A failed call; status 0 if no whole answer came. */
class BucketFault extends Error {
  readonly status: number
  constructor(message: string, status: number, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}
const isPassing = (fault: unknown): boolean =>
  fault instanceof BucketFault && (fault.status === 0 || fault.status === 429 || fault.status >= 500)

/** Errors of the local disk: do not retry. */
const ofDisk = /^(ENOSPC|EDQUOT|EROFS|EACCES|ENOENT|EIO)$/

/** The largest upload that S3 takes in one piece, bytes. */
const largest = 5 * 1024 ** 3
const emptyHash = createHash('sha256').digest('hex')
const xml = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' })

interface Access {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** The variables that the tools of AWS read; an empty one counts as absent. */
const accessIn = (env: Env, address: string): Access => {
  const own = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL']
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (own && 'us-east-1')
  const [accessKeyId, secretAccessKey] = [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
  const missing = Object.entries({
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: region,
  }).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length > 0) throw new RangeError(`shared_files ${address} needs ${missing.join(' and ')}`)
  const endpoint = own || `https://s3.${region}.amazonaws.com`
  const parsed = URL.parse(endpoint)
  if (!/^https?:$/.test(parsed?.protocol ?? '') || parsed?.username || parsed?.search)
    throw new RangeError('AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL must be an address such as https://s3.example.com')
  const sessionToken = env['AWS_SESSION_TOKEN']
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    region: region!,
    accessKeyId: accessKeyId!,
    secretAccessKey: secretAccessKey!,
    ...(sessionToken && { sessionToken }),
  }
}

/** `address`: `s3://bucket/prefix`. Throws a `RangeError` if a variable is missing. */
export const sharedBucket = (address: string, env: Env): SharedPlace => {
  const { endpoint, ...access } = accessIn(env, address)
  const [bucket, ...folders] = address.slice('s3://'.length).replace(/\/+$/, '').split('/')
  const prefix = folders.map((folder) => `${folder}/`).join('')

  const send = async ({ method, name, query = {}, body, headers = {}, signal }: Call): Promise<Answer> => {
    const url = new URL(`${endpoint}/${bucket}${name === undefined ? '' : `/${prefix}${name}`}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const unsigned = { 'x-amz-content-sha256': emptyHash, ...headers }
    const signer = new AwsV4Signer({ ...access, service: 's3', method, url: url.href, headers: unsigned })
    const signed = await signer.sign()
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body?.() ?? null,
      headersTimeout: 60_000,
      bodyTimeout: 30_000,
      ...(signal && { signal }),
    })
  }
  /** Tries up to three times if the fault may pass. */
  const retried = retry(handleWhen(isPassing), {
    maxAttempts: 2,
    backoff: new ExponentialBackoff({ initialDelay: 200 }),
  })
  const called = <T>(call: Call, take: (answer: Answer) => Promise<T>): Promise<T> =>
    retried.execute(async () => {
      const what = `${address}: ${call.method} ${call.name ?? 'of the bucket'}`
      try {
        const answer = await send(call)
        if (answer.statusCode < 300) return await take(answer)
        throw new BucketFault(
          `${what} answered ${answer.statusCode}${reasonIn(await answer.body.text())}`,
          answer.statusCode,
        )
      } catch (fault) {
        if (fault instanceof BucketFault || ofDisk.test((fault as NodeJS.ErrnoException).code ?? '')) throw fault
        throw new BucketFault(`${what} failed: ${(fault as Error).message}`, 0, fault)
      }
    }, call.signal)
  const done = ({ body }: Answer): Promise<void> => body.dump()

  const listed = async (
    begin: string,
    { most, signal }: { readonly most?: number; readonly signal?: AbortSignal } = {},
  ) => {
    const found: { name: string; modified: number }[] = []
    let next: string | undefined
    do {
      const query = {
        'list-type': '2',
        prefix: prefix + begin,
        ...(most !== undefined && { 'max-keys': String(most) }),
        ...(next !== undefined && { 'continuation-token': next }),
      }
      const text = await called({ method: 'GET', query, ...(signal && { signal }) }, ({ body }) => body.text())
      const page = (xml.parse(text) as { readonly ListBucketResult?: Page }).ListBucketResult
      if (page === undefined) throw new BucketFault(`${address} answered something that is no list`, 200)
      for (const { Key: key, LastModified: at } of page.Contents ?? [])
        found.push({ name: key.slice(prefix.length), modified: Date.parse(at) })
      next = page.NextContinuationToken
    } while (next !== undefined && most === undefined)
    return found
  }

  return {
    check: async (signal) => {
      try {
        await listed('', { most: 1, signal })
      } catch (fault) {
        if (isPassing(fault)) throw fault
        throw new RangeError(
          `shared_files ${(fault as Error).message}: check the bucket, AWS_REGION, AWS_ENDPOINT_URL_S3 and the credentials`,
        )
      }
    },
    read: (name, signal) =>
      called({ method: 'GET', name, ...(signal && { signal }) }, ({ body }) => body.text()).catch(
        (fault: BucketFault) => {
          if (fault.status === 404) return null
          throw fault
        },
      ),
    write: (name, text) => {
      const sha256 = createHash('sha256').update(text).digest('hex')
      return called({ method: 'PUT', name, body: () => text, headers: { 'x-amz-content-sha256': sha256 } }, done)
    },
    get: (name, to, signal) =>
      called({ method: 'GET', name, ...(signal && { signal }) }, ({ body }) => pipeline(body, createWriteStream(to))),
    put: async (name, from, { sha256, bytes }) => {
      if (bytes > largest) throw new Error(`${name} has ${bytes} bytes, more than a bucket takes at once (5 GiB)`)
      const headers = { 'x-amz-content-sha256': sha256, 'content-length': String(bytes) }
      await called({ method: 'PUT', name, body: () => createReadStream(from), headers }, done)
    },
    list: (begin) => listed(begin),
    remove: (name) => called({ method: 'DELETE', name }, done),
  }
}

interface Page {
  readonly Contents?: readonly { readonly Key: string; readonly LastModified: string }[]
  readonly NextContinuationToken?: string
}

/** Only the code and the message of S3: other elements repeat what was signed. */
const reasonIn = (text: string): string => {
  const [code, message] = ['Code', 'Message'].map((name) => new RegExp(`<${name}>([^<]{1,200})</${name}>`).exec(text))
  return [code, message].flatMap((found) => (found ? [` ${found[1]}`] : [])).join(':')
}

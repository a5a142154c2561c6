/** A service that speaks as much of the protocol of S3 as a shared bucket needs, on loopback. It checks signatures. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { onTestFinished } from 'vitest'

interface Stored {
  bytes: Buffer
  modified: number
}

/** `busy`: 503. `refusing`: 403. `cut`: half of what is asked for or sent passes. `silent`: no answer. */
export type BucketState = 'open' | 'busy' | 'refusing' | 'cut' | 'silent'

export interface Bucket {
  /** What a node needs to use it, as environment. */
  readonly env: Readonly<Record<string, string>>
  readonly objects: Map<string, Stored>
  readonly calls: readonly string[]
  /** For so many calls that match, and then `open`. */
  be(state: BucketState, calls: number, matching?: RegExp): void
}

const credentials = { accessKeyId: 'test-id', secretAccessKey: 'test-secret', sessionToken: 'test-token' }
const region = 'eu-west-2'
const pageOf = 2

const refuse = (response: ServerResponse, status: number, code: string, message: string): void =>
  void response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`)

/** What is wrong with the signature of a request, or null. */
const unsigned = async ({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Promise<string | null> => {
  const hash = String(headers['x-amz-content-sha256'])
  const signer = new AwsV4Signer({
    ...credentials,
    region,
    service: 's3',
    method,
    url: `http://${headers.host}${url}`,
    headers: { 'x-amz-content-sha256': hash },
    datetime: String(headers['x-amz-date']),
  })
  if (headers.authorization !== (await signer.authHeader())) return 'SignatureDoesNotMatch'
  return hash === createHash('sha256').update(body).digest('hex') ? null : 'XAmzContentSHA256Mismatch'
}

/** One bucket of the name `domesday-data`; a page of its list has two files. */
export const openBucket = async (): Promise<Bucket> => {
  const objects = new Map<string, Stored>()
  const calls: string[] = []
  let [state, left, matched]: [BucketState, number, RegExp] = ['open', 0, /./]

  const list = (response: ServerResponse, query: URLSearchParams): void => {
    const all = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '')).toSorted()
    const from = Number(query.get('continuation-token') ?? 0),
      to = from + Math.min(pageOf, Number(query.get('max-keys') ?? pageOf))
    const contents = all
      .slice(from, to)
      .map(
        ([key, { modified }]) =>
          `<Contents><Key>${key}</Key><LastModified>${new Date(modified).toISOString()}</LastModified></Contents>`,
      )
    const next = to < all.length ? `<NextContinuationToken>${to}</NextContinuationToken>` : ''
    response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request
    calls.push(`${method} ${url}`)
    const now = left > 0 && matched.test(`${method} ${url}`) ? state : 'open'
    if (now !== 'open') left--
    if (now === 'silent') return
    if (now === 'busy') return refuse(response, 503, 'SlowDown', 'Please reduce your request rate.')
    if (now === 'refusing') return refuse(response, 403, 'AccessDenied', 'Access Denied.')
    if (now === 'cut' && method === 'PUT') return void request.once('data', () => request.socket.destroy())
    const body = await buffer(request)
    const fault = await unsigned(request, body)
    if (fault !== null) return refuse(response, 403, fault, 'It was not signed as it should be.')
    const { pathname, searchParams } = new URL(url, 'http://bucket')
    const [, bucket, ...rest] = pathname.split('/')
    const key = rest.join('/')
    if (bucket !== 'domesday-data') return refuse(response, 404, 'NoSuchBucket', 'The bucket does not exist.')
    if (key === '') return list(response, searchParams)
    if (method === 'PUT') objects.set(key, { bytes: body, modified: Date.now() })
    if (method === 'DELETE') objects.delete(key)
    if (method !== 'GET') return void response.end()
    const found = objects.get(key)
    if (found === undefined) return refuse(response, 404, 'NoSuchKey', 'The key does not exist.')
    response.setHeader('content-length', found.bytes.length)
    if (now === 'cut')
      return void response.write(found.bytes.subarray(0, found.bytes.length / 2), () => request.socket.destroy())
    response.end(found.bytes)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    env: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
    },
    objects,
    calls,
    be: (next, times, matching = /./) => {
      ;[state, left, matched] = [next, times, matching]
    },
  }
}

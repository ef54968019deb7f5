import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { SignatureV4 } from '@smithy/signature-v4'
import { serveLocally } from '#testing/serve-locally.ts'

type StoredObject = { bytes: Buffer; writtenAt: Date }

/**
 * How the next requests end: an answer with this status and code, a closed connection, or no answer
 * at all.
 */
export type S3Fault = { status: number; code: string } | 'reset' | 'silence' | 'half an answer'

export type S3Server = AsyncDisposable & {
  /** `FILES_URL` of an empty folder in its bucket. */
  newFilesUrl: () => string
  origin: string
  objects: Map<string, StoredObject>
  /** Method and path of each request, in order. */
  requests: string[]
  /** Requests fail in this way until it is called with null. */
  fail: (fault: S3Fault | null, times?: number) => void
}

export const S3_BUCKET = 'storedawn-test'
export const S3_CREDENTIALS = { accessKeyId: 'test-key', secretAccessKey: 'test/secret+of=forty' }
const REGION = 'eu-test-1'
const PAGE_SIZE = 1_000

type Options = { pageSize?: number; now?: () => Date }

/**
 * The part of S3 that we use, on loopback and in memory. It refuses a request unless AWS's own
 * signer gives it the same signature, and a body unless it has the announced hash. No S3 server of
 * the registry does: docs/decisions/0055 compares them.
 */
export async function startS3Server({
  pageSize = PAGE_SIZE,
  now = () => new Date(),
}: Options = {}): Promise<S3Server> {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  let fault: S3Fault | null = null
  let faultsLeft = 0
  let folders = 0
  const server = createServer((request, response) => {
    void (async () => {
      requests.push(`${request.method} ${request.url}`)
      const body = await buffer(request)
      if (fault !== null && faultsLeft > 0) {
        faultsLeft -= 1
        return failRequest(fault, response)
      }
      const refusal = await findRefusal(request, body)
      if (refusal) return sendError(response, refusal)
      answer({ request, response, body, objects, pageSize, now })
    })()
  })
  const served = await serveLocally(server)
  // Shared by the test files of a process, and no reason for it to stay.
  server.unref()
  const { accessKeyId, secretAccessKey } = S3_CREDENTIALS
  const host = `127.0.0.1:${served.port}`
  return {
    ...served,
    newFilesUrl: () =>
      `s3://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@${host}/${S3_BUCKET}/folder-${(folders += 1)}?region=${REGION}&tls=0`,
    origin: served.url,
    objects,
    requests,
    fail(next, times = Infinity) {
      fault = next
      faultsLeft = next === null ? 0 : times
    },
  }
}

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  objects: Map<string, StoredObject>
  pageSize: number
  now: () => Date
}

function answer({ request, response, body, objects, pageSize, now }: Exchange): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
  const [bucket = '', ...parts] = pathname.slice(1).split('/')
  const key = decodeURIComponent(parts.join('/'))
  if (bucket !== S3_BUCKET) return sendError(response, { status: 404, code: 'NoSuchBucket' })
  if (key === '') return sendXml(response, 200, listObjects(objects, searchParams, pageSize))
  if (request.method === 'PUT') {
    objects.set(key, { bytes: body, writtenAt: now() })
    return void response.writeHead(200).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  const stored = objects.get(key)
  if (!stored) return sendError(response, { status: 404, code: 'NoSuchKey' })
  response.writeHead(200, { 'content-length': stored.bytes.length }).end(stored.bytes)
}

/** In the byte order of the names, as the service does. The token is the last name of the page. */
function listObjects(
  objects: Map<string, StoredObject>,
  query: URLSearchParams,
  pageSize: number,
): string {
  const after = query.get('continuation-token') ?? ''
  const size = Math.min(pageSize, Number(query.get('max-keys') ?? PAGE_SIZE))
  const matching = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const page = matching.slice(0, size)
  const isTruncated = matching.length > page.length
  const contents = page.map(
    ([key, { bytes, writtenAt }]) =>
      `<Contents><Key>${escapeXml(key)}</Key><LastModified>${writtenAt.toISOString()}</LastModified>` +
      `<ETag>&quot;0&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  )
  return `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${S3_BUCKET}</Name>
<Prefix>${escapeXml(query.get('prefix') ?? '')}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>
${isTruncated ? `<NextContinuationToken>${escapeXml(page.at(-1)?.[0] ?? '')}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`
}

type Refusal = { status: number; code: string }

/** Signs the request as AWS does, and compares. */
async function findRefusal(request: IncomingMessage, body: Buffer): Promise<Refusal | null> {
  const { headers } = request
  const [, accessKeyId, signedNames = ''] =
    /Credential=([^/]+)\/.*SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  if (accessKeyId === undefined) return { status: 403, code: 'AccessDenied' }
  if (accessKeyId !== S3_CREDENTIALS.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const url = new URL(request.url ?? '/', `http://${headers.host}`)
  const signer = new SignatureV4({
    service: 's3',
    region: REGION,
    credentials: S3_CREDENTIALS,
    sha256: Sha256,
    uriEscapePath: false,
  })
  const signed = await signer.sign(
    {
      method: request.method ?? '',
      protocol: 'http:',
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(
        signedNames.split(';').map((name) => [name, String(headers[name])]),
      ),
      body,
    },
    { signingDate: readDate(String(headers['x-amz-date'])) },
  )
  return signed.headers['authorization'] === headers.authorization
    ? null
    : { status: 403, code: 'SignatureDoesNotMatch' }
}

const readDate = (text: string): Date =>
  new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Node's hash in the form that the signer asks for. */
class Sha256 {
  hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac('sha256', secret as string | NodeJS.ArrayBufferView)
  }
  update(part: Uint8Array | string): void {
    this.hash.update(part)
  }
  async digest(): Promise<Uint8Array> {
    return this.hash.digest()
  }
  reset(): void {}
}

function failRequest(fault: S3Fault, response: ServerResponse): void {
  switch (fault) {
    case 'silence':
      return
    case 'reset':
      return void response.destroy()
    case 'half an answer':
      response.writeHead(200, { 'content-length': 1_000 }).write('half')
      return void setImmediate(() => response.destroy())
    default:
      return sendError(response, fault)
  }
}

const sendError = (response: ServerResponse, { status, code }: Refusal): void =>
  sendXml(response, status, `<Error><Code>${code}</Code><Message>No.</Message></Error>`)

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

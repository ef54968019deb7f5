import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { describeError, overloaded } from '#server/platform/errors.ts'
import type { S3Address } from './s3-address.ts'
import { parseS3Error } from './s3-xml.ts'

/** Together with the pauses, three attempts stay below the 15 seconds that a request may take. */
const ATTEMPT_WITHIN_MS = 4_000
const MAX_ATTEMPTS = 3
const FIRST_PAUSE_MS = 200
const KIB = 1024
/** For what an error answer says about itself. */
const MAX_ERROR_BYTES = 64 * KIB

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The full name of the object; empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  body?: Uint8Array
  /** A longer answer is an error. */
  maxBytes: number
}

/**
 * `missing`: the service has no such object. `refused`: it will not do this, however often it is
 * asked.
 */
export type S3Answer =
  | { kind: 'done'; body: Buffer }
  | { kind: 'missing' }
  | { kind: 'refused'; status: number; reason: string }

type Attempt = S3Answer | { kind: 'failed'; cause: Error }

export type S3Client = {
  send: (request: S3Request, options?: { maxAttempts?: number }) => Promise<S3Answer>
}

type Waits = { attemptWithinMs: number; firstPauseMs: number }

/**
 * Signs requests for one bucket and retries those that failed on the service's side. Every request
 * is safe to repeat.
 * @throws AppError `overloaded` when the service cannot be reached or does not answer in time
 */
export function createS3Client(
  address: S3Address,
  { attemptWithinMs = ATTEMPT_WITHIN_MS, firstPauseMs = FIRST_PAUSE_MS }: Partial<Waits> = {},
): S3Client {
  const cache = new Map<string, ArrayBuffer>()

  async function attempt({ method, key, query = {}, body, maxBytes }: S3Request): Promise<Attempt> {
    const url = new URL(`${address.origin}/${address.bucket}/${key}`)
    url.search = new URLSearchParams(query).toString()
    const headers = { 'x-amz-content-sha256': sha256(body ?? '') }
    try {
      // Signed by the clock of this machine: the service refuses requests that are more than 15
      // minutes old.
      const signed = await new AwsV4Signer({
        ...address,
        service: 's3',
        cache,
        method,
        url: url.href,
        headers,
      }).sign()
      const signal = AbortSignal.timeout(attemptWithinMs)
      const init = { method, headers: signed.headers, signal, redirect: 'manual' as const }
      // Safe: an upload is never shared memory, which is all that the narrower type excludes.
      const response = await fetch(
        signed.url,
        body ? { ...init, body: body as Uint8Array<ArrayBuffer> } : init,
      )
      return await readAnswer(response, maxBytes)
    } catch (cause) {
      return { kind: 'failed', cause: describeFailure(cause) }
    }
  }

  return {
    async send(request, { maxAttempts = MAX_ATTEMPTS } = {}) {
      for (let count = 1; ; count += 1) {
        const outcome = await attempt(request)
        if (outcome.kind !== 'failed') return outcome
        if (count >= maxAttempts) throw overloaded(outcome.cause)
        // Jitter, so that processes that failed together do not repeat together.
        await sleep(firstPauseMs * 2 ** (count - 1) * (0.5 + Math.random()))
      }
    },
  }
}

async function readAnswer(response: Response, maxBytes: number): Promise<Attempt> {
  const { ok, status } = response
  const body = await readBody(response, ok ? maxBytes : MAX_ERROR_BYTES)
  if (ok) return { kind: 'done', body }
  const reason = parseS3Error(body)
  if (status === 429 || status >= 500)
    return { kind: 'failed', cause: new Error(`object storage answered ${status} ${reason}`) }
  if (status === 404 && reason !== 'NoSuchBucket') return { kind: 'missing' }
  return { kind: 'refused', status, reason }
}

/** @throws Error when there is more than `maxBytes`, or less than was announced */
async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new Error(`object storage sent more than ${maxBytes} bytes`)
  if (Number(response.headers.get('content-length')) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Announced as less, or not at all.
    if (bytes > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The cause says which of many reasons ended a fetch. Neither repeats an address with credentials:
 * they travel in a header.
 */
function describeFailure(error: unknown): Error {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Error(`object storage did not answer in time`)
  return new Error(`object storage cannot be reached: ${describeError(error)}`)
}

const sha256 = (body: Uint8Array | string): string => hash('sha256', body, 'hex')

import pLimit from 'p-limit'
import { ConfigError } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'
import { assertFileName, type FileStore, isFileName, type StoredFile } from './file-store.ts'
import type { S3Address } from './s3-address.ts'
import { createS3Client, type S3Answer, type S3Client, type S3Request } from './s3-client.ts'
import { parseListedPage } from './s3-xml.ts'

const MIB = 1024 * 1024
/** Far more than any picture that we encode. */
const MAX_FILE_BYTES = 32 * MIB
/** A page holds 1,000 names. */
const MAX_PAGE_BYTES = 4 * MIB
const MAX_CONCURRENT_REMOVALS = 16

/**
 * Files as objects of a bucket. An upload replaces an object as a whole and is visible to every
 * process once it is acknowledged, as S3 guarantees since 2020; a broken one leaves nothing.
 */
export function createS3Files(
  address: S3Address,
  client: S3Client = createS3Client(address),
): FileStore {
  const keyOf = (name: string): string => {
    assertFileName(name)
    return address.prefix + name
  }

  /** The answer to a request that the service can only fulfil. */
  async function demand(request: S3Request): Promise<Buffer> {
    const answer = await client.send(request)
    if (answer.kind === 'done') return answer.body
    throw describeRefusal(answer)
  }

  return {
    async read(name) {
      const answer = await client.send({
        method: 'GET',
        key: keyOf(name),
        maxBytes: MAX_FILE_BYTES,
      })
      if (answer.kind === 'refused') throw describeRefusal(answer)
      return answer.kind === 'done' ? answer.body : null
    },
    async write(name, bytes) {
      await demand({ method: 'PUT', key: keyOf(name), body: bytes, maxBytes: MIB })
    },
    async remove(names) {
      const limit = pLimit(MAX_CONCURRENT_REMOVALS)
      await limit.map(names, async (name) => {
        const answer = await client.send({ method: 'DELETE', key: keyOf(name), maxBytes: MIB })
        if (answer.kind === 'refused') throw describeRefusal(answer)
      })
    },
    async *list(folder) {
      let token: string | null = null
      do {
        const query: Record<string, string> = {
          'list-type': '2',
          prefix: `${address.prefix}${folder}/`,
        }
        if (token !== null) query['continuation-token'] = token
        const page = parseListedPage(
          await demand({ method: 'GET', key: '', query, maxBytes: MAX_PAGE_BYTES }),
        )
        // A service that repeats itself would keep us here for ever.
        if (page.nextToken !== null && page.nextToken === token)
          throw new Error('object storage repeats a list')
        token = page.nextToken
        yield* page.objects.flatMap((object) => describeObject(object, address.prefix))
      } while (token !== null)
    },
  }
}

type ListedObject = { key: string; bytes: number; writtenAt: Date }

/** Ignores objects that others put into the bucket. */
function describeObject({ key, bytes, writtenAt }: ListedObject, prefix: string): StoredFile[] {
  const name = key.slice(prefix.length)
  return key.startsWith(prefix) && isFileName(name)
    ? [{ name, bytes, usedAt: writtenAt, isUnfinished: false }]
    : []
}

function describeRefusal(answer: Exclude<S3Answer, { kind: 'done' }>): Error {
  return new Error(
    answer.kind === 'missing'
      ? 'object storage has no such place'
      : `object storage refused: ${answer.status} ${answer.reason}`,
  )
}

/**
 * Asks the bucket for one name, so that a wrong bucket, key or region stops the start with a
 * sentence. A service that is down does not: it may be back before the first picture is asked for.
 * @throws ConfigError
 */
export async function checkBucket(
  address: S3Address,
  { log }: Pick<AppContext, 'log'>,
): Promise<void> {
  const query = { 'list-type': '2', 'max-keys': '1', prefix: address.prefix }
  const request: S3Request = { method: 'GET', key: '', query, maxBytes: MAX_PAGE_BYTES }
  const answer = await createS3Client(address)
    .send(request, { maxAttempts: 1 })
    .catch((error: unknown) => {
      log.warn({ event: 'files.unreachable', err: error }, 'object storage does not answer')
      return null
    })
  if (answer === null || answer.kind === 'done') return
  const reason = answer.kind === 'missing' ? 'does not exist' : describeReason(answer)
  throw new ConfigError([`FILES_URL: bucket ${address.bucket} at ${address.origin}: ${reason}`])
}

const REASONS: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidAccessKeyId: 'the service does not know the key',
  SignatureDoesNotMatch: 'the secret is wrong',
  AccessDenied: 'the key may not list the bucket',
  PermanentRedirect: 'the bucket is in another region, or at another host',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
}

const describeReason = ({ status, reason }: { status: number; reason: string }): string =>
  REASONS[reason] ?? `refused with ${status} ${reason}`

import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppError } from '#server/platform/errors.ts'
import { S3_CREDENTIALS, type S3Fault, type S3Server, startS3Server } from '#testing/s3-server.ts'
import { createTestLog } from '#testing/test-log.ts'
import { type FileStore, listFolder } from './file-store.ts'
import { parseS3Address, type S3Address } from './s3-address.ts'
import { createS3Client } from './s3-client.ts'
import { checkBucket, createS3Files } from './s3-files.ts'

const NAME = 'pictures/aa/lamp.webp'
const OLD = Buffer.from('as it was')
const NEW = Buffer.from('as it is')

const s3: S3Server = await startS3Server({ pageSize: 3 })
afterAll(() => s3[Symbol.asyncDispose]())
beforeEach(() => s3.fail(null))

const newAddress = () => parseS3Address(s3.newFilesUrl())
/** Only a silent service is worth a short wait: any other answers, on a busy machine late. */
const openFiles = (address: S3Address = newAddress(), fault: S3Fault | null = null): FileStore => {
  const attemptWithinMs = fault === 'silence' ? 800 : 10_000
  return createS3Files(address, createS3Client(address, { attemptWithinMs, firstPauseMs: 5 }))
}

async function errorOf(work: () => Promise<unknown>): Promise<Error> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it did not fail')
}

const calls: [string, (files: FileStore) => Promise<unknown>][] = [
  ['read', (files) => files.read(NAME)],
  ['write', (files) => files.write(NAME, NEW)],
  ['remove', (files) => files.remove([NAME])],
  ['list', (files) => listFolder(files, 'pictures')],
]

const passing: [string, S3Fault][] = [
  ['answers 500', { status: 500, code: 'InternalError' }],
  ['answers 503', { status: 503, code: 'SlowDown' }],
  ['answers 429', { status: 429, code: 'TooManyRequests' }],
  ['closes the connection', 'reset'],
  ['says nothing', 'silence'],
  ['closes the connection within its answer', 'half an answer'],
]

describe.each(calls)('%s', (_call, run) => {
  test.each(passing)('succeeds when the service %s twice', async (_how, fault) => {
    const files = openFiles(newAddress(), fault)
    await files.write(NAME, OLD)
    s3.fail(fault, 2)
    await expect(run(files)).resolves.not.toThrow()
  })

  test.each(passing)(
    'answers 503 when the service %s each time',
    { tags: ['check-73'] },
    async (_how, fault) => {
      const files = openFiles(newAddress(), fault)
      await files.write(NAME, OLD)
      const before = s3.requests.length
      s3.fail(fault)
      const error = await errorOf(() => run(files))
      expect(error).toMatchObject({ code: 'overloaded', cause: expect.any(Error) })
      expect(String((error as AppError).cause)).toMatch(/^Error: object storage /)
      expect(s3.requests.length - before).toBe(3)
      s3.fail(null)
      expect(String(await files.read(NAME))).toBe(String(OLD))
    },
  )

  test('fails at once when the service refuses', async () => {
    const files = openFiles()
    const before = s3.requests.length
    s3.fail({ status: 403, code: 'AccessDenied' })
    await expect(run(files)).rejects.toThrow('object storage refused: 403 AccessDenied')
    expect(s3.requests.length - before).toBe(1)
  })

  test('never follows a redirect', async () => {
    const files = openFiles()
    s3.fail({ status: 301, code: 'PermanentRedirect' })
    await expect(run(files)).rejects.toThrow('object storage refused: 301 PermanentRedirect')
  })
})

test('a service that refuses connections answers 503', async () => {
  const gone = await startS3Server()
  const address = parseS3Address(gone.newFilesUrl())
  await gone[Symbol.asyncDispose]()
  const error = await errorOf(() => openFiles(address).read(NAME))
  expect(error).toMatchObject({ code: 'overloaded' })
  expect(String((error as AppError).cause)).toMatch(/cannot be reached: fetch failed.*ECONNREFUSED/)
})

describe('credentials', () => {
  test.each([
    ['secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
    ['key', { accessKeyId: 'other' }, 'InvalidAccessKeyId'],
    ['region', { region: 'us-east-1' }, 'SignatureDoesNotMatch'],
  ])('with a wrong %s are refused', async (_what, wrong, code) => {
    const files = openFiles({ ...newAddress(), ...wrong })
    for (const [, run] of calls) await expect(run(files)).rejects.toThrow(code)
  })

  test('appear in no error', async () => {
    const faults: S3Fault[] = [
      ...passing.map(([, fault]) => fault),
      { status: 403, code: 'AccessDenied' },
    ]
    for (const fault of faults) {
      s3.fail(fault)
      const errors = await Promise.all(
        calls.map(([, run]) => errorOf(() => run(openFiles(newAddress(), fault)))),
      )
      for (const { message, stack, cause } of errors)
        expect([message, stack, String(cause), (cause as Error)?.stack].join()).not.toContain(
          S3_CREDENTIALS.secretAccessKey,
        )
    }
  })
})

describe('a list', () => {
  test('of several pages is complete, and leaves out what others put there', async () => {
    const address = newAddress()
    const files = openFiles(address)
    const names = Array.from({ length: 10 }, (_, at) => `pictures/${at}/lamp.webp`)
    for (const name of names) await files.write(name, NEW)
    for (const key of ['pictures/a b', 'pictures/ü', 'pictures/<&>', 'pictures/', 'picture/x'])
      s3.objects.set(address.prefix + key, { bytes: NEW, writtenAt: new Date() })
    const listed = await listFolder(files, 'pictures')
    expect(listed.map(({ name }) => name)).toEqual(names)
  })

  test('that the service repeats without end is an error', async () => {
    const address = newAddress()
    const page = Buffer.from(
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>again</NextContinuationToken></ListBucketResult>`,
    )
    const files = createS3Files(address, { send: async () => ({ kind: 'done', body: page }) })
    await expect(listFolder(files, 'pictures')).rejects.toThrow('repeats a list')
  })
})

test('an oversized object is not read', async () => {
  const address = newAddress()
  s3.objects.set(address.prefix + NAME, {
    bytes: Buffer.alloc(33 * 1024 * 1024),
    writtenAt: new Date(),
  })
  const error = await errorOf(() => openFiles(address).read(NAME))
  expect(String((error as AppError).cause)).toContain('sent more than')
})

describe('the start', () => {
  const start = (address: S3Address) => {
    const testLog = createTestLog()
    return checkBucket(address, { log: testLog.log }).then(() => testLog)
  }

  test('succeeds with an empty bucket', () => expect(start(newAddress())).resolves.toBeDefined())

  test.each([
    ['bucket', { bucket: 'other-bucket' }, 'there is no such bucket'],
    ['key', { accessKeyId: 'other' }, 'the service does not know the key'],
    ['secret', { secretAccessKey: 'wrong' }, 'the secret is wrong'],
  ])('fails with a sentence when the %s is wrong', async (_what, wrong, sentence) => {
    const address = { ...newAddress(), ...wrong }
    const { message } = await errorOf(() => start(address))
    expect(message).toBe(
      `configuration:\n  - FILES_URL: bucket ${address.bucket} at ${s3.origin}: ${sentence}`,
    )
  })

  test('continues when the service is down, and says so', async () => {
    s3.fail({ status: 503, code: 'SlowDown' })
    const { entries } = await start(newAddress())
    expect(entries).toMatchObject([{ level: 'warn', event: 'files.unreachable' }])
    expect(JSON.stringify(entries)).not.toContain(S3_CREDENTIALS.secretAccessKey)
  })
})

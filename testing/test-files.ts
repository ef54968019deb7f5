import { randomUUID } from 'node:crypto'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'

let server: Promise<S3Server> | null = null

/**
 * One server for this process, for tests that need a bucket whatever `TEST_FILES` says. It ends
 * with the process.
 */
export const sharedS3Server = (): Promise<S3Server> => (server ??= startS3Server())

/**
 * `FILES_URL` for a test: an empty folder in the bucket that `TEST_FILES_URL` names, or with
 * `TEST_FILES=s3` in a bucket of this process. Without either, tests use local folders.
 */
export async function testFilesUrl(): Promise<string | undefined> {
  const { TEST_FILES_URL, TEST_FILES } = process.env
  if (TEST_FILES_URL) return inNewFolder(TEST_FILES_URL)
  return TEST_FILES === 's3' ? (await sharedS3Server()).newFilesUrl() : undefined
}

export function inNewFolder(filesUrl: string): string {
  const url = new URL(filesUrl)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${randomUUID()}`
  return url.href
}

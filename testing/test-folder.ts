import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { createTempFolder } from '#testing/temp-folder.ts'

export async function createTestFolder(): Promise<string> {
  const folder = await createTempFolder('storedawn-test-')
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** For all tests of a file; made while the file is read. */
export function sharedFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'storedawn-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    /** Writes a file there. @returns its path */
    fileOf(name: string, content: string | Uint8Array): string {
      const file = path.join(folder, name)
      writeFileSync(file, content)
      return file
    },
  }
}

export async function newDataDir(): Promise<string> {
  const dataDir = await createTestFolder()
  await chmod(dataDir, 0o755) // so that the user that runs PostgreSQL for root may enter
  return dataDir
}

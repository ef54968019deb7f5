import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { createTempFolder } from '#testing/temp-folder.ts'

export async function createTestFolder(): Promise<string> {
  const folder = await createTempFolder('storedawn-test-')
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

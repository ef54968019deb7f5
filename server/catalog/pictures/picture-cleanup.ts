import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import { picturesFolder, UNFINISHED_SUFFIX } from './picture-files.ts'
import { screenshotsFolder } from './screenshots.ts'

const MAX_BYTES = 1024 ** 3
/** About forty thousand stores. */
const MAX_SCREENSHOT_BYTES = 4 * 1024 ** 3
const HOUR_MS = 60 * 60 * 1000

export const trimPictures = defineJob({
  name: 'trim-pictures',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '43 * * * *',
  run: async ({ config, now }, _payload, signal) => {
    await trimPictureFiles({ folder: picturesFolder(config.DATA_DIR), maxBytes: MAX_BYTES, now, signal })
    await trimPictureFiles({
      folder: screenshotsFolder(config.DATA_DIR),
      maxBytes: MAX_SCREENSHOT_BYTES,
      now,
      signal,
    })
  },
})

type TrimInput = { folder: string; maxBytes: number; now: () => Date; signal?: AbortSignal }
type Entry = { file: string; bytes: number; usedAtMs: number }

/** Deletes the least recently used files until the rest fits, and unfinished files of a killed process. */
export async function trimPictureFiles({ folder, maxBytes, now, signal }: TrimInput): Promise<void> {
  const entries = await listFiles(folder)
  const isAbandoned = ({ file, usedAtMs }: Entry) =>
    file.endsWith(UNFINISHED_SUFFIX) && now().getTime() - usedAtMs > HOUR_MS
  let totalBytes = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const entry of entries.toSorted((a, b) => a.usedAtMs - b.usedAtMs)) {
    if (signal?.aborted) return
    if (totalBytes <= maxBytes && !isAbandoned(entry)) continue
    await rm(entry.file, { force: true })
    totalBytes -= entry.bytes
  }
}

async function listFiles(folder: string): Promise<Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const entries: Entry[] = []
  for (const item of found) {
    if (!item.isFile()) continue
    const file = join(item.parentPath, item.name)
    // Null when another run deleted it first.
    const known = await stat(file).catch(() => null)
    if (known) entries.push({ file, bytes: known.size, usedAtMs: known.mtimeMs })
  }
  return entries
}

import { HOUR_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import { listFolder } from '#server/platform/files/file-store.ts'
import { defineCron } from '#server/platform/jobs/job-definition.ts'

const FOLDER = 'photos'
const BATCH_FILES = 500

/**
 * In folders by the first characters: some file systems grow slow with a hundred thousand names in
 * one.
 */
const fileOf = (name: string): string => `${FOLDER}/${name.slice(0, 2)}/${name}`
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

export const writePhotoFile = (
  { files }: Pick<AppContext, 'files'>,
  name: string,
  bytes: Uint8Array,
) => files.write(fileOf(name), bytes)

/** Null when it was removed meanwhile. */
export async function readPhotoFile(
  { files }: Pick<AppContext, 'files'>,
  name: string,
): Promise<Buffer | null> {
  const read = await files.read(fileOf(name))
  return read && Buffer.from(read)
}

/**
 * Call it after the row is gone, so that no row names a missing file. What fails here, the job
 * below repeats.
 */
export async function removePhotoFile(
  { files, log }: Pick<AppContext, 'files' | 'log'>,
  name: string,
): Promise<void> {
  await files
    .remove([fileOf(name)])
    .catch((error: unknown) =>
      log.warn(
        { event: 'photo.not_removed', err: error },
        'a file of a photo could not be deleted',
      ),
    )
}

export const tidyPhotos = defineCron({
  name: 'tidy-photos',
  maxAttempts: 3,
  cron: '51 * * * *',
  run: (ctx, signal) => deleteStrayPhotos(ctx, signal),
})

/**
 * Deletes files that no row names: of erased accounts, and of changes that failed half-way. A file
 * is an hour older than its row at most.
 */
export async function deleteStrayPhotos(
  { db, files, now }: Pick<AppContext, 'db' | 'files' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const writtenBefore = now().getTime() - HOUR_MS
  const old = (await listFolder(files, FOLDER)).filter(
    ({ usedAt }) => usedAt.getTime() < writtenBefore,
  )
  for (let at = 0; at < old.length && !signal?.aborted; at += BATCH_FILES) {
    const batch = old.slice(at, at + BATCH_FILES).map(({ name }) => name)
    const rows = await db
      .selectFrom('user_photos')
      .select('name')
      .where('name', 'in', batch.map(nameOf))
      .execute()
    const named = new Set(rows.map(({ name }) => name))
    await files.remove(batch.filter((file) => !named.has(nameOf(file))))
  }
}

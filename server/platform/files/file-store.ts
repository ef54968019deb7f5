import { HOUR_MS } from '#contracts/dates.ts'

/** The same for every process that is configured alike. */
export type FileStore = {
  /**
   * The whole file, or null if there is none. In a local folder, reading counts as use unless
   * `isCopy`.
   */
  read: (name: string, options?: { isCopy?: boolean }) => Promise<Uint8Array | null>
  /**
   * Creates or replaces a file. Readers see the old file or the new one; after a failure, the old
   * one or the new one.
   */
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** A file that does not exist is not an error. After a failure, some of the files may be gone. */
  remove: (names: readonly string[]) => Promise<void>
  /** The files of a folder and of the folders in it, in any order. */
  list: (folder: string) => AsyncIterable<StoredFile>
}

export type StoredFile = {
  name: string
  bytes: number
  /** When it was last used, to the hour; in a bucket, when it was written. */
  usedAt: Date
  /** Being written, or left behind by a killed process. Only in a local folder. */
  isUnfinished: boolean
}

const NAME = /^[a-z][a-z0-9-]*(\/[\w-][\w.-]*)+$/

/**
 * Names of files come from our own code: `folder/…/name`. They need no escaping in a path or an
 * address.
 */
export const isFileName = (name: string): boolean => NAME.test(name)

/** @throws Error for a name that could leave its folder: a bug in the caller */
export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`not a file name: ${name}`)
}

export async function listFolder(files: FileStore, folder: string): Promise<StoredFile[]> {
  const listed: StoredFile[] = []
  for await (const file of files.list(folder)) listed.push(file)
  return listed
}

type TrimInput = { folder: string; maxBytes: number; now: () => Date; signal?: AbortSignal }

/**
 * Deletes the least recently used files of a folder until the rest fits, and unfinished files of a
 * killed process.
 */
export async function trimFolder(
  files: FileStore,
  { folder, maxBytes, now, signal }: TrimInput,
): Promise<void> {
  const listed = await listFolder(files, folder)
  const isAbandoned = ({ isUnfinished, usedAt }: StoredFile) =>
    isUnfinished && now().getTime() - usedAt.getTime() > HOUR_MS
  let totalBytes = listed.reduce((sum, { bytes }) => sum + bytes, 0)
  const surplus: string[] = []
  for (const file of listed.toSorted((a, b) => a.usedAt.getTime() - b.usedAt.getTime())) {
    if (totalBytes <= maxBytes && !isAbandoned(file)) continue
    surplus.push(file.name)
    totalBytes -= file.bytes
  }
  for (let at = 0; at < surplus.length && !signal?.aborted; at += BATCH_FILES)
    await files.remove(surplus.slice(at, at + BATCH_FILES))
}

/** Between two batches, a stopping process ends the job. */
const BATCH_FILES = 100

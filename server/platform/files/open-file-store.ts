import type { AppContext } from '#server/platform/context.ts'
import type { FileStore } from './file-store.ts'
import { createLocalFiles } from './local-files.ts'
import { parseS3Address } from './s3-address.ts'
import { checkBucket, createS3Files } from './s3-files.ts'

/**
 * The store that the configuration names: a bucket by `FILES_URL`, otherwise folders in `DATA_DIR`.
 * @throws ConfigError when the bucket refuses us
 */
export async function openFileStore({
  config,
  now,
  log,
}: Pick<AppContext, 'config' | 'now' | 'log'>): Promise<FileStore> {
  if (config.FILES_URL === undefined) return createLocalFiles(config.DATA_DIR, now)
  const address = parseS3Address(config.FILES_URL, config)
  await checkBucket(address, { log })
  return createS3Files(address)
}

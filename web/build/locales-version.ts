import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

/** Changes whenever a text changes, so caches can keep the files for ever under their versioned address. */
export function localesVersion(folder: string): string {
  const hash = createHash('sha256')
  for (const file of globSync(`${folder}/**/*.json`).toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 10)
}

import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Copies the texts to the folders that serve `GET /locales/{lng}/{ns}.json` and the server's renderer. */
export function copyLocales({ from }: { from: string }): Plugin {
  return {
    name: 'storedawn:copy-locales',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir }) {
      if (dir) cpSync(from, join(dir, 'locales'), { recursive: true })
    },
  }
}

/** Changes whenever a text changes, so caches can keep the files for ever under their versioned address. */
export function localesVersion(folder: string): string {
  const hash = createHash('sha256')
  for (const file of globSync(`${folder}/**/*.json`).toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 10)
}

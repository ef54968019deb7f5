import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Copies the texts to the folders that serve `GET /locales/{lng}/{ns}.json` and the server's
 * renderer.
 */
export function copyLocales({ from }: { from: string }): Plugin {
  return {
    name: 'storedawn:copy-locales',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir }) {
      if (dir) cpSync(from, join(dir, 'locales'), { recursive: true })
    },
  }
}

/**
 * Changes whenever a text changes, so caches can keep the files for ever under their versioned
 * address.
 */
export function localesVersion(folder: string): string {
  const hash = createHash('sha256')
  for (const file of globSync(`${folder}/**/*.json`).toSorted())
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 10)
}

/** Below this size a compressed copy saves no packet. */
const MIN_BYTES = 860

/**
 * Writes `file.br` and `file.gz` beside every text file, so that the server never has to compress
 * an asset.
 */
export function precompress(): Plugin {
  return {
    name: 'storedawn:precompress',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const { outDir } = this.environment.config.build
        for (const file of globSync('**/*.{js,css,json,svg,txt,webmanifest}', { cwd: outDir }))
          compress(join(outDir, file))
      },
    },
  }
}

function compress(file: string): void {
  const bytes = readFileSync(file)
  if (bytes.length < MIN_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

type ModuleInfo = { isEntry: boolean; importers: readonly string[] }

/**
 * True for our own modules that the entry imports statically, directly or through other modules.
 */
export function isOfEveryPage(
  id: string,
  infoOf: (id: string) => ModuleInfo | null,
  seen = new Set<string>(),
): boolean {
  if (seen.has(id) || id.includes('/node_modules/')) return false
  seen.add(id)
  const info = infoOf(id)
  return (
    info !== null &&
    (info.isEntry || info.importers.some((importer) => isOfEveryPage(importer, infoOf, seen)))
  )
}

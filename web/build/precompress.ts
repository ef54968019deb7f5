import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this size a compressed copy saves no packet. */
const MIN_BYTES = 860

/** Writes `file.br` and `file.gz` beside every text file, so that the server never has to compress an asset. */
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
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}

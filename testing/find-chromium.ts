import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Written by `scripts/setup.js test`, which found a browser or installed one.
const STAMP = path.resolve(import.meta.dirname, '../node_modules/.storedawn-chromium')

export function findChromium(): string | null {
  const candidates = [
    process.env['CHROMIUM_PATH'],
    existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : undefined,
  ]
  return candidates.find((file) => file !== undefined && file !== '' && existsSync(file)) ?? null
}

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { contentHash } from './content-hash.js'
import { NODE_MODULES, OWN_NODE, ROOT } from './project-paths.js'
import { readIfExists } from './read-if-exists.js'
import { runStep } from './run-step.js'

const SOURCES = ['web', 'i18n', 'contracts', 'vite.config.ts', 'package.json', 'package-lock.json']
const DIST = path.join(ROOT, 'dist')
const STAMP = path.join(DIST, '.storedawn-build')

/**
 * Builds the web app once per state of its sources.
 * @returns whether it was built now
 */
export async function buildWeb() {
  if (!existsSync(path.join(ROOT, 'vite.config.ts'))) return false
  const wanted = contentHash(ROOT, SOURCES)
  if (readIfExists(STAMP) === wanted) return false
  rmSync(STAMP, { force: true })
  const vite = path.join(NODE_MODULES, 'vite', 'bin', 'vite.js')
  await runStep('Building the web', OWN_NODE, [vite, 'build'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  mkdirSync(DIST, { recursive: true })
  writeFileSync(STAMP, wanted)
  return true
}

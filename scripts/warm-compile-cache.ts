/**
 * Loads all modules of `npm start`, so that they are compiled before the first start
 * (`scripts/setup/compile-cache.js`).
 */
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const PRODUCT = ['run-server', 'show-progress'].map((name) => `dist/product/${name}.js`)
const SUPERVISOR = ['server/supervisor.ts', 'server/cli/start.ts']
/** The modules that the threads of `extract-pool.ts` run. */
const THREADS = ['extract-visit', 'parse-products'].map((name) => `dist/product/${name}.js`)
const PAGES = ['dist/server/entry-server.js']

for (const file of [...PRODUCT, ...SUPERVISOR, ...THREADS, ...PAGES])
  await import(pathToFileURL(path.join(import.meta.dirname, '..', file)).href)
flushCompileCache()
process.exit(0)

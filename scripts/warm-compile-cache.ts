/** Loads all modules of `npm start`, so that they are compiled before the first start (`scripts/setup/compile-cache.js`). */
import { flushCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const PRODUCT = ['server/run-server.ts', 'server/operations/show-progress.ts', 'server/supervisor.ts']
/** Of the threads of `extract-pool.ts`. */
const THREADS = ['discovery/extract/extract-visit.ts', 'discovery/products/parse-products.ts']
const DEMO = ['scripts/demo-accounts.ts', 'scripts/start-world.ts', 'sim/world.ts', 'sim/options.ts']
const NEIGHBOURS = ['mailbox', 'identity-provider', 'payment-page'].map((name) => `sim/${name}/${name}.ts`)
const PAGES = ['dist/server/entry-server.js']

for (const file of [...PRODUCT, ...THREADS, ...DEMO, ...NEIGHBOURS, ...PAGES])
  await import(pathToFileURL(path.join(import.meta.dirname, '..', file)).href)
flushCompileCache()
process.exit(0)

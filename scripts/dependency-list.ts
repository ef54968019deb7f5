/**
 * `npm run dependency-list`: asks the registry about each direct dependency, and writes
 * docs/dependencies.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readConcerned } from '#judges/dependencies/concerned.ts'
import { DEPENDENCIES_PAGE, renderPage } from '#judges/dependencies/page.ts'
import { readDependencies } from '#judges/dependencies/registry.ts'

const used = await readDependencies()
const now = new Date()
const concerned = readConcerned(used, now)
const before = existsSync(DEPENDENCIES_PAGE) ? readFileSync(DEPENDENCIES_PAGE, 'utf8') : ''
writeFileSync(DEPENDENCIES_PAGE, renderPage(concerned, before, now))
console.log(`${concerned.length} of ${used.length} packages`)
